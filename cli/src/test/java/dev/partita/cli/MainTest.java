package dev.partita.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.engine.Engine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory;

    @Test
    void helpNamesTheCommandsAndNotTheHiddenOnes() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("up ", "check ", "partita new orders")
                .doesNotContain("prepare");
    }

    @Test
    void everyCommandHasItsPlaceInTheDocumentation() throws Exception {
        StringBuilder pages = new StringBuilder();
        try (Stream<Path> files = Files.list(Path.of("..", "docs"))) {
            for (Path page :
                    files.filter(file -> file.toString().endsWith(".md")).toList()) {
                pages.append(Files.readString(page));
            }
        }
        assertThat(Commands.NAMES).filteredOn(name -> !name.equals("prepare")).allSatisfy(name -> assertThat(pages)
                .containsPattern("partita " + name + "\\b"));
    }

    @Test
    void theVersionIsTheBuilds() {
        assertThat(run("--version")).isZero();
        assertThat(out.toString()).matches("(?s)Partita \\d+\\.\\d+\\.\\d+.*Java .*");
    }

    @Test
    void nothingToDoIsAnErrorThatSaysWhatToDo() {
        assertThat(run()).isEqualTo(2);
        assertThat(err.toString()).contains("partita up");
    }

    @Test
    void aWrongOptionIsNamed() {
        assertThat(run("up", "--prot", "1")).isEqualTo(2);
        assertThat(err.toString()).contains("--prot", "Did you mean --port?");
        assertThat(run("up", "--durability", "maybe")).isEqualTo(2);
        assertThat(err.toString()).contains("--durability", "it is fsync or os, not 'maybe'");
    }

    @Test
    void aTakenPortNamesItsHolder() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThat(run("up", "--in-memory", "--port", String.valueOf(taken.getLocalPort())))
                    .isEqualTo(1);
        }
        assertThat(err.toString()).contains("already in use", "--port").doesNotContain("\tat ");
        if (Files.isReadable(Path.of("/proc/net/tcp"))) {
            assertThat(err.toString())
                    .contains("process " + ProcessHandle.current().pid());
        }
    }

    @Test
    void aTakenServicePortNamesItsHolderAndNothingStaysStarted() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = free.getLocalPort();
        }
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            String service = String.valueOf(taken.getLocalPort());
            assertThat(run("up", "--in-memory", "--port", String.valueOf(port), "--service-port", service))
                    .isEqualTo(1);
        }
        assertThat(err.toString()).contains("already in use", "--service-port").doesNotContain("\tat ");
        assertThat(out.toString()).isEmpty();
        // Nobody has it any more.
        new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1")).close();
    }

    @Test
    void aBrokenDesignStopsTheStartWithWhatTheCompilerSays() throws Exception {
        Path file = Files.writeString(directory.resolve("broken.yaml"), """
                design: broken
                tables:
                  main: { key: { partition: pk } }
                entities:
                  Thing:
                    key: { pk: "{id}" }
                    attributes: { id: { type: strng } }
                """);
        assertThat(serve(file.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("broken.yaml:7:", "strng", "did you mean `string`?");
    }

    @Test
    void aDesignThatIsNotThereIsNamed() {
        assertThat(serve("nowhere.yaml")).isEqualTo(2);
        assertThat(err.toString()).contains("There is no file nowhere.yaml", "url-checks");
    }

    @Test
    void twoDesignsOfOneNameOrWithDifferentTablesOfOneNameAreRefused() throws Exception {
        String design = """
                design: %s
                tables:
                  main: { name: shared, key: { partition: %s } }
                entities:
                  Thing:
                    key: { %2$s: "{id}" }
                    attributes: { id: { type: string, required: true } }
                patterns:
                  thing: { get: Thing, by: id }
                  addThing: { create: Thing }
                """;
        String one = Files.writeString(directory.resolve("one.yaml"), design.formatted("one", "pk"))
                .toString();
        String same = Files.writeString(directory.resolve("same.yaml"), design.formatted("one", "pk"))
                .toString();
        String other = Files.writeString(directory.resolve("other.yaml"), design.formatted("other", "id"))
                .toString();

        assertThat(serve(one, same)).isEqualTo(2);
        assertThat(err.toString()).contains("one.yaml", "same.yaml", "both called one");
        assertThat(serve(one, other)).isEqualTo(2);
        assertThat(err.toString()).contains("The designs one and other both have a table shared");
    }

    @Tag("slow")
    @Test
    void theServiceAloneNeedsAnEndpointItCanReach() {
        assertThat(run("up", "--service-port", "0", "--endpoint", "http://127.0.0.1:9", "url-checks"))
                .isEqualTo(2);
        assertThat(err.toString()).contains("Cannot reach http://127.0.0.1:9").doesNotContain("\tat ");
        assertThat(run("up", "--endpoint", "localhost", "url-checks")).isEqualTo(2);
        assertThat(err.toString()).contains("write it as http://localhost:8000");
        assertThat(run("up", "--endpoint", "aws", "--no-service")).isEqualTo(2);
        assertThat(run("up", "--endpoint", "aws", "--in-memory")).isEqualTo(2);
    }

    @Test
    void tokensThatNobodyCouldHaveAreRefused() {
        assertThat(serve("--auth", "required", "url-checks")).isEqualTo(2);
        assertThat(err.toString()).contains("--jwks or --jwt-secret-file");
    }

    @Test
    void aSecretThatIsTooShortIsRefused() throws Exception {
        Path file = Files.writeString(directory.resolve("secret"), "short\n");
        assertThat(serve("--secret-file", file.toString(), "url-checks")).isEqualTo(2);
        assertThat(err.toString()).contains("has 5 bytes and needs 32").doesNotContain("short");
    }

    @Test
    void everySecretIsLookedAtBeforeAnythingStarts() throws Exception {
        Path file = Files.writeString(directory.resolve("secret"), "short\n");
        for (String option : List.of("--secret-file", "--jwt-secret-file", "--metrics-token-file")) {
            assertThat(run("up", "--port", "0", "--service-port", "0", "--in-memory", option, file.toString()))
                    .isEqualTo(2);
            assertThat(err.toString()).contains(option, "has 5 bytes and needs 32");
            assertThat(out.toString()).isEmpty();
        }
    }

    @Test
    void theConfigurationThatIsShownIsLookedAtToo() {
        assertThat(run("up", "--show-config", "--redis", "redis://:hunter2@localhost:6379"))
                .isEqualTo(2);
        assertThat(out.toString()).contains("redis").doesNotContain("hunter2");
        assertThat(err.toString()).contains("Everybody on this machine can read a command line");
    }

    @Test
    void aDataDirectoryInUseNamesItsHolder() {
        Path data = directory.resolve("data");
        try (Engine holder = Engine.open(data, Engine.Options.defaults())) {
            assertThat(run("up", "--port", "0", "--data", data.toString())).isEqualTo(1);
        }
        assertThat(err.toString())
                .contains(
                        data.toString(), String.valueOf(ProcessHandle.current().pid()))
                .doesNotContain("\tat ");
    }

    @Test
    void aFileInPlaceOfADirectoryIsRefused() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        assertThat(run("up", "--port", "0", "--data", file.toString())).isEqualTo(1);
        assertThat(err.toString()).contains(file.toString()).doesNotContain("\tat ");
    }

    @Test
    void anOpenAddressNeedsInsecure() {
        assertThat(run("up", "--in-memory", "--port", "0", "--bind", "0.0.0.0")).isEqualTo(1);
        assertThat(err.toString()).contains("--insecure").doesNotContain("\tat ");
    }

    @Test
    void debugShowsWhereAnErrorCameFrom() {
        assertThat(run("up", "--in-memory", "--port", "0", "--bind", "0.0.0.0", "--debug"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("\tat dev.partita.cli.internal.up.Up");
    }

    @Test
    void helpHasNoColourWhereItDoesNotHelp() {
        run("up", "--help");
        assertThat(out.toString()).doesNotContain("\u001b");
    }

    private int serve(String... arguments) {
        List<String> all = new ArrayList<>(List.of("up", "--in-memory", "--port", "0", "--service-port", "0"));
        all.addAll(List.of(arguments));
        return run(all.toArray(String[]::new));
    }

    private int run(String... arguments) {
        return Main.run(new Terminal(new PrintWriter(out, true), new PrintWriter(err, true), false), arguments);
    }
}
