package dev.partita.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.partita.engine.Engine;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** AWS's JavaScript SDK, as npm has it, works with our server: {@code js/suite.mjs}. */
@Tag("slow")
class JavaScriptSdkTest {

    private static final Path SOURCES = Path.of("js");

    @Test
    void javaScriptSdkWorksUnmodified() throws Exception {
        if (!runs("node", "--version") || !runs("npm", "--version")) {
            String missing = "LEFT OUT: AWS's JavaScript SDK, because node and npm are not both installed";
            System.out.println(missing);
            assertThat(System.getenv("CI")).as(missing).isNotEqualTo("true");
            abort(missing);
        }
        Path work = Files.createDirectories(Path.of("target", "js"));
        for (String file : List.of("package.json", "package-lock.json", "suite.mjs")) {
            Files.writeString(work.resolve(file), Files.readString(SOURCES.resolve(file)));
        }
        if (!Files.isDirectory(work.resolve("node_modules"))) {
            Finished installed =
                    run(work, "npm", "ci", "--fetch-retries=6", "--ignore-scripts", "--no-audit", "--no-fund");
            assertThat(installed.exitCode).as(installed.output).isZero();
        }
        try (Engine engine = Engine.inMemory(Engine.Options.defaults());
                Server server = Server.start(
                        new Wire(engine, false), Server.Options.defaults().withPort(0))) {
            Finished suite = run(work, "node", "suite.mjs", "http://127.0.0.1:" + server.port());
            System.out.println(suite.output);
            assertThat(suite.exitCode).as(suite.output).isZero();
        }
    }

    private record Finished(int exitCode, String output) {}

    private static boolean runs(String... command) throws InterruptedException {
        try {
            return run(Path.of("."), command).exitCode == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static Finished run(Path directory, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Finished(process.waitFor(), output);
    }
}
