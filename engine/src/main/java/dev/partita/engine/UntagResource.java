package dev.partita.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Removes tags from a table. */
public record UntagResource(String resourceArn, List<String> tagKeys) implements Operation<UntagResource.Result> {

    public record Result() {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("UntagResource is not built yet");
    }
}
