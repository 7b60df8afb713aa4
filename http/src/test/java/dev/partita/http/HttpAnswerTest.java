package dev.partita.http;

import static dev.partita.http.Served.ANY_PORT;
import static dev.partita.http.Served.GET;
import static dev.partita.http.Served.TEXT;
import static dev.partita.http.Served.answerTo;
import static dev.partita.http.Served.start;
import static dev.partita.http.Served.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.http.RawClient.Answer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What clients get of the answers that handlers give. */
class HttpAnswerTest {

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
}
