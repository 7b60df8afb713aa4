package dev.partita.http;

import static dev.partita.http.Served.ANY_PORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partita.http.RawClient.Answer;
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
    private static final String HEADERS = "Host: localhost:8001\r\nContent-Type: application/json\r\n";
    private static final String CALL = "POST / HTTP/1.1\r\n" + HEADERS + "Content-Length: 2\r\n\r\n{}";
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(100);
    /** For limits that a proper client keeps to in the same test, also on a machine that is busy with something else. */
    private static final Duration ENOUGH = Duration.ofSeconds(1);

    /** Sends back what came. */
    private static final Handler ECHO = request ->
            CompletableFuture.completedFuture(HttpAnswer.of(200, "application/octet-stream", request.body()));

    private static HttpServer server;

    @BeforeAll
    static void start() {
        server = start(HttpLimits.defaults());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aBodyAnnouncedAsTooLargeIsRefusedAtOnce() {
        try (RawClient client = new RawClient(server.port())) {
            client.send("POST / HTTP/1.1\r\n" + HEADERS + "Content-Length: " + (16 * MIB + 1) + "\r\n\r\n");
            Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.text()).contains("16777216 bytes");
            // What was on its way is read and dropped, so that the client sees the answer.
            client.trySend(new byte[MIB]);
        }
    }

    @Test
    void aBodyOfSixteenMebibytesIsRead() {
        String body = "{}" + " ".repeat(16 * MIB - 2);
        try (RawClient client = new RawClient(server.port())) {
            client.send("POST / HTTP/1.1\r\n" + HEADERS + "Content-Length: " + 16 * MIB + "\r\n\r\n" + body);
            assertThat(client.answer().text()).isEqualTo(body);
        }
    }

    @Test
    void aChunkedBodyThatGrowsTooLargeIsRefused() {
        try (RawClient client = new RawClient(server.port())) {
            client.send("POST / HTTP/1.1\r\n" + HEADERS + "Transfer-Encoding: chunked\r\n\r\n");
            byte[] chunk = ("100000\r\n" + " ".repeat(MIB) + "\r\n").getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 17; i++) {
                client.trySend(chunk);
            }
            Answer answer = client.answer();
            assertThat(answer.status()).isEqualTo(413);
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
        TwoWays.heads().forEach(each -> assertRefused(each.request(), each.why()));
    }

    @Test
    void brokenChunksAreRefused() {
        TwoWays.chunks().forEach(each -> assertRefused(each.request(), each.why()));
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
    void webPagesAreRefused() {
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
    }

    @Test
    void aGzippedBodyIsUnpacked() throws IOException {
        assertThat(answerToPacked(gzip("{\"a\":1}".getBytes(StandardCharsets.UTF_8)))
                        .text())
                .isEqualTo("{\"a\":1}");
        Answer plain = answerToPacked("{}".getBytes(StandardCharsets.UTF_8));
        assertThat(plain.status()).isEqualTo(400);
        assertThat(plain.text()).contains("not gzip");
    }

    @Test
    void aGzipBombDoesNotGoOff() throws IOException {
        assertThat(answerToPacked(gzip(new byte[64 * MIB])).status()).isEqualTo(413);
        assertThat(answerToPacked(gzip(new byte[15 * MIB])).status()).isEqualTo(413);
    }

    @Test
    void slowHeadersAreCutOff() {
        try (HttpServer strict = start(HttpLimits.defaults().withTimes(SHORT, LONG, LONG));
                RawClient client = new RawClient(strict.port())) {
            client.send("POST / HTTP/1.1\r\nHost: a\r\n");
            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void aBodyThatStopsComingIsCutOff() {
        try (HttpServer strict = start(HttpLimits.defaults().withTimes(LONG, SHORT, LONG));
                RawClient client = new RawClient(strict.port())) {
            client.send("POST / HTTP/1.1\r\n" + HEADERS + "Content-Length: 100\r\n\r\n{");
            assertThat(client.answer().status()).isEqualTo(408);
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void anIdleOrHalfOpenConnectionIsClosed() {
        try (HttpServer strict = start(HttpLimits.defaults().withTimes(LONG, LONG, ENOUGH));
                RawClient silent = new RawClient(strict.port());
                RawClient served = new RawClient(strict.port())) {
            served.send(CALL);
            assertThat(served.answer().status()).isEqualTo(200);
            assertThat(silent.isClosed()).isTrue();
            assertThat(served.isClosed()).isTrue();
        }
    }

    @Test
    void aClientThatLeavesInTheMiddleLeavesNothingBehind() {
        for (int i = 0; i < 20; i++) {
            try (RawClient client = new RawClient(server.port())) {
                client.send(CALL.substring(0, 3 * i));
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
    void oneConnectionTooManyIsTurnedAwayIfNoneIsIdle() {
        try (HttpServer small = start(HttpLimits.defaults().withConnections(2, 100));
                RawClient first = new RawClient(small.port());
                RawClient second = new RawClient(small.port());
                RawClient third = new RawClient(small.port())) {
            for (RawClient client : List.of(first, second, third)) {
                assertThat(client.send(CALL).answer().status()).isEqualTo(200);
                client.send("GET / HTTP/1.1\r\nHo");
            }
            try (RawClient fourth = new RawClient(small.port())) {
                assertThat(fourth.answer().status()).isEqualTo(503);
            }
            first.close();
            assertThat(second.send("st: a\r\n\r\n").answer().status()).isEqualTo(200);
            assertThat(third.send("st: a\r\n\r\n").answer().status()).isEqualTo(200);
        }
    }

    @Test
    void idleConnectionsGiveWayToNewOnes() {
        HttpLimits limits = HttpLimits.defaults().withConnections(20, 100).withTimes(LONG, LONG, LONG);
        try (HttpServer small = start(limits);
                RawClient busy = new RawClient(small.port())) {
            assertThat(busy.send(CALL).answer().status()).isEqualTo(200);
            busy.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Le");
            List<RawClient> idle = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                idle.add(new RawClient(small.port()));
            }
            assertServesSoon(small);
            assertThat(busy.send("ngth: 2\r\n\r\n{}").answer().status()).isEqualTo(200);
            idle.forEach(RawClient::close);
        }
    }

    @Test
    void oneAddressCannotTakeAllConnections() throws IOException {
        InetAddress address = addressOthersSee();
        assumeTrue(address != null, "this machine has no address but its own");
        HttpServer.Options open = new HttpServer.Options(
                "0.0.0.0", 0, List.of(), List.of(), true, HttpLimits.defaults().withConnections(100, 1));
        String get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
        try (HttpServer reachable = HttpServer.start(ECHO, open);
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
        try (HttpServer small = start(HttpLimits.defaults().withInFlightBytes(MIB));
                RawClient client = new RawClient(small.port())) {
            client.send("POST / HTTP/1.1\r\n" + HEADERS + "Content-Length: " + MIB + "\r\n\r\n" + " ".repeat(MIB));
            Answer refused = client.answer();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.text()).contains("Try again shortly");
            assertThat(client.send(CALL).answer().status()).isEqualTo(200);
        }
    }

    @Test
    void aPromisedBodyHoldsNoMemory() {
        try (HttpServer small = start(HttpLimits.defaults().withInFlightBytes(MIB))) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 30; i++) {
                RawClient client = new RawClient(small.port());
                clients.add(client.send("POST / HTTP/1.1\r\n" + HEADERS + "Content-Length: " + 16 * MIB + "\r\n\r\n{"));
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
        HttpLimits limits = HttpLimits.defaults().withInFlightBytes(16 * MIB).withTimes(LONG, LONG, ENOUGH);
        try (HttpServer large = HttpServer.start(
                request -> CompletableFuture.completedFuture(HttpAnswer.of(200, "a/b", bytes)),
                ANY_PORT.withLimits(limits))) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                clients.add(new RawClient(large.port()).send(CALL));
            }
            int status;
            do {
                try (RawClient client = new RawClient(large.port())) {
                    status = client.send(CALL).answer().status();
                }
            } while (status == 503);
            assertThat(status).isEqualTo(200);
            clients.forEach(RawClient::close);
        }
    }

    @Test
    void anAnswerThatWaitsToBeReadTakesMemoryFromRequests() throws IOException {
        byte[] bytes = new byte[12 * MIB];
        HttpLimits limits = HttpLimits.defaults().withInFlightBytes(16 * MIB).withTimes(LONG, LONG, LONG);
        String upload =
                "POST / HTTP/1.1\r\n" + HEADERS + "Content-Length: " + 6 * MIB + "\r\n\r\n" + " ".repeat(6 * MIB);
        try (HttpServer large = HttpServer.start(
                request -> CompletableFuture.completedFuture(
                        HttpAnswer.of(200, "a/b", request.body().length > MIB ? new byte[1] : bytes)),
                ANY_PORT.withLimits(limits))) {
            // Whoever does not read for a second is cut off, and a busy machine may need longer than that for the
            // upload.
            boolean refused = false;
            for (int tries = 0; tries < 10 && !refused; tries++) {
                try (RawClient lazy = new RawClient(large.port());
                        RawClient other = new RawClient(large.port())) {
                    assertThat(lazy.send(CALL).head().status()).isEqualTo(200);
                    refused = other.send(upload).answer().status() == 503;
                }
            }
            assertThat(refused).as("an upload beside an answer of 12 of 16 MB").isTrue();
        }
    }

    @Test
    void clientsThatDoNotReadLongAnswersAreCutOffBeforeOthersSuffer() throws IOException {
        byte[] bytes = new byte[8 * MIB];
        HttpLimits limits = HttpLimits.defaults().withInFlightBytes(64 * MIB).withTimes(LONG, LONG, LONG);
        try (HttpServer large = HttpServer.start(
                request -> CompletableFuture.completedFuture(
                        HttpAnswer.of(200, "a/b", request.body().length == 0 ? bytes : request.body())),
                ANY_PORT.withLimits(limits))) {
            List<RawClient> clients = new ArrayList<>();
            String six = "GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(6);
            for (int i = 0; i < 60; i++) {
                clients.add(new RawClient(large.port()).send(six));
            }
            // A slow one that reads goes on to the end.
            try (RawClient slow = new RawClient(large.port())) {
                String get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
                for (Answer head = slow.send(get).head();
                        head.status() == 503;
                        head = slow.send(get).head()) {
                    slow.readSome(Integer.parseInt(head.headers().get("content-length")));
                }
                int read = 0;
                while (read < bytes.length) {
                    read += slow.readSome(64 * 1024);
                    assertServesSoon(large);
                }
                assertThat(read).isEqualTo(bytes.length);
            }
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

    private static HttpServer start(HttpLimits limits) {
        return HttpServer.start(ECHO, ANY_PORT.withLimits(limits));
    }

    private static void assertServes(HttpServer server) {
        try (RawClient client = new RawClient(server.port())) {
            assertThat(client.send(CALL).answer().text()).isEqualTo("{}");
        }
    }

    /** As a client that tries again when it is told to. */
    private static void assertServesSoon(HttpServer server) {
        long deadline = System.nanoTime() + ENOUGH.toNanos() * 10;
        int status;
        do {
            try (RawClient client = new RawClient(server.port())) {
                client.trySend(CALL.getBytes(StandardCharsets.US_ASCII));
                status = client.answer().status();
            }
        } while (status == 503 && System.nanoTime() - deadline < 0);
        assertThat(status).isEqualTo(200);
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
        return Served.answerTo(server, request);
    }

    private static Answer answerToPacked(byte[] body) {
        try (RawClient client = new RawClient(server.port())) {
            client.send("POST / HTTP/1.1\r\n" + HEADERS + "Content-Encoding: gzip\r\nContent-Length: " + body.length
                    + "\r\n\r\n");
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
