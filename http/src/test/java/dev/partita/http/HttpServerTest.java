package dev.partita.http;

import static dev.partita.http.Served.ANY_PORT;
import static dev.partita.http.Served.GET;
import static dev.partita.http.Served.TEXT;
import static dev.partita.http.Served.start;
import static dev.partita.http.Served.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.http.RawClient.Answer;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What handlers are given, where they run, and what becomes of their faults. */
class HttpServerTest {

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
                Collections.shuffle(shuffled, random);
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
        } catch (UncheckedIOException refused) {
            return false;
        }
    }
}
