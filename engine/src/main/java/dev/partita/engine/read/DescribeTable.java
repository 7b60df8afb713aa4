package dev.partita.engine.read;

import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import dev.partita.engine.TableDescription;
import dev.partita.engine.internal.table.Table;
import java.util.concurrent.CompletableFuture;

/** Tells all about a table. */
public record DescribeTable(String tableName) implements Operation<DescribeTable.Result> {

    public record Result(TableDescription table) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        Table table = database.describedTable(tableName);
        return CompletableFuture.completedFuture(
                new Result(TableDescription.of(table.definition(), table.statistics(), database)));
    }
}
