package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A Redis of its own on a free port, that keeps nothing on disk. */
final class RedisProcess implements AutoCloseable {

    private final int port;
    private final Process process;

    RedisProcess() {
        boolean isInstalled = Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "redis-server")));
        String message = "LEFT OUT: services that share a cache need a redis-server on the PATH";
        if (!isInstalled) {
            System.out.println(message);
            assertThat(System.getenv("CI")).as(message).isNotEqualTo("true");
        }
        assumeTrue(isInstalled, message);
        try {
            try (ServerSocket free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
            process = new ProcessBuilder(
                            "redis-server",
                            "--port",
                            "" + port,
                            "--bind",
                            "127.0.0.1",
                            "--save",
                            "",
                            "--daemonize",
                            "no")
                    .redirectErrorStream(true)
                    .start();
            BufferedReader lines = process.inputReader();
            for (String line = lines.readLine(); !line.contains("Ready to accept"); line = lines.readLine()) {}
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
