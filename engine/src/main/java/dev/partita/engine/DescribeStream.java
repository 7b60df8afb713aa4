package dev.partita.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Tells a stream's shards. */
public record DescribeStream(
        String streamArn,
        Integer limit,
        String exclusiveStartShardId,
        String shardFilterType,
        String shardFilterShardId)
        implements Operation<DescribeStream.Result> {

    public record Shard(
            String shardId, String startingSequenceNumber, String endingSequenceNumber, String parentShardId) {}

    public record StreamDescription(
            String streamArn,
            String streamLabel,
            String streamStatus,
            StreamViewType streamViewType,
            double creationRequestDateTime,
            String tableName,
            List<TableSpec.KeySchemaElement> keySchema,
            List<Shard> shards,
            String lastEvaluatedShardId) {}

    public record Result(StreamDescription streamDescription) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("DescribeStream is not built yet");
    }
}
