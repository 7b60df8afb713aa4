package dev.partita.history;

import dev.partita.crash.Api;
import dev.partita.crash.Json;
import dev.partita.crash.ServerProcess;
import dev.partita.proof.Directories;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** A server process, and clients who lose it when it is killed and find it again. */
final class Traffic implements AutoCloseable {

    /** Does one thing after another; an {@link IOException} means that its connection is gone. */
    interface Client {
        void step(Api api) throws IOException;
    }

    private final Path directory;
    private ServerProcess server;

    /** Starts on an empty directory, with one table whose key is {@code pk}. */
    Traffic(String name, String table) throws IOException, InterruptedException {
        Path parent = Files.createDirectories(Path.of("target", "history").toAbsolutePath());
        directory = Files.createTempDirectory(parent, name + "-");
        server = start();
        try (Api api = new Api(server.port())) {
            api.call("CreateTable", Json.read("""
                    {"TableName": "%s", "BillingMode": "PAY_PER_REQUEST",
                     "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                     "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]}
                    """.formatted(table).getBytes(StandardCharsets.UTF_8)));
            Map<String, Object> described = Map.of("TableName", table);
            while (!Json.write(api.call("DescribeTable", described)).contains("\"TableStatus\":\"ACTIVE\"")) {
                Thread.onSpinWait();
            }
        }
    }

    Path directory() {
        return directory;
    }

    /**
     * Lets the clients work until they have done {@code steps} together.
     *
     * @param killAfter after so many the server is killed and started again; never if it is negative
     */
    void run(List<? extends Client> clients, long steps, long killAfter) throws Exception {
        AtomicLong done = new AtomicLong();
        ExecutorService threads = Executors.newFixedThreadPool(clients.size());
        try {
            List<Future<?>> running = new ArrayList<>();
            for (Client client : clients) {
                running.add(threads.submit(() -> {
                    work(client, done, steps);
                    return null;
                }));
            }
            if (killAfter >= 0) {
                while (done.get() < killAfter && running.stream().noneMatch(Future::isDone)) {
                    Thread.sleep(1);
                }
                killAndRestart();
            }
            for (Future<?> client : running) {
                client.get();
            }
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            threads.shutdownNow();
        }
    }

    private void work(Client client, AtomicLong done, long steps) throws InterruptedException {
        while (true) {
            try (Api api = connect()) {
                while (true) {
                    if (done.getAndIncrement() >= steps) {
                        return;
                    }
                    client.step(api);
                }
            } catch (IOException gone) {
                // It was killed, or the client hung up: on to the next connection.
            }
        }
    }

    /** Waits for a server that answers. */
    Api connect() throws InterruptedException {
        while (true) {
            try {
                return new Api(port());
            } catch (IOException dying) {
                Thread.sleep(5);
            }
        }
    }

    private synchronized int port() throws InterruptedException {
        while (server == null) {
            wait();
        }
        return server.port();
    }

    private void killAndRestart() throws IOException, InterruptedException {
        ServerProcess dying = server;
        synchronized (this) {
            server = null;
        }
        dying.kill();
        ServerProcess next = start();
        synchronized (this) {
            server = next;
            notifyAll();
        }
    }

    private ServerProcess start() throws IOException, InterruptedException {
        return ServerProcess.start(directory.resolve("data"), directory.resolve("server.log"), Map.of());
    }

    void removeFiles() throws IOException {
        Directories.remove(directory);
    }

    @Override
    public void close() throws InterruptedException {
        if (server != null) {
            server.close();
        }
    }
}
