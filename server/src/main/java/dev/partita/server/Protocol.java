package dev.partita.server;

import dev.partita.http.Handler;
import dev.partita.http.HeadOut;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.http.Refusal;
import dev.partita.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/** DynamoDB's protocol as HTTP carries it: which requests are calls, and what every answer has in its head. */
final class Protocol implements Handler {

    private static final String TEXT = "text/plain; charset=utf-8";
    private static final String JSON = "application/x-amz-json-1.0";

    /**
     * Calls short enough for the event loop itself; handing them to another thread would cost more than they do. All
     * others could keep a loop's connections waiting.
     */
    private static final Set<String> SHORT = Set.of(
            "DynamoDB_20120810.GetItem",
            "DynamoDB_20120810.PutItem",
            "DynamoDB_20120810.UpdateItem",
            "DynamoDB_20120810.DeleteItem",
            "DynamoDB_20120810.Query",
            "DynamoDB_20120810.BatchGetItem",
            "DynamoDB_20120810.BatchWriteItem",
            "DynamoDB_20120810.TransactGetItems",
            "DynamoDB_20120810.TransactWriteItems");

    private static final HeadOut.Field SERVER = HeadOut.Field.of("Server", "Server");
    private static final HeadOut.Field REQUEST_ID = HeadOut.Field.of("x-amzn-RequestId");
    private static final HeadOut.Field CRC = HeadOut.Field.of("x-amz-crc32");
    private static final int REQUEST_ID_LETTERS = 52;

    /** What the service says to anything that is not its protocol. */
    private static final CompletableFuture<HttpAnswer> NOT_FOUND =
            CompletableFuture.completedFuture(answer(404, TEXT, "<UnknownOperationException/>\n"));

    private static final HttpAnswer NOT_JSON =
            answer(400, JSON, "{\"__type\":\"com.amazon.coral.service#SerializationException\"}");

    private static final HttpAnswer THROTTLED = answer(
            400,
            JSON,
            "{\"__type\":\"com.amazon.coral.availability#ThrottlingException\","
                    + "\"message\":\"Too many requests are in flight. Try again shortly.\"}");

    private static final HttpAnswer INTERNAL_ERROR = answer(
            500,
            JSON,
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#InternalServerError\","
                    + "\"message\":\"The request processing has failed because of an unknown error.\"}");

    /** What DynamoDB Local says to every request that is not signed, and so to everything that asks whether it is up. */
    private static final CompletableFuture<HttpAnswer> NOT_SIGNED = CompletableFuture.completedFuture(answer(
            400,
            JSON,
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#MissingAuthenticationToken\",\"Message\":\"Request must contain either"
                    + " a valid (registered) AWS access key ID or X.509 certificate.\"}"));

    private final Function<Wire.Request, CompletableFuture<Supplier<Wire.Response>>> engine;
    private final boolean likeLocal;
    private final CompletableFuture<HttpAnswer> healthy;
    private final Supplier<Optional<String>> readOnlyReason;

    /**
     * @param readOnlyReason why writes are refused at the moment, if they are: then it is not healthy
     * @param likeLocal whether a GET is answered as by DynamoDB Local, instead of with the health
     */
    Protocol(
            Function<Wire.Request, CompletableFuture<Supplier<Wire.Response>>> engine,
            Supplier<Optional<String>> readOnlyReason,
            String region,
            boolean likeLocal) {
        this.engine = engine;
        this.likeLocal = likeLocal;
        this.readOnlyReason = readOnlyReason;
        this.healthy =
                CompletableFuture.completedFuture(answer(200, TEXT, "healthy: dynamodb." + region + ".amazonaws.com "));
    }

    @Override
    public boolean isSlow(HttpRequest request) {
        String target = request.header("X-Amz-Target");
        return request.method().equals("POST") && (target == null || !SHORT.contains(target));
    }

    @Override
    public CompletableFuture<HttpAnswer> handle(HttpRequest request) {
        if (!request.method().equals("POST")) {
            if (likeLocal && request.method().equals("GET")) {
                return NOT_SIGNED;
            }
            return request.method().equals("GET") && !request.isHead() ? health() : NOT_FOUND;
        }
        String echoed = echoedType(request.header("Content-Type"));
        if (echoed == null && request.body().length > 0) {
            return NOT_FOUND;
        }
        String type = echoed == null ? JSON : echoed;
        Wire.Request call = new Wire.Request(
                request.header("X-Amz-Target"),
                request.header("Authorization"),
                true,
                request.header("Host"),
                request.body());
        request.release();
        CompletableFuture<Supplier<Wire.Response>> response = engine.apply(call);
        // What is there now is written here: a page of a megabyte on the slow lane, not on the connection's event loop.
        return response.isDone() && !response.isCompletedExceptionally()
                ? CompletableFuture.completedFuture(answer(type, response.join().get()))
                : response.thenApply(done -> HttpAnswer.later(() -> answer(type, done.get())));
    }

    @Override
    public HttpAnswer refusal(Refusal refusal) {
        return switch (refusal.reason()) {
            case TOO_LARGE -> HttpAnswer.empty(refusal.status());
            case NOT_GZIP -> NOT_JSON;
            case OVERLOADED -> THROTTLED;
            case FAILED -> INTERNAL_ERROR;
            case MALFORMED, STRANGE_HOST, STRANGE_ORIGIN, TOO_SLOW, TOO_MANY_CONNECTIONS, UNKNOWN_EXPECTATION ->
                refusal.asText();
        };
    }

    @Override
    public void complete(HeadOut head, HttpAnswer answer) {
        head.put(SERVER);
        head.putRandom(REQUEST_ID, REQUEST_ID_LETTERS);
        CRC32 crc = new CRC32();
        crc.update(answer.body(), 0, answer.length());
        head.put(CRC, crc.getValue());
    }

    private CompletableFuture<HttpAnswer> health() {
        return readOnlyReason
                .get()
                .map(reason -> CompletableFuture.completedFuture(answer(503, TEXT, "read-only: " + reason + "\n")))
                .orElse(healthy);
    }

    /** The type an answer carries: the one it was asked in; null if that is not one the protocol knows. */
    private static String echoedType(String contentType) {
        if (contentType == null) {
            return null;
        }
        if (contentType.equals(JSON)) {
            return JSON;
        }
        int semicolon = contentType.indexOf(';');
        String base = (semicolon < 0 ? contentType : contentType.substring(0, semicolon)).strip();
        if (base.equalsIgnoreCase(JSON)) {
            return JSON;
        }
        return base.equalsIgnoreCase("application/json") ? "application/json" : null;
    }

    private static HttpAnswer answer(String type, Wire.Response response) {
        return response.lent()
                ? HttpAnswer.lent(response.status(), type, response.body(), response.length(), response::release)
                : HttpAnswer.of(response.status(), type, response.body(), response.length());
    }

    private static HttpAnswer answer(int status, String type, String body) {
        return HttpAnswer.of(status, type, body.getBytes(StandardCharsets.UTF_8));
    }
}
