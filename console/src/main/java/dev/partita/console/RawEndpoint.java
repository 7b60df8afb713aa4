package dev.partita.console;

import java.util.concurrent.CompletableFuture;

/** DynamoDB's API as bytes: what the pages send goes to the endpoint as it is, and its answer comes back as it is. */
@FunctionalInterface
public interface RawEndpoint {

    /** {@code body} is valid up to {@code length}. */
    record Answer(int status, byte[] body, int length) {}

    /**
     * @param target such as {@code DynamoDB_20120810.Query}
     * @return fails only if nothing could be sent, or nobody answered
     */
    CompletableFuture<Answer> call(String target, byte[] body);
}
