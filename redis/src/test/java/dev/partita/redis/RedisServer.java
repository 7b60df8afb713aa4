package dev.partita.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;

/** A Redis of its own on a free port, that keeps nothing on disk. */
public final class RedisServer implements AutoCloseable {

    private final int port;
    private Process process;

    public RedisServer() {
        String message = "LEFT OUT: caches in Redis need a redis-server on the PATH";
        if (!isInstalled()) {
            System.out.println(message);
            assertThat(System.getenv("CI")).as(message).isNotEqualTo("true");
        }
        assumeTrue(isInstalled(), message);
        port = freePort();
        start();
    }

    /** Not one that the system gives to outgoing connections: while Redis is down its port must stay free. */
    private static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(15_000, 30_000);
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return free.getLocalPort();
            } catch (IOException taken) {
                // The next one, then.
            }
        }
    }

    private static boolean isInstalled() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "redis-server")));
    }

    void start() {
        try {
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
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            StringBuilder said = new StringBuilder();
            for (String line = lines.readLine();
                    line == null || !line.contains("Ready to accept");
                    line = lines.readLine()) {
                if (line == null) {
                    throw new IllegalStateException("redis-server ended:\n" + said);
                }
                said.append(line).append('\n');
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void stop() {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    UnifiedJedis client() {
        return RedisClient.builder()
                .hostAndPort("127.0.0.1", port)
                .clientConfig(DefaultJedisClientConfig.builder()
                        .socketTimeoutMillis(10_000)
                        .build())
                .build();
    }

    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        stop();
    }
}
