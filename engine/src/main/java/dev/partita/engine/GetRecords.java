package dev.partita.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Reads changes from a shard. */
public record GetRecords(String shardIterator, Integer limit) implements Operation<GetRecords.Result> {

    public record Result(List<StreamRecord> records, String nextShardIterator) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("GetRecords is not built yet");
    }
}
