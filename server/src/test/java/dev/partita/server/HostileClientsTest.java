package dev.partita.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partita.engine.Engine;
import dev.partita.http.HttpLimits;
import dev.partita.http.RawClient;
import dev.partita.http.RawClient.Answer;
import dev.partita.wire.Wire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each limit of the transport, met by a client that does not keep to it; and others are served meanwhile. */
class HostileClientsTest {

    private static final int MIB = 1024 * 1024;
    private static final Server.Options ANY_PORT = Server.Options.defaults().withPort(0);
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(100);

    private static Engine engine;
    private static Server server;

    @BeforeAll
    static void start() {
        engine = Engine.inMemory(Engine.Options.defaults());
        server = start(HttpLimits.defaults());
    }

    @AfterAll
    static void stop() {
        server.close();
        engine.close();
    }

    @Test
    void aBodyAnnouncedAsTooLargeIsRefusedAtOnce() {
        try (RawClient client = new RawClient(server.port())) {
            client.send("POST / HTTP/1.1\r\n" + RawClient.headers("PutItem") + "Content-Length: " + (16 * MIB + 1)
                    + "\r\n\r\n");
            Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.bytes()).isEmpty();
            // What was on its way is read and dropped, so that the client sees the answer.
            client.trySend(new byte[MIB]);
        }
    }

    @Test
    void aBodyOfSixteenMebibytesIsRead() {
        String body = "{}" + " ".repeat(16 * MIB - 2);
        try (RawClient client = new RawClient(server.port())) {
            assertThat(client.send(RawClient.call("ListTables", body)).answer().text())
                    .isEqualTo("{\"TableNames\":[]}");
        }
    }

    @Test
    void aChunkedBodyThatGrowsTooLargeIsRefused() {
        try (RawClient client = new RawClient(server.port())) {
            client.send("POST / HTTP/1.1\r\n" + RawClient.headers("PutItem") + "Transfer-Encoding: chunked\r\n\r\n");
            byte[] chunk = ("100000\r\n" + " ".repeat(MIB) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 17; i++) {
                client.trySend(chunk);
            }
            Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.bytes()).isEmpty();
        }
    }

    @Test
    void longRequestLinesAndHeadersAreRefused() {
        assertRefused("GET /" + "a".repeat(17_000) + " HTTP/1.1\r\nHost: a\r\n\r\n", "too long");
        assertRefused("GET / HTTP/1.1\r\nHost: a\r\nX: " + "a".repeat(17_000) + "\r\n\r\n", "too long");
        assertRefused("GET / HTTP/1.1\r\nHost: a\r\n" + "X: aaaaaaaaaa\r\n".repeat(1500), "too long");
        assertRefused("a".repeat(40_000), "too long");
    }

    @Test
    void whateverCouldBeReadInTwoWaysIsRefused() {
        String post = "POST / HTTP/1.1\r\nHost: a\r\n";
        assertRefused(post + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n", "both Content-Length and");
        assertRefused(post + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n", "both Content-Length and");
        assertRefused(post + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "Content-Length must be one number");
        assertRefused(post + "Content-Length: 2, 2\r\n\r\n{}", "Content-Length must be one number");
        assertRefused(post + "Content-Length: +2\r\n\r\n{}", "Content-Length must be one number");
        assertRefused(post + "Content-Length: -1\r\n\r\n{}", "Content-Length must be one number");
        assertRefused(post + "Content-Length: 0x2\r\n\r\n{}", "Content-Length must be one number");
        assertRefused(post + "Content-Length: 99999999999999999999\r\n\r\n{}", "Content-Length must be one number");
        assertRefused(post + "Content-Length:\r\n\r\n{}", "Content-Length must be one number");
        assertRefused(post + "Transfer-Encoding: gzip, chunked\r\n\r\n", "Transfer-Encoding");
        assertRefused(post + "Transfer-Encoding: identity\r\n\r\n", "Transfer-Encoding");
        assertRefused(post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n", "Transfer-Encoding");
        assertRefused("POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", "needs HTTP/1.1");
        assertRefused(post + "Content-Length : 2\r\n\r\n{}", "without a proper name");
        assertRefused(post + " Content-Length: 2\r\n\r\n{}", "without a proper name");
        assertRefused(post + "X: a\r\n folded\r\n\r\n", "without a proper name");
        assertRefused(post + ": a\r\n\r\n", "without a proper name");
        assertRefused(post + "no colon\r\n\r\n", "without a proper name");
        assertRefused(post + "X: a\nContent-Length: 2\r\n\r\n{}", "a line feed without");
        assertRefused(post + "X: a\rContent-Length: 2\r\n\r\n{}", "a carriage return without");
        assertRefused(post + "X: a\u0000b\r\n\r\n", "control character");
        assertRefused(post + "Host: b\r\n\r\n", "Host came twice");
        assertRefused("POST / HTTP/1.1\r\n\r\n", "needs a Host");
        assertRefused("POST  / HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP");
        assertRefused("POST / HTTP/1.1 \r\nHost: a\r\n\r\n", "HTTP");
        assertRefused("POST /\r\nHost: a\r\n\r\n", "HTTP");
        assertRefused("POST / HTTP/2.0\r\nHost: a\r\n\r\n", "HTTP");
        assertRefused("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP");
        assertRefused("\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\r\n\r\n", "control character");
    }

    @Test
    void brokenChunksAreRefused() {
        String head = "POST / HTTP/1.1\r\n" + RawClient.headers("ListTables") + "Transfer-Encoding: chunked\r\n\r\n";
        assertRefused(head + "\r\n", "chunk");
        assertRefused(head + "x\r\n", "chunk");
        assertRefused(head + "-1\r\n", "chunk");
        assertRefused(head + "0x2\r\n", "chunk");
        assertRefused(head + "2\n{}\r\n", "chunk");
        assertRefused(head + "2\r\n{}x\r\n", "chunk");
        assertRefused(head + "2\r\n{}\r\n0\r\nX: a\n\r\n", "chunk");
        assertRefused(head + "0000000000000002\r\n{}", "chunk");
        assertRefused(head + "2;" + "e".repeat(17_000) + "\r\n{}", "chunk");
        assertRefused(head + "0\r\n" + "X: aaaaaa\r\n".repeat(2_000), "chunk");
    }

    @Test
    void aBorrowedNameIsMisdirected() {
        for (String host : List.of(
                "evil.example",
                "evil.example:8000",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "evil.localhost.com",
                "127.0.0.1:8000@evil.example",
                "[::1].evil.example",
                "256.1.1.1",
                "1.2.3",
                "")) {
            Answer answer = answerTo("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
            assertThat(answer.status()).as(host).isEqualTo(421);
        }
        assertThat(answerTo("GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
                        .status())
                .isEqualTo(421);
        // The first request of a connection does not vouch for the next.
        try (RawClient client = new RawClient(server.port())) {
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
            assertThat(client.answer().status()).isEqualTo(421);
        }
    }

    @Test
    void namesThatPublicDnsCannotHoldAreLetIn() {
        for (String host : List.of(
                "localhost",
                "LOCALHOST:8000",
                "app.localhost",
                "127.0.0.1:8000",
                "192.168.1.7",
                "[::1]:8000",
                "[fe80::1]",
                "dynamodb",
                "my_container:8000",
                "host.docker.internal:8000")) {
            assertThat(answerTo("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n").status())
                    .as(host)
                    .isEqualTo(200);
        }
    }

    @Test
    void webPagesAreRefusedUnlessListed() {
        String get = "GET / HTTP/1.1\r\nHost: localhost\r\n";
        assertThat(answerTo(get + "Origin: http://evil.example\r\n\r\n").status())
                .isEqualTo(403);
        assertThat(answerTo(get + "Origin: null\r\n\r\n").status()).isEqualTo(403);
        assertThat(answerTo(get + "Sec-Fetch-Site: cross-site\r\n\r\n").status())
                .isEqualTo(403);
        assertThat(answerTo(get + "Sec-Fetch-Site: same-site\r\n\r\n").status()).isEqualTo(403);
        assertThat(answerTo(get + "Sec-Fetch-Site: none\r\n\r\n").status()).isEqualTo(200);
        Answer preflight = answerTo("OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n"
                + "Access-Control-Request-Method: POST\r\n\r\n");
        assertThat(preflight.status()).isEqualTo(403);
        assertThat(preflight.headers().keySet()).noneMatch(name -> name.startsWith("access-control"));

        Server.Options listed = new Server.Options(
                "localhost",
                0,
                List.of("db.example"),
                List.of("http://localhost:8001"),
                false,
                "us-east-1",
                HttpLimits.defaults());
        try (Server permissive = Server.start(new Wire(engine, false), listed);
                RawClient client = new RawClient(permissive.port())) {
            client.send("GET / HTTP/1.1\r\nHost: db.example\r\nOrigin: http://localhost:8001\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo(200);
        }
    }

    @Test
    void aGzippedBodyIsUnpacked() throws IOException {
        assertThat(answerToPacked(gzip("{\"Limit\":1}".getBytes(StandardCharsets.UTF_8)))
                        .text())
                .isEqualTo("{\"TableNames\":[]}");
        assertThat(answerToPacked("{}".getBytes(StandardCharsets.UTF_8)).text()).contains("SerializationException");
    }

    @Test
    void aGzipBombDoesNotGoOff() throws IOException {
        assertThat(answerToPacked(gzip(new byte[64 * MIB])).status()).isEqualTo(413);
        assertThat(answerToPacked(gzip(new byte[15 * MIB])).status()).isEqualTo(413);
    }

    @Test
    void slowHeadersAreCutOff() {
        try (Server strict = start(HttpLimits.defaults().withTimes(SHORT, LONG, LONG));
                RawClient client = new RawClient(strict.port())) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\n");
            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void aBodyThatStopsComingIsCutOff() {
        try (Server strict = start(HttpLimits.defaults().withTimes(LONG, SHORT, LONG));
                RawClient client = new RawClient(strict.port())) {
            client.send("POST / HTTP/1.1\r\n" + RawClient.headers("PutItem") + "Content-Length: 100\r\n\r\n{");
            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void anIdleOrHalfOpenConnectionIsClosed() {
        try (Server strict = start(HttpLimits.defaults().withTimes(LONG, LONG, SHORT));
                RawClient silent = new RawClient(strict.port());
                RawClient served = new RawClient(strict.port())) {
            served.send(RawClient.call("ListTables", "{}"));
            assertThat(served.answer().status()).isEqualTo(200);
            assertThat(silent.isClosed()).isTrue();
            assertThat(served.isClosed()).isTrue();
        }
    }

    @Test
    void aClientThatLeavesInTheMiddleLeavesNothingBehind() {
        for (int i = 0; i < 20; i++) {
            try (RawClient client = new RawClient(server.port())) {
                client.send(RawClient.call("ListTables", "{}").substring(0, 50 + 10 * i));
            }
        }
        assertServes(server);
    }

    @Test
    void twoHundredIdleConnectionsDoNotStopOthers() {
        List<RawClient> idle = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            RawClient client = new RawClient(server.port());
            idle.add(i % 2 == 0 ? client : client.send("POST / HTTP/1.1\r\nHo"));
        }
        for (int i = 0; i < 20; i++) {
            assertServes(server);
        }
        idle.forEach(RawClient::close);
    }

    @Test
    void oneConnectionTooManyIsTurnedAway() {
        try (Server small = start(HttpLimits.defaults().withConnections(2, 100));
                RawClient first = new RawClient(small.port());
                RawClient second = new RawClient(small.port())) {
            assertThat(first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answer().status())
                    .isEqualTo(200);
            assertThat(second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answer().status())
                    .isEqualTo(200);
            try (RawClient third = new RawClient(small.port())) {
                assertThat(third.answer().status()).isEqualTo(503);
            }
            first.close();
            assertThat(second.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n").answer().status())
                    .isEqualTo(200);
        }
    }

    @Test
    void oneAddressCannotTakeAllConnections() throws IOException {
        InetAddress address = addressOthersSee();
        assumeTrue(address != null, "this machine has no address but its own");
        Server.Options open = new Server.Options(
                "0.0.0.0",
                0,
                List.of(),
                List.of(),
                true,
                "us-east-1",
                HttpLimits.defaults().withConnections(100, 1));
        String get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        try (Server reachable = Server.start(new Wire(engine, false), open);
                RawClient first = new RawClient(address, reachable.port())) {
            assertThat(first.send(get).answer().status()).isEqualTo(200);
            try (RawClient second = new RawClient(address, reachable.port())) {
                assertThat(second.answer().status()).isEqualTo(503);
            }
            try (RawClient local = new RawClient(reachable.port())) {
                assertThat(local.send(get).answer().status()).isEqualTo(200);
            }
        }
    }

    @Test
    void requestsThatDoNotFitInMemoryAreThrottledAndTheConnectionStays() {
        try (Server small = start(HttpLimits.defaults().withInFlightBytes(MIB));
                RawClient client = new RawClient(small.port())) {
            Answer refused = client.send(RawClient.call("ListTables", "{}" + " ".repeat(MIB)))
                    .answer();
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.text()).contains("#ThrottlingException");
            assertThat(client.send(RawClient.call("ListTables", "{}")).answer().status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aPromisedBodyHoldsNoMemory() {
        try (Server small = start(HttpLimits.defaults().withInFlightBytes(MIB))) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                RawClient client = new RawClient(small.port());
                clients.add(client.send("POST / HTTP/1.1\r\n" + RawClient.headers("PutItem") + "Content-Length: "
                        + 16 * MIB + "\r\n\r\n{"));
            }
            for (int i = 0; i < 20; i++) {
                assertServes(small);
            }
            clients.forEach(RawClient::close);
        }
    }

    @Test
    void aClientThatDoesNotReadStopsOnlyItself() {
        try (RawClient client = new RawClient(server.port())) {
            byte[] requests = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(1000).getBytes(StandardCharsets.US_ASCII);
            Thread flood = new Thread(() -> {
                for (int i = 0; i < 100; i++) {
                    client.trySend(requests);
                }
            });
            flood.setDaemon(true);
            flood.start();
            for (int i = 0; i < 20; i++) {
                assertServes(server);
            }
        }
    }

    @Test
    void longAnswersThatNobodyReadsLeaveRoomForOthersOnceTheirClientsAreCutOff() {
        byte[] bytes = new byte[8 * MIB];
        HttpLimits limits = HttpLimits.defaults().withInFlightBytes(16 * MIB).withTimes(LONG, LONG, SHORT);
        try (Server large = Server.start(
                request -> CompletableFuture.completedFuture(new Wire.Response(200, bytes, bytes.length)),
                ANY_PORT.withLimits(limits))) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                clients.add(new RawClient(large.port()).send(RawClient.call("Query", "{}")));
            }
            int status;
            do {
                try (RawClient client = new RawClient(large.port())) {
                    status = client.send(RawClient.call("Query", "{}")).answer().status();
                }
            } while (status == 400);
            assertThat(status).isEqualTo(200);
            clients.forEach(RawClient::close);
        }
    }

    private static InetAddress addressOthersSee() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findFirst()
                .orElse(null);
    }

    private static Server start(HttpLimits limits) {
        return Server.start(new Wire(engine, false), ANY_PORT.withLimits(limits));
    }

    private static void assertServes(Server server) {
        try (RawClient client = new RawClient(server.port())) {
            assertThat(client.send(RawClient.call("ListTables", "{}")).answer().text())
                    .isEqualTo("{\"TableNames\":[]}");
        }
    }

    private static void assertRefused(String request, String why) {
        try (RawClient client = new RawClient(server.port())) {
            client.trySend(request.getBytes(StandardCharsets.ISO_8859_1));
            Answer answer = client.answer();
            assertThat(answer.status()).as(request).isEqualTo(400);
            assertThat(answer.text()).as(request).contains(why);
            assertThat(answer.headers()).containsEntry("connection", "close");
            assertThat(client.isClosed()).isTrue();
        }
    }

    private static Answer answerTo(String request) {
        try (RawClient client = new RawClient(server.port())) {
            return client.send(request).answer();
        }
    }

    private static Answer answerToPacked(byte[] body) {
        try (RawClient client = new RawClient(server.port())) {
            client.send("POST / HTTP/1.1\r\n" + RawClient.headers("ListTables")
                    + "Content-Encoding: gzip\r\nContent-Length: " + body.length + "\r\n\r\n");
            return client.send(body).answer();
        }
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }
}
