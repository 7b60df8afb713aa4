package dev.partita.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/**
 * Requests that were good until something happened to them: each is answered properly or the connection is closed; none
 * hangs, and none is a fault of the server's. {@code -Dseed=…} replays a run, {@code -Dfuzz.rounds=…} makes it longer.
 */
class HttpFuzzTest {

    private static final Seed SEED = Seed.draw();
    private static final int ROUNDS = Integer.getInteger("fuzz.rounds", 3000);

    private static final String MARKS = "\r\n\t :;,?#%/*@[]\"\u0000\u007f\u00ff0123456789abcdefXYZ";
    private static final List<String> WORDS = List.of(
            "\r\n",
            "\r\n\r\n",
            "GET ",
            "HEAD ",
            "OPTIONS ",
            " HTTP/1.0",
            " HTTP/1.1",
            "Content-Length: 5\r\n",
            "Transfer-Encoding: chunked\r\n",
            "Content-Encoding: gzip\r\n",
            "Expect: 100-continue\r\n",
            "Connection: close\r\n",
            "Host: evil.example\r\n",
            "Origin: http://localhost:3000\r\n",
            "Sec-Fetch-Site: cross-site\r\n",
            "0\r\n\r\n",
            "ffffffffffffff\r\n");

    private final Random random = SEED.random();

    @Test
    void everyRequestIsAnsweredOrTheConnectionClosed() throws IOException {
        List<byte[]> good = List.of(
                bytes("GET /a/b?c=d HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n"),
                bytes("HEAD /stream HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                bytes("GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HTTP/1.1\r\nHost: localhost\r\n\r\n"),
                bytes("GET /stream HTTP/1.0\r\n\r\n"),
                bytes("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 11\r\n\r\n{\"a\": true}"),
                bytes("PUT /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + "5;e=f\r\n{\"a\":\r\n2\r\n1}\r\n0\r\nTrailer: x\r\n\r\n"),
                bytes("PATCH /x HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}"),
                bytes("OPTIONS /x HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\n"
                        + "Access-Control-Request-Method: PUT\r\nAccess-Control-Request-Headers: if-match\r\n\r\n"),
                bytes("GET http://localhost/x HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n\r\n"),
                packed());
        HttpServer.Options options =
                HttpServer.Options.defaults().withPort(0).withOrigins(List.of("http://localhost:3000"));
        try (HttpServer server = HttpServer.start(HttpFuzzTest::answer, options)) {
            for (byte[] request : good) {
                assertThat(statuses(server, request)).allMatch(status -> status < 300);
            }
            for (int round = 0; round < ROUNDS; round++) {
                byte[] request = mutated(good.get(random.nextInt(good.size())), good);
                String where =
                        "seed " + SEED + ", round " + round + ": " + new String(request, StandardCharsets.ISO_8859_1);
                try {
                    assertThat(statuses(server, request))
                            .as(where)
                            .allMatch(status -> status == 100 || status >= 200 && status < 500);
                } catch (IOException | RuntimeException problem) {
                    throw new AssertionError(where, problem);
                }
            }
        }
    }

    private static CompletableFuture<HttpAnswer> answer(HttpRequest request) {
        HttpAnswer answer = request.path().startsWith("/s")
                ? HttpAnswer.stream(200, "a/b", pieces())
                : HttpAnswer.of(200, "a/b", request.body()).with("X-Query", String.valueOf(request.query()));
        return CompletableFuture.completedFuture(answer.with("X-Head", "" + request.isHead()));
    }

    private static HttpAnswer.Pieces pieces() {
        return new HttpAnswer.Pieces() {
            private int left = 3;

            @Override
            public byte[] next() {
                return left-- > 0 ? bytes("piece") : null;
            }

            @Override
            public void close() {}
        };
    }

    private byte[] mutated(byte[] request, List<byte[]> others) {
        byte[] bytes = request;
        for (int mutations = 1 + random.nextInt(4); mutations > 0; mutations--) {
            int at = random.nextInt(bytes.length + 1);
            int to = Math.min(bytes.length, at + random.nextInt(20));
            bytes = switch (random.nextInt(7)) {
                case 0 -> joined(bytes, at, bytes("" + MARKS.charAt(random.nextInt(MARKS.length()))), to);
                case 1 -> joined(bytes, at, bytes(WORDS.get(random.nextInt(WORDS.size()))), at);
                case 2 -> joined(bytes, at, new byte[0], to);
                case 3 -> joined(bytes, at, Arrays.copyOfRange(bytes, at, to), at);
                case 4 -> Arrays.copyOf(bytes, at);
                case 5 -> {
                    byte[] other = others.get(random.nextInt(others.size()));
                    yield joined(bytes, at, other, bytes.length);
                }
                default -> {
                    byte[] copy = bytes.clone();
                    if (at < copy.length) {
                        copy[at] ^= (byte) (1 << random.nextInt(8));
                    }
                    yield copy;
                }
            };
        }
        return bytes;
    }

    private static byte[] joined(byte[] bytes, int end, byte[] middle, int from) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.write(bytes, 0, end);
        all.writeBytes(middle);
        all.write(bytes, from, bytes.length - from);
        return all.toByteArray();
    }

    /** Sends {@code request} as all there is, sometimes in two parts, and takes apart what comes back. */
    private List<Integer> statuses(HttpServer server, byte[] request) throws IOException {
        try (RawClient client = new RawClient(server.port())) {
            int cut = random.nextInt(3) == 0 ? random.nextInt(request.length + 1) : 0;
            client.trySend(Arrays.copyOf(request, cut));
            client.trySend(Arrays.copyOfRange(request, cut, request.length));
            client.tryEndOutput();
            boolean heads = new String(request, StandardCharsets.ISO_8859_1).contains("HEAD ");
            return Answers.statuses(client.rest(), heads);
        }
    }

    private static byte[] packed() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(body)) {
            out.write(bytes("{\"packed\":true}"));
        }
        byte[] head = bytes("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\nContent-Length: "
                + body.size() + "\r\n\r\n");
        return joined(head, head.length, body.toByteArray(), head.length);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
