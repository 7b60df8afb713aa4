package dev.partita.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * DynamoDB Local as a process of its own: in memory, on a free loopback port, without telemetry, gone when closed.
 *
 * <p>The build puts its jars and native library into {@code dynamodb-local} beside this module's classes, so they are on
 * no class path of ours.
 */
public final class DynamoDbLocal implements AutoCloseable {

    private static final String MAIN_CLASS = "software.amazon.dynamodb.services.local.main.ServerRunner";
    private static final Duration STARTUP_LIMIT = Duration.ofSeconds(60);

    private final Process process;
    private final int port;
    private final Path log;
    private final Thread killer;

    private DynamoDbLocal(Process process, int port, Path log) {
        this.process = process;
        this.port = port;
        this.log = log;
        this.killer = new Thread(process::destroyForcibly, "dynamodb-local-killer");
        Runtime.getRuntime().addShutdownHook(killer);
    }

    /** Starts one with the JVM's own heap choice and waits until it takes connections. */
    public static DynamoDbLocal start() {
        return start(List.of());
    }

    /** Starts one with {@code jvmOptions} and waits until it takes connections. */
    public static DynamoDbLocal start(List<String> jvmOptions) {
        Path library = library();
        int port = freePort();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.add("-Dsqlite4java.library.path=" + library);
        command.addAll(List.of("-cp", library + "/*", MAIN_CLASS));
        command.addAll(List.of("-inMemory", "-sharedDb", "-disableTelemetry", "-port", Integer.toString(port)));
        try {
            Path log = Files.createTempFile("dynamodb-local", ".log");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            DynamoDbLocal started = new DynamoDbLocal(process, port, log);
            started.awaitConnection();
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    public int port() {
        return port;
    }

    /** The process, for whoever measures its memory or CPU. */
    public ProcessHandle process() {
        return process.toHandle();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
            Runtime.getRuntime().removeShutdownHook(killer);
            Files.deleteIfExists(log);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IllegalStateException shuttingDown) {
            // The hook is already running; the process is dead either way.
        }
    }

    private void awaitConnection() throws IOException {
        long deadline = System.nanoTime() + STARTUP_LIMIT.toNanos();
        while (System.nanoTime() < deadline) {
            if (!process.isAlive()) {
                throw new IOException("DynamoDB Local ended while starting:\n" + Files.readString(log));
            }
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
                return;
            } catch (IOException notYet) {
                pause();
            }
        }
        close();
        throw new IOException("DynamoDB Local did not start within " + STARTUP_LIMIT);
    }

    private static void pause() {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Where the build put DynamoDB Local: next to the classes (or the jar) that hold this class. */
    private static Path library() {
        try {
            Path classes = Path.of(DynamoDbLocal.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path library = classes.resolveSibling("dynamodb-local");
            if (!Files.isDirectory(library)) {
                throw new IllegalStateException(
                        "DynamoDB Local is not at " + library + "; build the oracle module first");
            }
            return library;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
