package dev.partita.engine;

import java.util.concurrent.CompletableFuture;

/** Tells where to send requests. */
public record DescribeEndpoints() implements Operation<DescribeEndpoints.Result> {

    public record Result(String address, int cachePeriodInMinutes) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("DescribeEndpoints is not built yet");
    }
}
