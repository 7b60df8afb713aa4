package dev.partita.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Adds tags to a table. */
public record TagResource(String resourceArn, List<TableSpec.Tag> tags) implements Operation<TagResource.Result> {

    public record Result() {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("TagResource is not built yet");
    }
}
