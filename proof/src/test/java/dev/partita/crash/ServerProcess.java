package dev.partita.crash;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, so that it can be killed. */
public final class ServerProcess implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofSeconds(300);

    private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

    private final Process process;
    private final int port;
    private final Duration startTime;

    /** Answers once the server does. */
    public static ServerProcess start(Path data, Path log, Map<String, String> environment, String... options)
            throws IOException, InterruptedException {
        return start(data, log, environment, List.of("-XX:TieredStopAtLevel=1"), options);
    }

    /** On a JVM with these options beside its heap of 256 MB. */
    public static ServerProcess start(
            Path data, Path log, Map<String, String> environment, List<String> jvm, String... options)
            throws IOException, InterruptedException {
        int port = freePort();
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m"));
        command.addAll(jvm);
        command.addAll(List.of(
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "dev.partita.cli.Main",
                "up",
                "--no-service",
                "--data",
                data.toString(),
                "--port",
                String.valueOf(port)));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .redirectInput(new File("/dev/null"));
        builder.environment().putAll(environment);
        long started = System.nanoTime();
        Process process = builder.start();
        RUNNING.add(process);
        while (true) {
            try (Api api = new Api(port)) {
                api.call("ListTables", Map.of());
                return new ServerProcess(process, port, Duration.ofNanos(System.nanoTime() - started));
            } catch (IOException notYet) {
                boolean late = System.nanoTime() - started > START_LIMIT.toNanos();
                if (process.waitFor(10, TimeUnit.MILLISECONDS) || late) {
                    process.destroyForcibly();
                    throw new CannotStart(tail(log));
                }
            }
        }
    }

    private ServerProcess(Process process, int port, Duration startTime) {
        this.process = process;
        this.port = port;
        this.startTime = startTime;
    }

    public int port() {
        return port;
    }

    public Duration startTime() {
        return startTime;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Ends what somebody left behind who ended early. */
    public static void endAll() {
        RUNNING.forEach(Process::destroyForcibly);
    }

    /** As {@code kill -9}: the process gets no chance to finish anything. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
        RUNNING.remove(process);
    }

    @Override
    public void close() throws InterruptedException {
        kill();
    }

    /** The server ended, or never answered; the message is the end of what it printed. */
    public static final class CannotStart extends IllegalStateException {
        private static final long serialVersionUID = 1;

        CannotStart(String message) {
            super("the server does not start:\n" + message);
        }
    }

    private static String tail(Path log) {
        try {
            List<String> lines = Files.readAllLines(log);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
