package dev.partita.engine.read;

import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import dev.partita.engine.StreamInfo;
import dev.partita.engine.StreamRow;
import dev.partita.engine.Streams;
import dev.partita.engine.TableDescription;
import dev.partita.engine.request.StreamViewType;
import dev.partita.engine.request.TableSpec;
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

    private static final int SHARDS_PER_PAGE = 100;

    @Override
    public CompletableFuture<Result> run(Database database) {
        StreamInfo stream = Streams.find(database, streamArn);
        int most = limit == null ? SHARDS_PER_PAGE : limit;
        List<Shard> shards = stream.shards().stream()
                // Ids ascend in time, so paging also goes on after a shard that was trimmed meanwhile.
                .filter(shard -> exclusiveStartShardId == null || shard.id().compareTo(exclusiveStartShardId) > 0)
                .filter(shard -> shardFilterShardId == null || shardFilterShardId.equals(shard.parent()))
                .map(DescribeStream::describe)
                .limit(most + 1L)
                .toList();
        boolean more = shards.size() > most;
        List<Shard> page = more ? shards.subList(0, most) : shards;
        return CompletableFuture.completedFuture(new Result(new StreamDescription(
                Streams.arn(database, stream),
                stream.label(),
                stream.disabledMillis() == null ? "ENABLED" : "DISABLED",
                stream.view(),
                TableDescription.seconds(stream.createdMillis()),
                stream.tableName(),
                stream.keySchema(),
                page,
                more ? page.get(most - 1).shardId() : null)));
    }

    private static Shard describe(StreamInfo.Shard shard) {
        return new Shard(
                shard.id(),
                StreamRow.sequenceText(shard.first()),
                shard.isOpen() ? null : StreamRow.sequenceText(shard.last()),
                shard.parent());
    }
}
