package dev.partita.engine;

import java.util.concurrent.CompletableFuture;

/** Removes a table with everything in it. */
public record DeleteTable(
        String tableName)
        implements Operation<DeleteTable.Result> {

    public record Result(TableDescription tableDescription) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("DeleteTable is not built yet");
    }
}
