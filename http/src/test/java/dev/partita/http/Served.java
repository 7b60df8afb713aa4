package dev.partita.http;

import dev.partita.http.RawClient.Answer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Servers whose handler is a function, and clients of one request. */
final class Served {

    static final HttpServer.Options ANY_PORT = HttpServer.Options.defaults().withPort(0);
    static final String TEXT = "text/plain";
    static final String GET = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

    /** Handles everything at once. */
    static HttpServer start(Function<HttpRequest, HttpAnswer> handler) {
        return start(handler, ANY_PORT);
    }

    static HttpServer start(Function<HttpRequest, HttpAnswer> handler, HttpServer.Options options) {
        return HttpServer.start(request -> CompletableFuture.completedFuture(handler.apply(request)), options);
    }

    static HttpAnswer text(String text) {
        return HttpAnswer.of(200, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    static Answer answerTo(HttpServer server, String request) {
        try (RawClient client = new RawClient(server.port())) {
            return client.send(request).answer();
        }
    }

    private Served() {}
}
