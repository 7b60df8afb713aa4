package dev.partita.http;

import static dev.partita.http.Served.ANY_PORT;
import static dev.partita.http.Served.GET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.http.RawClient.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Answers made while they are sent. */
class StreamTest {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Counts its calls, and that none comes during another or after the close. */
    private static final class Source implements HttpAnswer.Pieces {
        private final IntFunction<byte[]> pieces;
        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicInteger busy = new AtomicInteger();
        private final AtomicInteger closes = new AtomicInteger();
        private final CompletableFuture<Void> closed = new CompletableFuture<>();
        private volatile String fault;

        Source(IntFunction<byte[]> pieces) {
            this.pieces = pieces;
        }

        @Override
        public byte[] next() {
            enter("next");
            try {
                return pieces.apply(calls.getAndIncrement());
            } finally {
                busy.decrementAndGet();
            }
        }

        @Override
        public void close() {
            enter("close");
            busy.decrementAndGet();
            closes.incrementAndGet();
            closed.complete(null);
        }

        private void enter(String what) {
            if (busy.incrementAndGet() > 1) {
                fault = what + " during another call";
            }
            if (closes.get() > 0) {
                fault = what + " after close";
            }
            if (!Thread.currentThread().getName().startsWith("partita-stream")) {
                fault = what + " on " + Thread.currentThread().getName();
            }
        }

        void assertClosed() {
            assertThat(closed).succeedsWithin(PATIENCE);
            assertThat(fault).isNull();
        }
    }

    private HttpServer server;

    @AfterEach
    void stop() {
        server.close();
    }

    private RawClient serve(Source source) {
        return serve(source, ANY_PORT);
    }

    private RawClient serve(Source source, HttpServer.Options options) {
        server = HttpServer.start(
                request -> CompletableFuture.completedFuture(
                        request.path().equals("/")
                                ? HttpAnswer.stream(200, "application/x-ndjson", source)
                                : HttpAnswer.of(200, "a/b", bytes("plain"))),
                options);
        return new RawClient(server.port());
    }

