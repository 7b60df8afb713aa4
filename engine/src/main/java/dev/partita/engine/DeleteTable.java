package dev.partita.engine;

import dev.partita.engine.internal.table.Table;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.item.ApiException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Removes a table with everything in it. */
public record DeleteTable(String tableName) implements Operation<DeleteTable.Result> {

    public record Result(TableDescription tableDescription) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        return database.engine().writer().submitAlone(group -> delete(database, group));
    }

    private Result delete(Database database, Group group) {
        Table table = database.describedTable(tableName);
        if (table.definition().deletionProtection()) {
            throw ApiException.validation("Resource cannot be deleted as it is currently protected against deletion."
                    + " Disable deletion protection first.");
        }
        Streams.disable(table.definition().stream(), group);
        group.deleteTable(table);

        TableDefinition.Builder deleted = table.definition().but();
        deleted.status = TableDefinition.Status.DELETING;
        deleted.indexes = List.of();
        return new Result(TableDescription.of(deleted.build(), table.statistics(), database));
    }
}
