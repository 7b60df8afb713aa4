package dev.partita.engine.read;

import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import dev.partita.engine.Tags;
import dev.partita.engine.request.TableSpec;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Lists the tags of a table. */
public record ListTagsOfResource(String resourceArn, String nextToken) implements Operation<ListTagsOfResource.Result> {

    public record Result(List<TableSpec.Tag> tags, String nextToken) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        Tags.requireArn(resourceArn);
        // At most fifty, so they fit one page.
        List<TableSpec.Tag> tags = new TreeMap<>(
                        Tags.table(database, resourceArn).definition().tags())
                .entrySet().stream()
                        .map(tag -> new TableSpec.Tag(tag.getKey(), tag.getValue()))
                        .toList();
        return CompletableFuture.completedFuture(new Result(tags, null));
    }
}
