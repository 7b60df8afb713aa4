package dev.partita.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.http.RawClient.Answer;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What handlers are given and what clients get from them. */
class HttpServerTest {

    private static final HttpServer.Options ANY_PORT =
            HttpServer.Options.defaults().withPort(0);
    private static final String TEXT = "text/plain";
    private static final String GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    /** Handles everything at once. */
    private static HttpServer start(Function<HttpRequest, HttpAnswer> handler) {
        return start(handler, ANY_PORT);
    }

    private static HttpServer start(Function<HttpRequest, HttpAnswer> handler, HttpServer.Options options) {
        return HttpServer.start(request -> CompletableFuture.completedFuture(handler.apply(request)), options);
    }

    private static HttpAnswer text(String text) {
        return HttpAnswer.of(200, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void methodPathAndQueryComeAsTheyWereSent() {
        try (HttpServer server =
                        start(request -> text(request.method() + " " + request.path() + " " + request.query()));
                RawClient client = new RawClient(server.port())) {
            for (String method : List.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "get", "FOO")) {
                client.send(method + " /a%2Fb/%41//../c;d?x=%20+&y==&?z HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(client.answer().text()).isEqualTo(method + " /a%2Fb/%41//../c;d x=%20+&y==&?z");
            }
            Map<String, String> seen = Map.of(
                    "GET /",
                    "GET / null",
                    "GET /?",
                    "GET / ",
                    "GET http://localhost/a?b",
                    "GET /a b",
                    "GET HTTPS://localhost?b",
                    "GET / b",
                    "GET http://localhost",
                    "GET / null",
                    "OPTIONS *",
                    "OPTIONS / null");
            seen.forEach((line, expected) -> {
                client.send(line + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(client.answer().text()).as(line).isEqualTo(expected);
            });
        }
    }

    @Test
    void aTargetThatIsNoPathIsRefused() {
        try (HttpServer server = start(request -> text("never"))) {
            for (String target : List.of("a", "*", "ftp://localhost/", "localhost:80", "/a#b", "//\u00e9")) {
                try (RawClient client = new RawClient(server.port())) {
                    client.send("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
                    assertThat(client.answer().status()).as(target).isEqualTo(400);
                }
            }
        }
    }

    @Test
    void anyHeaderIsFoundByItsNameWhateverTheCase() {
        try (HttpServer server = start(request -> text(String.join(
                        "|",
                        request.header("accept"),
                        request.header("IF-NONE-MATCH"),
                        String.valueOf(request.header("Accept-")),
                        request.header("empty"),
                        request.header("prefer"))));
                RawClient client = new RawClient(server.port())) {
            client.send(
                    "GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nprefer: a\r\nif-none-match:\t\"caf\u00e9\" \r\n"
                            + "Empty:\r\nPREFER: b;c=\"d, e\"\r\nAccept--: x\r\nPrefer: f\r\n\r\n");
            assertThat(new String(client.answer().bytes(), StandardCharsets.UTF_8))
                    .isEqualTo("text/html|\"caf\u00e9\"|null||a, b;c=\"d, e\", f");
        }
    }

    @Test
    void manyHeadersAreAllThere() {
        StringBuilder headers = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            headers.append("X-").append(i).append(": value ").append(i).append("\r\n");
        }
        try (HttpServer server = start(request -> text(request.header("x-0") + request.header("x-299")));
                RawClient client = new RawClient(server.port())) {
            client.send("GET / HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
            assertThat(client.answer().text()).isEqualTo("value 0value 299");
        }
    }

    @Test
    void aRequestThatIsKeptStaysAsItWas() {
        List<HttpRequest> kept = new ArrayList<>();
        try (HttpServer server = start(request -> {
                    kept.add(request);
                    return text("");
                });
                RawClient client = new RawClient(server.port())) {
            for (int i = 0; i < 50; i++) {
                client.send("POST /" + i + "?q" + i + " HTTP/1.1\r\nHost: localhost\r\nX-Number: " + i + "\r\n"
                        + "Always: the same\r\nContent-Length: 2\r\n\r\n" + (char) ('a' + i % 26) + "!");
                assertThat(client.answer().status()).isEqualTo(200);
            }
        }
        for (int i = 0; i < 50; i++) {
            HttpRequest request = kept.get(i);
            assertThat(request.path()).isEqualTo("/" + i);
            assertThat(request.query()).isEqualTo("q" + i);
            assertThat(request.header("x-number")).isEqualTo("" + i);
            assertThat(request.header("always")).isEqualTo("the same");
            assertThat(request.body()).asString().isEqualTo((char) ('a' + i % 26) + "!");
            assertThat(request.peer()).isEqualTo(InetAddress.getLoopbackAddress());
        }
    }

    @Test
    void aValueThatIsRepeatedIsTheSameObject() {
        List<String> tokens = new ArrayList<>();
        try (HttpServer server = start(request -> {
                    tokens.add(request.header("Authorization"));
                    request.release();
                    assertThatThrownBy(() -> request.header("Host")).isInstanceOf(IllegalStateException.class);
                    return text("");
                });
                RawClient client = new RawClient(server.port())) {
            for (String token : List.of("one", "one", "two", "one")) {
                client.send("GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + token + "\r\n\r\n");
                client.answer();
            }
        }
        assertThat(tokens).containsExactly("one", "one", "two", "one");
        assertThat(tokens.get(1)).isSameAs(tokens.get(0));
    }

    @Test
    void aRequestCanBeMadeWithoutAWire() {
        HttpRequest request = HttpRequest.of("HEAD", "/a?b", Map.of("Accept", "x/y", "Prefer", "z"), null);
        assertThat(request.method()).isEqualTo("GET");
        assertThat(request.isHead()).isTrue();
        assertThat(request.header("ACCEPT")).isEqualTo("x/y");
        assertThat(request.header("prefer")).isEqualTo("z");
        assertThat(request.header("Host")).isNull();
        assertThat(request.body()).isEmpty();
    }

    @Test
    void headersOfAnAnswerArriveInOrder() {
        HttpAnswer plain = text("body");
        HttpAnswer answer = plain.with("ETag", "\"caf\u00e9\"")
                .with("Link", "</a>; rel=\"next\"")
                .with("Link", "</b>; rel=\"prev\"")
                .with("X-Empty", "");
        assertThat(plain.header("ETag")).isNull();
        assertThat(answer.header("etag")).isEqualTo("\"caf\u00e9\"");
        try (HttpServer server = start(request -> answer);
                RawClient client = new RawClient(server.port())) {
            Answer got = client.send(GET).answer();
            assertThat(got.headers())
                    .containsEntry("etag", "\"caf\u00e9\"")
                    .containsEntry("link", "</a>; rel=\"next\", </b>; rel=\"prev\"")
                    .containsEntry("x-empty", "")
                    .containsEntry("content-type", TEXT)
                    .containsEntry("content-length", "4")
                    .doesNotContainKeys("server", "vary");
            assertThat(got.text()).isEqualTo("body");
        }
    }

    @Test
    void aHeadLongerThanUsualArrivesWhole() {
        String value = "v".repeat(5000);
        try (HttpServer server =
                        start(request -> text("x").with("X-Long", value).with("X-After", "here"));
                RawClient client = new RawClient(server.port())) {
            assertThat(client.send(GET).answer().headers())
                    .containsEntry("x-long", value)
                    .containsEntry("x-after", "here");
        }
    }

    @Test
    void nothingCanBreakOutOfAHeaderLine() {
        HttpAnswer answer = text("");
        for (String value : List.of("a\r\nb: c", "a\nb", "a\rb", "\u0000", "a\u007f", "\u010a", "\u2028", "a\u0001")) {
            assertThatThrownBy(() -> answer.with("Location", value))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("Location");
            assertThatThrownBy(() -> HttpAnswer.of(200, value, new byte[0]))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> HttpAnswer.stream(200, value, null)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> HeadOut.Field.of("X", value)).isInstanceOf(IllegalArgumentException.class);
        }
        for (String name : List.of(
                "",
                "a b",
                "a:",
                "a\r\nb",
                "\u00e9",
                "\u010a",
                "Content-Length",
                "CONNECTION",
                "transfer-encoding",
                "Content-Type",
                "Date")) {
            assertThatThrownBy(() -> answer.with(name, "x")).isInstanceOf(IllegalArgumentException.class);
        }
        for (int status : new int[] {0, 100, 199, 600, -1}) {
            assertThatThrownBy(() -> HttpAnswer.empty(status)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void headWorksLikeGetWithoutTheBody() {
        try (HttpServer server = start(request -> text(request.method()).with("X-Head", "" + request.isHead()));
                RawClient client = new RawClient(server.port())) {
            client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n" + GET);
            Answer head = client.answer(false);
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.headers()).containsEntry("content-length", "3").containsEntry("x-head", "true");
            assertThat(client.answer().text()).isEqualTo("GET");
        }
    }

    @Test
    void answersThatCannotHaveABodyHaveNone() {
        try (HttpServer server = start(request -> request.path().equals("/204")
                        ? HttpAnswer.empty(204)
                        : request.path().equals("/304")
                                ? HttpAnswer.of(304, TEXT, new byte[100_000]).with("ETag", "\"1\"")
                                : HttpAnswer.empty(201));
                RawClient client = new RawClient(server.port())) {
            for (String path : List.of("204", "304")) {
                client.send(GET.replace("/ ", "/" + path + " "));
                Answer answer = client.answer(false);
                assertThat(answer.status()).hasToString(path);
                assertThat(answer.headers()).doesNotContainKeys("content-length", "transfer-encoding");
            }
            assertThat(client.send(GET).answer().headers())
                    .containsEntry("content-length", "0")
                    .doesNotContainKey("content-type");
        }
    }

    @Test
    void aLentBufferIsGivenBackOnceItsBytesAreOut() {
        CompletableFuture<Void> back = new CompletableFuture<>();
        byte[] buffer = "abcdef".getBytes(StandardCharsets.US_ASCII);
        try (HttpServer server = start(request -> HttpAnswer.lent(200, TEXT, buffer, 3, () -> back.complete(null)));
                RawClient client = new RawClient(server.port())) {
            assertThat(client.send(GET).answer().text()).isEqualTo("abc");
            assertThat(back).succeedsWithin(Duration.ofSeconds(10));
        }
    }

    @Test
    void aFaultOfTheHandlerIsAnErrorWithoutDetailsAndTheConnectionStays() {
        Handler faulty = request -> {
            if (request.path().equals("/throws")) {
                throw new IllegalStateException("a fault made by a test");
            }
            return request.path().equals("/fails")
                    ? CompletableFuture.failedFuture(new IllegalStateException("a fault made by a test"))
                    : CompletableFuture.completedFuture(null);
        };
        try (HttpServer server = HttpServer.start(faulty, ANY_PORT);
                RawClient client = new RawClient(server.port())) {
            for (String path : List.of("/throws", "/fails", "/null")) {
                Answer answer = client.send(GET.replace("/ ", path + " ")).answer();
                assertThat(answer.status()).isEqualTo(500);
                assertThat(answer.text()).contains("fault in the server").doesNotContain("made by");
            }
        }
    }

    @Test
    void aHandlerThatFailsEvenAtRefusingKeepsNobodyWaiting() {
        ConcurrentLinkedQueue<CompletableFuture<HttpAnswer>> waiting = new ConcurrentLinkedQueue<>();
        Handler broken = new Handler() {
            @Override
            public CompletableFuture<HttpAnswer> handle(HttpRequest request) {
                CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
                waiting.add(answer);
                return answer;
            }

            @Override
            public HttpAnswer refusal(Refusal refusal) {
                throw new IllegalStateException("a fault made by a test");
            }

            @Override
            public void complete(HeadOut head, HttpAnswer answer) {
                if (answer.status() == 200) {
                    throw new IllegalStateException("a fault made by a test");
                }
            }
        };
        try (HttpServer server = HttpServer.start(broken, ANY_PORT);
                RawClient refused = new RawClient(server.port());
                RawClient failed = new RawClient(server.port());
                RawClient broke = new RawClient(server.port());
                RawClient fine = new RawClient(server.port())) {
            assertThat(refused.send("nonsense\r\n\r\n").answer().text()).startsWith("Bad request");
            List<CompletableFuture<HttpAnswer>> asked = new ArrayList<>();
            for (RawClient client : List.of(failed, broke, fine)) {
                client.send(GET);
                while (waiting.isEmpty()) {
                    Thread.onSpinWait();
                }
                asked.add(waiting.remove());
            }
            asked.get(0).completeExceptionally(new IllegalStateException("a fault made by a test"));
            asked.get(1).complete(text("never seen"));
            asked.get(2).complete(HttpAnswer.empty(202));
            assertThat(failed.answer().status()).isEqualTo(500);
            assertThat(broke.isClosed()).isTrue();
            assertThat(fine.answer().status()).isEqualTo(202);
        }
    }

    @Test
    void aSlowRequestRunsOnTheSlowLane() {
        AtomicReference<String> thread = new AtomicReference<>();
        Handler handler = new Handler() {
            @Override
            public CompletableFuture<HttpAnswer> handle(HttpRequest request) {
                thread.set(Thread.currentThread().getName());
                return CompletableFuture.completedFuture(text(request.header("Host")));
            }

            @Override
            public boolean isSlow(HttpRequest request) {
                return request.path().equals("/slow");
            }
        };
        try (HttpServer server = HttpServer.start(handler, ANY_PORT);
                RawClient client = new RawClient(server.port())) {
            assertThat(client.send(GET).answer().text()).isEqualTo("localhost");
            assertThat(thread.get()).startsWith("partita-http");
            assertThat(client.send(GET.replace("/ ", "/slow ")).answer().text()).isEqualTo("localhost");
            assertThat(thread.get()).startsWith("partita-slow");
        }
    }

    @Test
    void onlyOneExpectationIsUnderstood() {
        String post = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: ";
        try (HttpServer server = start(request -> HttpAnswer.of(200, TEXT, request.body()))) {
            try (RawClient client = new RawClient(server.port())) {
                client.send(post + "100-CONTINUE\r\n\r\n");
                assertThat(client.answer().status()).isEqualTo(100);
                assertThat(client.send("{}").answer().text()).isEqualTo("{}");
                // A body that is already there was not waited for.
                client.send(post + "100-continue\r\n\r\n[]");
                assertThat(client.answer().text()).isEqualTo("[]");
            }
            try (RawClient client = new RawClient(server.port())) {
                assertThat(client.send(post + "a-miracle\r\n\r\n").answer().status())
                        .isEqualTo(417);
                assertThat(client.isClosed()).isTrue();
            }
        }
    }

    @Test
    void aPageOfOurOwnMayCallUs() {
        try (HttpServer own = start(request -> text("ok"));
                HttpServer none = start(
                        request -> text("ok"),
                        new HttpServer.Options("localhost", 0, List.of(), List.of(), false, HttpLimits.defaults()))) {
            for (String origin : List.of("http://localhost:8001", "https://LOCALHOST:8001")) {
                String get = "GET / HTTP/1.1\r\nHost: localhost:8001\r\nOrigin: " + origin + "\r\n\r\n";
                Answer answer = answerTo(own, get);
                assertThat(answer.status()).isEqualTo(200);
                assertThat(answer.headers()).doesNotContainKey("access-control-allow-origin");
                assertThat(answerTo(none, get).status()).isEqualTo(403);
            }
            for (String origin : List.of(
                    "http://localhost",
                    "http://localhost:80011",
                    "http://localhost:3000",
                    "http://evil.example",
                    "localhost:8001",
                    "null",
                    "",
                    "ftp://localhost:8001")) {
                String get = "GET / HTTP/1.1\r\nHost: localhost:8001\r\nOrigin: " + origin + "\r\n\r\n";
                assertThat(answerTo(own, get).status()).as(origin).isEqualTo(403);
            }
        }
    }

    @Test
    void aLinkFromElsewhereMayBeFollowedButNotFramedOrFetched() {
        String from = " / HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: ";
        try (HttpServer server = start(request -> text("ok"))) {
            assertThat(answerTo(server, "GET" + from + "navigate\r\nSec-Fetch-Dest: document\r\n\r\n")
                            .status())
                    .isEqualTo(200);
            assertThat(answerTo(server, "GET" + from + "navigate\r\nSec-Fetch-Dest: iframe\r\n\r\n")
                            .status())
                    .isEqualTo(403);
            assertThat(answerTo(server, "GET" + from + "no-cors\r\nSec-Fetch-Dest: image\r\n\r\n")
                            .status())
                    .isEqualTo(403);
            assertThat(answerTo(server, "POST" + from + "navigate\r\nSec-Fetch-Dest: document\r\n\r\n")
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void aListedPageIsToldThatItMayReadTheAnswer() {
        HttpServer.Options listed = ANY_PORT.withOrigins(List.of("http://localhost:3000"));
        String from = " / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\n";
        try (HttpServer server = start(request -> text(request.method()), listed)) {
            assertThat(answerTo(server, "GET" + from + "\r\n").headers())
                    .containsEntry("access-control-allow-origin", "http://localhost:3000")
                    .containsEntry("access-control-expose-headers", "*")
                    .containsEntry("vary", "Origin");
            Answer tooLarge = answerTo(server, "POST" + from + "Content-Length: 99999999\r\n\r\n");
            assertThat(tooLarge.status()).isEqualTo(413);
            assertThat(tooLarge.headers()).containsEntry("access-control-allow-origin", "http://localhost:3000");

            assertThat(answerTo(server, GET).headers())
                    .containsEntry("vary", "Origin")
                    .doesNotContainKey("access-control-allow-origin");
            Answer strange =
                    answerTo(server, "GET / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3001\r\n\r\n");
            assertThat(strange.status()).isEqualTo(403);
            assertThat(strange.headers().keySet()).noneMatch(name -> name.startsWith("access-control"));
        }
    }

    @Test
    void aPreflightIsAnsweredByTheServer() {
        HttpServer.Options listed = ANY_PORT.withOrigins(List.of("http://localhost:3000"));
        String from = "OPTIONS /a HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\n";
        try (HttpServer server = start(request -> text("handler"), listed);
                RawClient client = new RawClient(server.port())) {
            client.send(from + "Access-Control-Request-Method: PATCH\r\n"
                    + "Access-Control-Request-Headers: authorization,if-match\r\n\r\n");
            Answer preflight = client.answer(false);
            assertThat(preflight.status()).isEqualTo(204);
            assertThat(preflight.headers())
                    .containsEntry("access-control-allow-origin", "http://localhost:3000")
                    .containsEntry("access-control-allow-methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
                    .containsEntry("access-control-allow-headers", "authorization,if-match")
                    .containsEntry("access-control-max-age", "600")
                    .containsEntry("vary", "Origin")
                    .doesNotContainKey("access-control-allow-credentials");
            client.send(from
                    + "Access-Control-Request-Method: GET\r\nAccess-Control-Request-Private-Network: true\r\n\r\n");
            assertThat(client.answer(false).headers()).containsEntry("access-control-allow-private-network", "true");
            assertThat(client.send(from + "\r\n").answer().text()).isEqualTo("handler");
            assertThat(client.send("OPTIONS / HTTP/1.1\r\nHost: a\r\nAccess-Control-Request-Method: PUT\r\n\r\n")
                            .answer()
                            .text())
                    .isEqualTo("handler");
            client.send(from.replace("3000", "3001") + "Access-Control-Request-Method: PUT\r\n\r\n");
            Answer refused = client.answer();
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.headers().keySet()).noneMatch(name -> name.startsWith("access-control"));
        }
    }

    @Test
    void whatHandlersAddToEveryHeadIsThereOnRefusalsToo() {
        HeadOut.Field always = HeadOut.Field.of("X-Always", "yes");
        HeadOut.Field number = HeadOut.Field.of("X-Number");
        HeadOut.Field random = HeadOut.Field.of("X-Random");
        Handler handler = new Handler() {
            @Override
            public CompletableFuture<HttpAnswer> handle(HttpRequest request) {
                return CompletableFuture.completedFuture(text("ok"));
            }

            @Override
            public HttpAnswer refusal(Refusal refusal) {
                return HttpAnswer.of(refusal.status(), "a/b", (refusal.reason() + "").getBytes(StandardCharsets.UTF_8));
            }

            @Override
            public void complete(HeadOut head, HttpAnswer answer) {
                head.put(always);
                head.put(number, Long.MAX_VALUE);
                head.putRandom(random, 600);
            }
        };
        try (HttpServer server = HttpServer.start(handler, ANY_PORT)) {
            for (String request : List.of(GET, GET.replace("localhost", "evil.example"), "nonsense\r\n\r\n")) {
                Answer answer = answerTo(server, request);
                assertThat(answer.text()).isIn("ok", "STRANGE_HOST", "MALFORMED");
                assertThat(answer.headers())
                        .containsEntry("x-always", "yes")
                        .containsEntry("x-number", "" + Long.MAX_VALUE);
                assertThat(answer.headers().get("x-random")).matches("[0-9A-V]{600}");
            }
        }
    }

    @Test
    void manyRequestsAtOnceAreAnsweredEachWithItsOwn() {
        ConcurrentLinkedQueue<Runnable> waiting = new ConcurrentLinkedQueue<>();
        Handler later = request -> {
            CompletableFuture<HttpAnswer> answer = new CompletableFuture<>();
            waiting.add(() -> answer.complete(text(request.header("X-Number"))));
            return answer;
        };
        Random random = new Random(5);
        try (HttpServer server = HttpServer.start(later, ANY_PORT)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 32; i++) {
                clients.add(new RawClient(server.port()));
            }
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < 32; i++) {
                    clients.get(i).send("GET / HTTP/1.1\r\nHost: localhost\r\nX-Number: " + i + "\r\n\r\n");
                }
                while (waiting.size() < 32) {
                    Thread.onSpinWait();
                }
                List<Runnable> shuffled = new ArrayList<>(waiting);
                waiting.clear();
                java.util.Collections.shuffle(shuffled, random);
                shuffled.forEach(Runnable::run);
                for (int i = 0; i < 32; i++) {
                    assertThat(clients.get(i).answer().text()).isEqualTo("" + i);
                }
            }
            clients.forEach(RawClient::close);
        }
    }

    @Test
    void closingWaitsForTheAnswerInFlight() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CompletableFuture<HttpAnswer> pending = new CompletableFuture<>();
        HttpServer server = HttpServer.start(
                request -> {
                    asked.countDown();
                    return pending;
                },
                ANY_PORT);
        try (RawClient client = new RawClient(server.port())) {
            client.send(GET);
            asked.await();
            Thread closer = new Thread(server::close);
            closer.start();
            // It listens no more: the closing has begun.
            while (isListening(server.port())) {
                Thread.onSpinWait();
            }
            pending.complete(text("kept"));
            assertThat(client.answer().text()).isEqualTo("kept");
            assertThat(client.isClosed()).isTrue();
            closer.join();
        }
    }

    private static boolean isListening(int port) {
        try {
            new RawClient(port).close();
            return true;
        } catch (java.io.UncheckedIOException refused) {
            return false;
        }
    }

    private static Answer answerTo(HttpServer server, String request) {
        try (RawClient client = new RawClient(server.port())) {
            return client.send(request).answer();
        }
    }
}
