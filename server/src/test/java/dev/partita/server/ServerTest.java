package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.engine.Engine;
import dev.partita.http.HttpLimits;
import dev.partita.http.RawClient;
import dev.partita.http.RawClient.Answer;
import dev.partita.http.StartException;
import dev.partita.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ServerTest {

    private static final int MIB = 1024 * 1024;
    private static final Server.Options ANY_PORT = Server.Options.defaults().withPort(0);

    private static Engine engine;
    private static Server server;

    @BeforeAll
    static void start() {
        engine = Engine.inMemory(Engine.Options.defaults());
        server = Server.start(new Wire(engine, false), ANY_PORT);
    }

    @AfterAll
    static void stop() {
        server.close();
        engine.close();
    }

    @Test
    void aCallIsAnsweredWithTheServicesHeaders() {
        Answer answer = answerTo(RawClient.call("ListTables", "{}"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("{\"TableNames\":[]}");
        assertThat(answer.headers())
                .containsEntry("x-amz-crc32", "1315925753")
                .containsEntry("content-type", "application/x-amz-json-1.0")
                .containsEntry("server", "Server")
                .containsEntry("connection", "keep-alive")
                .containsEntry("content-length", "17");
        assertThat(answer.headers().get("x-amzn-requestid")).matches("[0-9A-Z]{52}");
        assertThat(answer.headers().get("date")).matches("\\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT");
        assertThat(answer.headers().keySet()).noneMatch(name -> name.startsWith("access-control"));
    }

    @Test
    void theContentTypeOfTheRequestComesBack() {
        String call = RawClient.call("ListTables", "{}");
        String json = call.replace("application/x-amz-json-1.0", "application/json; charset=utf-8");
        assertThat(answerTo(json).headers()).containsEntry("content-type", "application/json");
    }

    @Test
    void malformedJsonIsASerializationException() {
        for (String body : List.of("", "{", "nonsense", "{\"TableName\":}", "\u0000\u0001", "[".repeat(5000))) {
            Answer answer = answerTo(RawClient.call("ListTables", body));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).contains("com.amazon.coral.service#SerializationException");
            assertThat(Long.parseLong(answer.headers().get("x-amz-crc32"))).isEqualTo(crc(answer.bytes()));
        }
    }

    @Test
    void anUnknownTargetIsAnUnknownOperation() {
        assertThat(answerTo(RawClient.call("NoSuchThing", "{}")).text()).contains("UnknownOperationException");
        String call = RawClient.call("ListTables", "{}");
        assertThat(answerTo(call.replaceAll("X-Amz-Target: .*\r\n", "")).text()).contains("UnknownOperationException");
    }

    @Test
    void aRequestWithoutAuthorizationIsRefused() {
        String call = RawClient.call("ListTables", "{}").replaceAll("Authorization: .*\r\n", "");
        assertThat(answerTo(call).text()).contains("MissingAuthenticationTokenException");
    }

    @Test
    void getIsAHealthCheckWhateverThePath() {
        for (String path : List.of("/", "/health", "/ready", "/a?b=c")) {
            Answer answer = answerTo("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.text()).isEqualTo("healthy: dynamodb.us-east-1.amazonaws.com ");
            assertThat(answer.headers()).containsEntry("x-amz-crc32", "3128867991");
        }
    }

    @Test
    void likeLocalAGetIsRefusedAndCallsAreNot() {
        try (Server local = Server.start(new Wire(engine, false), ANY_PORT.withLikeLocal(true));
                RawClient client = new RawClient(local.port())) {
            Answer answer =
                    client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").answer();
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).contains("#MissingAuthenticationToken\"");
            assertThat(client.send(RawClient.call("ListTables", "{}")).answer().status())
                    .isEqualTo(200);
        }
    }

    @Test
    void otherMethodsAndTypesAreNotFound() {
        for (String method : List.of("PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "FOO")) {
            Answer answer = answerTo(method + " / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
            assertThat(answer.status()).isEqualTo(404);
            assertThat(answer.text()).isEqualTo("<UnknownOperationException/>\n");
            assertThat(answer.headers().keySet()).noneMatch(name -> name.startsWith("access-control"));
        }
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "application/cbor")) {
            String call = RawClient.call("ListTables", "{}").replace("application/x-amz-json-1.0", type);
            assertThat(answerTo(call).status()).isEqualTo(404);
        }
    }

    @Test
    void headIsAnsweredWithoutABody() {
        try (RawClient client = new RawClient(server.port())) {
            client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(client.answer(false).status()).isEqualTo(404);
            client.send(RawClient.call("ListTables", "{}"));
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void manyCallsUseOneConnection() {
        try (RawClient client = new RawClient(server.port())) {
            for (int i = 0; i < 50; i++) {
                client.send(RawClient.call("ListTables", "{}"));
                assertThat(client.answer().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void aRequestMayComeByteByByte() {
        try (RawClient client = new RawClient(server.port())) {
            for (byte b : RawClient.call("ListTables", "{}").getBytes(StandardCharsets.US_ASCII)) {
                client.send(new byte[] {b});
            }
            assertThat(client.answer().text()).isEqualTo("{\"TableNames\":[]}");
        }
    }

    @Test
    void aChunkedBodyIsPutTogether() {
        String head = "POST / HTTP/1.1\r\n" + RawClient.headers("ListTables") + "Transfer-Encoding: chunked\r\n\r\n";
        String body = "1\r\n{\r\n5;name=value\r\n\"Limi\r\n00A\r\nt\":1     }\r\n0\r\nTrailer: x\r\n\r\n";
        try (RawClient client = new RawClient(server.port())) {
            for (int cut = 0; cut < body.length(); cut++) {
                client.send(head + body.substring(0, cut)).send(body.substring(cut));
                assertThat(client.answer().text()).isEqualTo("{\"TableNames\":[]}");
            }
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() {
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            requests.append(
                    i % 3 == 0
                            ? RawClient.call("ListTables", "{}")
                            : i % 3 == 1 ? RawClient.call("NoSuchThing", "{}") : "GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        }
        try (RawClient client = new RawClient(server.port())) {
            client.send(requests.toString());
            for (int i = 0; i < 300; i++) {
                String expected = i % 3 == 0 ? "TableNames" : i % 3 == 1 ? "UnknownOperation" : "healthy";
                assertThat(client.answer().text()).contains(expected);
            }
        }
    }

    @Test
    void aPipelinedRequestWaitsForAnAnswerThatAnotherThreadBrings() {
        ConcurrentLinkedQueue<CompletableFuture<Wire.Response>> waiting = new ConcurrentLinkedQueue<>();
        try (Server slow = Server.start(
                        request -> {
                            CompletableFuture<Wire.Response> future = new CompletableFuture<>();
                            waiting.add(future);
                            return future;
                        },
                        ANY_PORT);
                RawClient client = new RawClient(slow.port())) {
            client.send(RawClient.call("GetItem", "{}") + RawClient.call("GetItem", "{}"));
            await(() -> waiting.size() == 1);
            waiting.remove().complete(response("first"));
            assertThat(client.answer().text()).isEqualTo("first");
            await(() -> waiting.size() == 1);
            waiting.remove().complete(response("second"));
            assertThat(client.answer().text()).isEqualTo("second");
        }
    }

    /** Whoever commits has better to do than to write JSON. */
    @Test
    void anAnswerThatAnotherThreadBringsIsWrittenByTheConnectionsThread() throws InterruptedException {
        ConcurrentLinkedQueue<CompletableFuture<Supplier<Wire.Response>>> waiting = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<String> writers = new ConcurrentLinkedQueue<>();
        try (Server slow = Server.start(
                        request -> {
                            CompletableFuture<Supplier<Wire.Response>> future = new CompletableFuture<>();
                            waiting.add(future);
                            return future;
                        },
                        Optional::empty,
                        ANY_PORT);
                RawClient client = new RawClient(slow.port())) {
            client.send(RawClient.call("PutItem", "{}"));
            await(() -> waiting.size() == 1);
            Thread committer = new Thread(() -> waiting.remove().complete(() -> {
                writers.add(Thread.currentThread().getName());
                return response("written");
            }));
            committer.start();
            assertThat(client.answer().text()).isEqualTo("written");
            committer.join();
            assertThat(writers).singleElement().asString().startsWith("partita-http");

            // One that cannot be written is a fault, and the connection goes on.
            client.send(RawClient.call("PutItem", "{}"));
            await(() -> waiting.size() == 1);
            waiting.remove().complete(() -> {
                throw new IllegalStateException("a fault made by a test");
            });
            assertThat(client.answer().status()).isEqualTo(500);
            client.send(RawClient.call("PutItem", "{}"));
            await(() -> waiting.size() == 1);
            waiting.remove().complete(() -> response("next"));
            assertThat(client.answer().text()).isEqualTo("next");
        }
    }

    @Test
    void manyAnswersBroughtAtOnceAllArrive() {
        ConcurrentLinkedQueue<CompletableFuture<Wire.Response>> waiting = new ConcurrentLinkedQueue<>();
        try (Server slow = Server.start(
                request -> {
                    CompletableFuture<Wire.Response> future = new CompletableFuture<>();
                    waiting.add(future);
                    return future;
                },
                ANY_PORT)) {
            List<RawClient> clients = IntStream.range(0, 64)
                    .mapToObj(i -> new RawClient(slow.port()))
                    .toList();
            for (int round = 0; round < 20; round++) {
                clients.forEach(client -> client.send(RawClient.call("PutItem", "{}")));
                await(() -> waiting.size() == 64);
                waiting.forEach(future -> future.complete(response("done")));
                waiting.clear();
                clients.forEach(client -> assertThat(client.answer().text()).isEqualTo("done"));
            }
            clients.forEach(RawClient::close);
        }
    }

    @Test
    void longAnswersArriveWhole() {
        byte[] bytes = new byte[3 * 1024 * 1024 + 17];
        new Random(7).nextBytes(bytes);
        try (Server large = Server.start(
                request -> CompletableFuture.completedFuture(new Wire.Response(200, bytes, bytes.length)), ANY_PORT)) {
            try (RawClient client = new RawClient(large.port())) {
                client.send(RawClient.call("Query", "{}").repeat(5));
                for (int i = 0; i < 5; i++) {
                    Answer answer = client.answer();
                    assertThat(answer.bytes()).isEqualTo(bytes);
                    assertThat(Long.parseLong(answer.headers().get("x-amz-crc32")))
                            .isEqualTo(crc(bytes));
                }
                client.send(RawClient.call("Query", "{}")).endOutput();
                assertThat(client.answer().bytes()).isEqualTo(bytes);
                assertThat(client.isClosed()).isTrue();
            }
            try (RawClient client = new RawClient(large.port())) {
                client.send(RawClient.call("Query", "{}").replace("Host:", "Connection: close\r\nHost:"));
                assertThat(client.answer().bytes()).isEqualTo(bytes);
                assertThat(client.isClosed()).isTrue();
            }
        }
    }

    @Test
    void aClientThatSaysItIsDoneSendingStillGetsItsAnswers() {
        try (RawClient client = new RawClient(server.port())) {
            client.send(RawClient.call("ListTables", "{}") + RawClient.call("ListTables", "{}"))
                    .endOutput();
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void connectionCloseIsHonoured() {
        try (RawClient client = new RawClient(server.port())) {
            client.send(RawClient.call("ListTables", "{}").replace("Host:", "Connection: close\r\nHost:"));
            Answer answer = client.answer();
            assertThat(answer.headers()).containsEntry("connection", "close");
            assertThat(client.isClosed()).isTrue();
        }
        try (RawClient client = new RawClient(server.port())) {
            client.send("GET / HTTP/1.0\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void aClientThatAsksFirstIsToldToContinue() {
        String call = RawClient.call("ListTables", "{}").replace("Host:", "Expect: 100-continue\r\nHost:");
        int bodyStart = call.indexOf("\r\n\r\n") + 4;
        try (RawClient client = new RawClient(server.port())) {
            client.send(call.substring(0, bodyStart));
            assertThat(client.answer().status()).isEqualTo(100);
            client.send(call.substring(bodyStart));
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void closingLetsTheRequestInFlightFinish() throws Exception {
        CompletableFuture<Wire.Response> pending = new CompletableFuture<>();
        CompletableFuture<Void> asked = new CompletableFuture<>();
        AtomicInteger greeted = new AtomicInteger();
        int all = 2 * Runtime.getRuntime().availableProcessors();
        Server closing = Server.start(
                request -> {
                    if (greeted.incrementAndGet() <= all) {
                        return CompletableFuture.completedFuture(response("hello"));
                    }
                    asked.complete(null);
                    return pending;
                },
                ANY_PORT);
        List<RawClient> idle = new ArrayList<>();
        try (RawClient client = new RawClient(closing.port())) {
            // One on every event loop: when all are closed, the busy connection's loop knows of the closing, too.
            for (int i = 0; i < all; i++) {
                RawClient each = new RawClient(closing.port());
                idle.add(each);
                // Once it was answered it is known to its loop, and not only to the system.
                each.send(RawClient.call("GetItem", "{}"));
                assertThat(each.answer().text()).isEqualTo("hello");
            }
            client.send(RawClient.call("PutItem", "{}"));
            asked.join();
            Thread closer = new Thread(closing::close);
            closer.start();
            for (RawClient each : idle) {
                assertThat(each.isClosed()).isTrue();
                each.close();
            }
            pending.complete(response("kept"));
            Answer answer = client.answer();
            assertThat(answer.text()).isEqualTo("kept");
            assertThat(answer.headers()).containsEntry("connection", "close");
            closer.join();
            assertThatThrownBy(() -> new RawClient(closing.port())).hasMessageContaining("refused");
        }
    }

    @Test
    void whatDoesNotFitIsRefusedInTheServicesWords() {
        try (Server small = Server.start(
                        new Wire(engine, false),
                        ANY_PORT.withLimits(HttpLimits.defaults().withInFlightBytes(MIB)));
                RawClient client = new RawClient(small.port())) {
            Answer throttled = client.send(RawClient.call("ListTables", "{}" + " ".repeat(MIB)))
                    .answer();
            assertThat(throttled.status()).isEqualTo(400);
            assertThat(throttled.text()).contains("#ThrottlingException");
            client.send("POST / HTTP/1.1\r\n" + RawClient.headers("PutItem") + "Content-Length: " + (16 * MIB + 1)
                    + "\r\n\r\n");
            Answer tooLarge = client.answer();
            assertThat(tooLarge.status()).isEqualTo(413);
            assertThat(tooLarge.bytes()).isEmpty();
        }
    }

    @Test
    void aBodyThatIsNotGzipIsASerializationException() {
        Answer answer =
                answerTo(RawClient.call("ListTables", "{}").replace("Host:", "Content-Encoding: gzip\r\nHost:"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text()).contains("SerializationException");
    }

    @Test
    void aFaultIsAnInternalServerError() {
        try (Server faulty = Server.start(
                        request -> {
                            throw new IllegalStateException("a fault made by a test");
                        },
                        ANY_PORT);
                RawClient client = new RawClient(faulty.port())) {
            Answer answer = client.send(RawClient.call("GetItem", "{}")).answer();
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).contains("#InternalServerError").doesNotContain("made by a test");
        }
    }

    @Test
    void listedPagesMayUseIt() {
        Server.Options listed = new Server.Options(
                "localhost",
                0,
                List.of("db.example"),
                List.of("http://localhost:8001"),
                false,
                "us-east-1",
                false,
                HttpLimits.defaults());
        try (Server permissive = Server.start(new Wire(engine, false), listed);
                RawClient client = new RawClient(permissive.port())) {
            client.send("GET / HTTP/1.1\r\nHost: db.example\r\nOrigin: http://localhost:8001\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
            client.send("GET / HTTP/1.1\r\nHost: db.example\r\nOrigin: http://db.example\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(403);
        }
    }

    @Test
    void aTakenPortIsNamed() {
        assertThatThrownBy(() -> Server.start(new Wire(engine, false), ANY_PORT.withPort(server.port())))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("Port " + server.port() + " is already in use.");
    }

    @Test
    void anAddressOthersCanReachNeedsInsecure() {
        Server.Options open = new Server.Options(
                "0.0.0.0", 0, List.of(), List.of(), false, "us-east-1", false, HttpLimits.defaults());
        assertThatThrownBy(() -> Server.start(new Wire(engine, false), open))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("not authenticated")
                .hasMessageContaining("`insecure`");
        Server.Options insecure =
                new Server.Options("0.0.0.0", 0, List.of(), List.of(), true, "us-east-1", false, HttpLimits.defaults());
        Server.start(new Wire(engine, false), insecure).close();
    }

    private static Answer answerTo(String request) {
        try (RawClient client = new RawClient(server.port())) {
            return client.send(request).answer();
        }
    }

    private static Wire.Response response(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new Wire.Response(200, bytes, bytes.length);
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.onSpinWait();
        }
    }

    private static long crc(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }
}
