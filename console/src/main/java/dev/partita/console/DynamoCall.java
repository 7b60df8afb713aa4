package dev.partita.console;

import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands a request of a page on to the endpoint. */
final class DynamoCall implements Console.Call {

    private static final Logger LOG = LoggerFactory.getLogger(DynamoCall.class);
    private static final String JSON = "application/x-amz-json-1.0";

    private final RawEndpoint raw;

    DynamoCall(RawEndpoint raw) {
        this.raw = raw;
    }

    @Override
    public CompletableFuture<HttpAnswer> answer(HttpRequest request, String rest) {
        String target = request.header("X-Amz-Target");
        if (!request.method().equals("POST") || target == null) {
            return Console.refused(400, "Send a POST with X-Amz-Target.");
        }
        return raw.call(target, request.body()).handle((answer, problem) -> {
            if (problem != null) {
                LOG.warn("the endpoint could not be reached: {}", problem.toString());
                return Console.refused(503, "The endpoint does not answer: " + problem.getMessage())
                        .join();
            }
            return HttpAnswer.of(answer.status(), JSON, answer.body(), answer.length())
                    .with("Cache-Control", "no-store");
        });
    }
}
