package dev.partita.engine;

import java.util.concurrent.CompletableFuture;

/** Tells all about a table. */
public record DescribeTable(
        String tableName)
        implements Operation<DescribeTable.Result> {

    public record Result(TableDescription table) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("DescribeTable is not built yet");
    }
}
