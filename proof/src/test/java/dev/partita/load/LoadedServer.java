package dev.partita.load;

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

/** A server process with one table, and where it keeps its files. */
final class LoadedServer implements AutoCloseable {

    static final String TABLE = "Load";

    private final Path directory;
    private final ServerProcess server;

    LoadedServer(String name) throws IOException, InterruptedException {
        Path parent = Files.createDirectories(Path.of("target", "load").toAbsolutePath());
        directory = Files.createTempDirectory(parent, name + "-");
        server = ServerProcess.start(directory.resolve("data"), log(), Map.of(), List.of());
        try (Api api = new Api(port())) {
            api.call("CreateTable", Json.read("""
                    {"TableName": "Load", "BillingMode": "PAY_PER_REQUEST",
                     "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"}],
                     "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
                     "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"}}
                    """.getBytes(StandardCharsets.UTF_8)));
            while (!Json.write(api.call("DescribeTable", Map.of("TableName", TABLE)))
                    .contains("\"TableStatus\":\"ACTIVE\"")) {
                Thread.onSpinWait();
            }
        }
    }

    int port() {
        return server.port();
    }

    long pid() {
        return server.pid();
    }

    boolean isAlive() {
        return server.isAlive();
    }

    Path log() {
        return directory.resolve("server.log");
    }

    Path directory() {
        return directory;
    }

    static Map<String, Object> item(String pk, int sk, int bytes) {
        return Map.of(
                "pk", Map.of("S", pk), "sk", Map.of("N", String.valueOf(sk)), "pad", Map.of("S", "x".repeat(bytes)));
    }

    /** Writes items of 100 kB until there are so many megabytes. */
    void fill(int megabytes) throws IOException {
        try (Api api = new Api(port())) {
            for (int i = 0; i < megabytes; i++) {
                List<Object> puts = new ArrayList<>();
                for (int j = 0; j < 10; j++) {
                    puts.add(Map.of("PutRequest", Map.of("Item", item("fill" + i % 7, 10 * i + j, 100_000))));
                }
                Api.Reply reply = api.send("BatchWriteItem", Map.of("RequestItems", Map.of(TABLE, puts)));
                if (!reply.succeeded() && !reply.error().equals("ThrottlingException")) {
                    throw new IllegalStateException("while filling: " + reply);
                }
            }
        }
    }

    void removeFiles() throws IOException {
        Directories.remove(directory);
    }

    @Override
    public void close() throws InterruptedException {
        server.close();
    }
}
