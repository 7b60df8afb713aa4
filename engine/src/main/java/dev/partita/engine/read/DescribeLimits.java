package dev.partita.engine.read;

import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import java.util.concurrent.CompletableFuture;

/** Tells the account's throughput limits. */
public record DescribeLimits() implements Operation<DescribeLimits.Result> {

    public record Result(
            long accountMaxReadCapacityUnits,
            long accountMaxWriteCapacityUnits,
            long tableMaxReadCapacityUnits,
            long tableMaxWriteCapacityUnits) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        return CompletableFuture.completedFuture(new Result(80_000, 80_000, 40_000, 40_000));
    }
}
