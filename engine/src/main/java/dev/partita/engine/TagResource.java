package dev.partita.engine;

import dev.partita.engine.internal.table.Table;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.ApiException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** Adds tags to a table. */
public record TagResource(String resourceArn, List<TableSpec.Tag> tags) implements Operation<TagResource.Result> {

    public record Result() {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        Tags.requireArn(resourceArn);
        if (tags.isEmpty()) {
            throw ApiException.validation("Atleast one Tag needs to be provided as Input.");
        }
        Map<String, String> added = Tags.toMap(tags);
        return database.engine().writer().submitAlone(group -> {
            Table table = Tags.table(database, resourceArn);
            Map<String, String> all = new TreeMap<>(table.definition().tags());
            all.putAll(added);
            Tags.requireFew(all);
            Tags.put(group, table, all);
            return new Result();
        });
    }
}
