package dev.partita.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Lists table names in byte order. */
public record ListTables(
        String exclusiveStartTableName, Integer limit)
        implements Operation<ListTables.Result> {

    public record Result(List<String> tableNames, String lastEvaluatedTableName) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("ListTables is not built yet");
    }
}
