package dev.partita.engine;

import java.util.concurrent.CompletableFuture;

/** Gives a place to start reading a shard. */
public record GetShardIterator(
        String streamArn, String shardId, ShardIteratorType shardIteratorType, String sequenceNumber)
        implements Operation<GetShardIterator.Result> {

    public record Result(String shardIterator) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("GetShardIterator is not built yet");
    }
}
