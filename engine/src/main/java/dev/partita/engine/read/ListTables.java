package dev.partita.engine.read;

import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import dev.partita.engine.internal.table.Table;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Lists table names in byte order. */
public record ListTables(String exclusiveStartTableName, Integer limit) implements Operation<ListTables.Result> {

    public record Result(List<String> tableNames, String lastEvaluatedTableName) {}

    private static final int NAMES_PER_PAGE = 100;

    @Override
    public CompletableFuture<Result> run(Database database) {
        int most = limit == null ? NAMES_PER_PAGE : limit;
        List<String> names = database.engine().tables().stream()
                .filter(table -> table.definition().namespace().equals(database.namespace()))
                .map(Table::name)
                .filter(name -> exclusiveStartTableName == null || name.compareTo(exclusiveStartTableName) > 0)
                .sorted()
                .limit(most + 1L)
                .toList();
        boolean more = names.size() > most;
        List<String> page = more ? names.subList(0, most) : names;
        return CompletableFuture.completedFuture(new Result(page, more ? page.get(most - 1) : null));
    }
}
