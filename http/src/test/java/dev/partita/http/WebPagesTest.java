package dev.partita.http;

import static dev.partita.http.Served.ANY_PORT;
import static dev.partita.http.Served.GET;
import static dev.partita.http.Served.answerTo;
import static dev.partita.http.Served.start;
import static dev.partita.http.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.http.RawClient.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which web pages may call the server, and what they are told. */
class WebPagesTest {

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
}
