package dev.partita.engine;

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
        throw new IllegalStateException("DescribeLimits is not built yet");
    }
}
