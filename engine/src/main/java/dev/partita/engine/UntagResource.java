package dev.partita.engine;

import dev.partita.engine.internal.table.Table;
import dev.partita.item.ApiException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Removes tags from a table. */
public record UntagResource(String resourceArn, List<String> tagKeys) implements Operation<UntagResource.Result> {

    public record Result() {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        Tags.requireArn(resourceArn);
        if (tagKeys.isEmpty()) {
            throw ApiException.validation("Atleast one Tag Key needs to be provided as Input.");
        }
        return database.engine().writer().submitAlone(group -> {
            Table table = Tags.table(database, resourceArn);
            Map<String, String> rest = new TreeMap<>(table.definition().tags());
            rest.keySet().removeAll(tagKeys);
            Tags.put(group, table, rest);
            return new Result();
        });
    }
}
