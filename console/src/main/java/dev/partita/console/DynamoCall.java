package dev.partita.console;

import dev.partita.document.Json;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands a request of a page on to the endpoint. */
final class DynamoCall implements Console.Call {

    private static final Logger LOG = LoggerFactory.getLogger(DynamoCall.class);
    private static final String JSON = "application/x-amz-json-1.0";

    private final RawEndpoint raw;
    private final EndpointDescription where;

    /** Pages look again every few seconds; only the first time is news. */
    private volatile boolean silent;

    DynamoCall(RawEndpoint raw, EndpointDescription where) {
        this.raw = raw;
        this.where = where;
    }

    @Override
    public CompletableFuture<HttpAnswer> answer(HttpRequest request, String rest) {
        String target = request.header("X-Amz-Target");
        if (!request.method().equals("POST") || target == null) {
            return Console.refused(400, "Send a POST with X-Amz-Target.");
        }
        return raw.call(target, request.body()).handle((answer, problem) -> {
            if (problem != null) {
                String reason = reason(problem);
                if (!silent) {
                    LOG.warn("{}", reason);
                    LOG.debug("what happened", problem);
                }
                silent = true;
                return Console.json(503, Json.map("status", 503, "type", "unreachable", "detail", reason));
            }
            silent = false;
            return HttpAnswer.of(answer.status(), JSON, answer.body(), answer.length())
                    .with("Cache-Control", "no-store");
        });
    }

    /** What a person can do something about, without names of classes. */
    private String reason(Throwable problem) {
        Throwable cause = problem;
        while (cause.getCause() != null && !(cause instanceof IOException)) {
            cause = cause.getCause();
        }
        if (cause instanceof ConnectException) {
            return where.label() + " refuses the connection. Is it running?";
        }
        if (cause instanceof UnknownHostException) {
            return where.label() + " cannot be found by its name. Is there a network?";
        }
        if (cause instanceof SocketTimeoutException) {
            return where.label() + " takes too long to answer.";
        }
        if (cause instanceof IOException) {
            return where.label() + " does not answer: " + cause.getMessage();
        }
        Throwable refusal =
                problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
        return "Nothing can be sent to " + where.label() + ": " + refusal.getMessage();
    }
}