    @Test
    void piecesArriveInOrderAndTheConnectionGoesOn() {
        Source source = new Source(i -> i == 1000 ? null : bytes(i % 10 == 3 ? "" : i + "\n"));
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            expected.append(i % 10 == 3 ? "" : i + "\n");
        }
        try (RawClient client = serve(source)) {
            // The second request waits for the end of the first answer.
            client.send(GET + GET.replace("/ ", "/plain "));
            Answer answer = client.answer();
            assertThat(answer.headers())
                    .containsEntry("transfer-encoding", "chunked")
                    .containsEntry("content-type", "application/x-ndjson")
                    .doesNotContainKey("content-length");
            assertThat(answer.text()).isEqualTo(expected.toString());
            assertThat(client.answer().text()).isEqualTo("plain");
            source.assertClosed();
            assertThat(source.calls).hasValue(1001);
        }
    }

    @Test
    void aStreamWithoutPiecesIsEmpty() {
        Source source = new Source(i -> null);
        try (RawClient client = serve(source)) {
            assertThat(client.send(GET).answer().bytes()).isEmpty();
            source.assertClosed();
        }
    }

    @Test
    void largePiecesArriveWhole() {
        byte[][] pieces = new byte[7][];
        Random random = new Random(11);
        int total = 0;
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = new byte[1 + random.nextInt(1_500_000)];
            random.nextBytes(pieces[i]);
            total += pieces[i].length;
        }
        byte[] expected = new byte[total];
        int at = 0;
        for (byte[] piece : pieces) {
            System.arraycopy(piece, 0, expected, at, piece.length);
            at += piece.length;
        }
        try (RawClient client = serve(new Source(i -> i < pieces.length ? pieces[i] : null))) {
            assertThat(Arrays.equals(client.send(GET).answer().bytes(), expected))
                    .isTrue();
        }
    }

    @Test
    void aClientThatGoesStopsTheStream() throws IOException {
        Source source = new Source(i -> bytes("x".repeat(10_000)));
        try (RawClient client = serve(source)) {
            client.send(GET).head();
            client.chunk();
            client.chunk();
        }
        source.assertClosed();
    }

    @Test
    void aClientThatDoesNotReadIsNotWrittenForAndCutOffIntheEnd() {
        int pieceBytes = 100_000;
        Source source = new Source(i -> new byte[pieceBytes]);
        Duration minute = Duration.ofMinutes(1);
        HttpLimits limits = HttpLimits.defaults().withTimes(minute, minute, Duration.ofSeconds(1));
        try (RawClient client = serve(source, ANY_PORT.withLimits(limits))) {
            client.send(GET);
            source.assertClosed();
            // What the two ends of the socket hold, and a few pieces; not what could have been made meanwhile.
            assertThat((long) source.calls.get() * pieceBytes).isLessThan(64 * 1024 * 1024);
        }
    }

    @Test
    void aSourceMayTakeLongerThanAClientMay() throws IOException {
        Duration minute = Duration.ofMinutes(1);
        HttpLimits limits = HttpLimits.defaults().withTimes(minute, minute, Duration.ofSeconds(1));
        CountDownLatch idleIsOver = new CountDownLatch(1);
        Source source = new Source(i -> {
            await(idleIsOver);
            return i == 0 ? bytes("late") : null;
        });
        try (RawClient client = serve(source, ANY_PORT.withLimits(limits));
                RawClient idle = new RawClient(server.port())) {
            client.send(GET).head();
            // Another connection on which nothing happens is closed meanwhile.
            assertThat(idle.isClosed()).isTrue();
            idleIsOver.countDown();
            assertThat(client.chunk()).asString().isEqualTo("late");
            assertThat(client.chunk()).isEmpty();
        }
    }

    @Test
    void aStreamThatFailsEndsWithoutItsEnd() throws IOException {
        Source source = new Source(i -> {
            if (i == 2) {
                throw new IllegalStateException("a fault made by a test");
            }
            return bytes("piece");
        });
        try (RawClient client = serve(source)) {
            client.send(GET).head();
            client.chunk();
            client.chunk();
            assertThat(client.isClosed()).isTrue();
            source.assertClosed();
        }
    }

    @Test
    void aClientOfTheOldKindGetsThePiecesBare() throws IOException {
        Source source = new Source(i -> i == 3 ? null : bytes("piece " + i + "\n"));
        try (RawClient client = serve(source)) {
            client.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            assertThat(client.head().headers())
                    .containsEntry("connection", "close")
                    .doesNotContainKeys("transfer-encoding", "content-length");
            assertThat(client.rest()).asString().isEqualTo("piece 0\npiece 1\npiece 2\n");
            source.assertClosed();
        }
    }

    @Test
    void connectionCloseIsHonouredAfterTheStream() {
        Source source = new Source(i -> i == 3 ? null : bytes("piece"));
        try (RawClient client = serve(source)) {
            client.send(GET.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
            assertThat(client.answer().text()).isEqualTo("piecepiecepiece");
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void aClientThatSaysItIsDoneSendingStillGetsTheStream() {
        Source source = new Source(i -> i == 50 ? null : bytes("piece"));
        try (RawClient client = serve(source)) {
            client.send(GET).endOutput();
            assertThat(client.answer().text()).isEqualTo("piece".repeat(50));
            assertThat(client.isClosed()).isTrue();
        }
    }

    @Test
    void headAsksForNoPiece() {
        Source source = new Source(i -> bytes("piece"));
        try (RawClient client = serve(source)) {
            client.send(GET.replace("GET", "HEAD") + GET.replace("/ ", "/plain "));
            assertThat(client.answer(false).status()).isEqualTo(200);
            assertThat(client.answer().text()).isEqualTo("plain");
            source.assertClosed();
            assertThat(source.calls).hasValue(0);
        }
    }

    @Test
    void aStreamForAClientThatIsGoneIsClosed() {
        Source source = new Source(i -> bytes("piece"));
        CompletableFuture<HttpAnswer> pending = new CompletableFuture<>();
        CountDownLatch asked = new CountDownLatch(1);
        Duration minute = Duration.ofMinutes(1);
        server = HttpServer.start(
                request -> {
                    asked.countDown();
                    return pending;
                },
                ANY_PORT.withLimits(HttpLimits.defaults().withTimes(minute, minute, minute)));
        try (RawClient client = new RawClient(server.port())) {
            client.send(GET);
            await(asked);
        }
        pending.complete(HttpAnswer.stream(200, "a/b", source));
        source.assertClosed();
    }

    @Test
    void closingTheServerLetsAStreamEnd() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        Source source = new Source(i -> {
            if (i == 1) {
                await(closing);
            }
            return i == 100 ? null : bytes("piece");
        });
        try (RawClient client = serve(source);
                RawClient idle = new RawClient(server.port())) {
            client.send(GET).head();
            client.chunk();
            assertThat(idle.send(GET.replace("/ ", "/plain ")).answer().text()).isEqualTo("plain");
            Thread closer = new Thread(server::close);
            closer.start();
            assertThat(idle.isClosed()).isTrue();
            closing.countDown();
            for (int i = 1; i < 100; i++) {
                assertThat(client.chunk()).asString().isEqualTo("piece");
            }
            assertThat(client.chunk()).isEmpty();
            assertThat(client.isClosed()).isTrue();
            closer.join();
            source.assertClosed();
        }
    }

    @Test
    void anEndlessStreamDoesNotKeepTheServerFromClosing() throws IOException {
        HttpLimits limits = HttpLimits.defaults().withDrain(Duration.ofMillis(100));
        Source source = new Source(i -> bytes("piece"));
        try (RawClient client = serve(source, ANY_PORT.withLimits(limits))) {
            client.send(GET).head();
            client.chunk();
            server.close();
            source.assertClosed();
            assertThat(readsToTheEnd(client)).isFalse();
        }
    }

    /** Whether the stream is complete. */
    private static boolean readsToTheEnd(RawClient client) {
        try {
            while (client.chunk().length > 0) {
                // What was on its way.
            }
            return true;
        } catch (IOException cut) {
            return false;
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
