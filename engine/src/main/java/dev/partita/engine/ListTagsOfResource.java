package dev.partita.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Lists the tags of a table. */
public record ListTagsOfResource(String resourceArn, String nextToken) implements Operation<ListTagsOfResource.Result> {

    public record Result(List<TableSpec.Tag> tags, String nextToken) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("ListTagsOfResource is not built yet");
    }
}
