package dev.partita.engine.read;

import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import java.util.concurrent.CompletableFuture;

/** Tells whether and by which attribute items expire. */
public record DescribeTimeToLive(String tableName) implements Operation<DescribeTimeToLive.Result> {

    public record Result(String timeToLiveStatus, String attributeName) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        String attribute = database.describedTable(tableName).definition().ttlAttribute();
        return CompletableFuture.completedFuture(new Result(attribute == null ? "DISABLED" : "ENABLED", attribute));
    }
}
