package dev.partita.engine.read;

import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import java.util.concurrent.CompletableFuture;

/** Tells where to send requests. */
public record DescribeEndpoints() implements Operation<DescribeEndpoints.Result> {

    public record Result(String address, int cachePeriodInMinutes) {}

    private static final int CACHE_MINUTES = 1440;

    /** Answers the service's own name for the region; who was asked over a connection knows a better one. */
    @Override
    public CompletableFuture<Result> run(Database database) {
        return CompletableFuture.completedFuture(
                new Result("dynamodb." + database.engine().options().region() + ".amazonaws.com", CACHE_MINUTES));
    }
}
