package dev.partita.disk;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/** A process whose calls are recorded, and fail on request. It does what it is told, a line at a time, and answers with a line. */
final class TapedProcess implements AutoCloseable {

    private static final String ANSWER = "answer ";

    private final Process process;
    private final Writer in;
    private final BufferedReader out;

    private TapedProcess(Process process) {
        this.process = process;
        this.in = process.outputWriter();
        this.out = process.inputReader();
    }

    /** Null if it can be started here. */
    static String lacks() {
        return Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(directory -> Files.isExecutable(Path.of(directory, "gcc")))
                ? null
                : "gcc";
    }

    /** Builds the library in {@code directory} and starts {@code program} under it. */
    static TapedProcess start(Path directory, Class<?> program) throws IOException, InterruptedException {
        Path source = directory.resolve("tape.c");
        Path library = directory.resolve("tape.so");
        Path control = directory.resolve("control");
        try (InputStream stored = TapedProcess.class.getResourceAsStream("/disk/tape.c")) {
            Files.write(source, stored.readAllBytes());
        }
        Process compiler = new ProcessBuilder(
                        "gcc", "-O2", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
                .inheritIO()
                .start();
        if (compiler.waitFor() != 0) {
            throw new IllegalStateException("gcc failed");
        }
        Files.write(control, new byte[Control.BYTES], StandardOpenOption.CREATE);
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                program.getName());
        builder.environment().put("LD_PRELOAD", library.toString());
        builder.environment().put("TAPE_CONTROL", control.toString());
        builder.redirectError(directory.resolve("log").toFile());
        return new TapedProcess(builder.start());
    }

    /** Answers what the process says to a line. */
    String ask(String line) throws IOException {
        in.write(line + "\n");
        in.flush();
        for (String answer = out.readLine(); answer != null; answer = out.readLine()) {
            if (answer.startsWith(ANSWER)) {
                return answer.substring(ANSWER.length());
            }
        }
        throw new IOException("the process ended at: " + line);
    }

    /** The other side of {@link #ask}. */
    static void say(String answer) {
        System.out.println(ANSWER + answer.replace('\n', ' '));
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }
}
