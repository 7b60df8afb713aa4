package dev.partita.engine.read;

import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import dev.partita.engine.StreamInfo;
import dev.partita.engine.StreamRow;
import dev.partita.engine.StreamWork;
import dev.partita.engine.Streams;
import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.request.ShardIteratorType;
import dev.partita.item.ApiException;
import dev.partita.store.EntryCursor;
import java.util.concurrent.CompletableFuture;

/** Gives a place to start reading a shard. */
public record GetShardIterator(
        String streamArn, String shardId, ShardIteratorType shardIteratorType, String sequenceNumber)
        implements Operation<GetShardIterator.Result> {

    public record Result(String shardIterator) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        boolean numbered = shardIteratorType == ShardIteratorType.AT_SEQUENCE_NUMBER
                || shardIteratorType == ShardIteratorType.AFTER_SEQUENCE_NUMBER;
        if (numbered && sequenceNumber == null) {
            throw ApiException.invalidParameter("Invalid SequenceNumber");
        }
        if (!numbered && sequenceNumber != null) {
            throw ApiException.invalidParameter("SequenceNumber should not be passed for this iterator type");
        }
        StreamInfo stream = Streams.find(database, streamArn);
        StreamInfo.Shard shard = ShardPosition.shard(stream, shardId);
        long now = database.engine().options().clock().millis();
        ShardPosition position = new ShardPosition(streamArn, shardId, start(database, stream, shard), now);
        return CompletableFuture.completedFuture(new Result(position.toIterator()));
    }

    private long start(Database database, StreamInfo stream, StreamInfo.Shard shard) {
        return switch (shardIteratorType) {
            case TRIM_HORIZON -> Math.max(shard.first(), stream.trimmedSequence() + 1);
            case LATEST -> last(database, stream, shard) + 1;
            case AT_SEQUENCE_NUMBER -> numbered(database, stream, shard);
            case AFTER_SEQUENCE_NUMBER -> numbered(database, stream, shard) + 1;
        };
    }

    private long numbered(Database database, StreamInfo stream, StreamInfo.Shard shard) {
        long sequence = StreamRow.sequence(sequenceNumber);
        long last = shard.isOpen() ? last(database, stream, shard) : shard.last();
        if (sequence < shard.first() || sequence > last) {
            throw ApiException.validation("Invalid SequenceNumber for the shard");
        }
        boolean after = shardIteratorType == ShardIteratorType.AFTER_SEQUENCE_NUMBER;
        ShardPosition.requireUntrimmed(stream, after ? sequence + 1 : sequence);
        return sequence;
    }

    /** The last number that is taken in the shard. Asked of the rows: numbers of writes under way may still be lower. */
    private static long last(Database database, StreamInfo stream, StreamInfo.Shard shard) {
        if (!shard.isOpen()) {
            return shard.last();
        }
        byte[] from = Rows.streamRecord(stream.id(), shard.first());
        byte[] to = Rows.after(Rows.streamRecordPrefix(stream.id()));
        try (EntryCursor cursor = database.reader().cursor(from, to, true)) {
            long newest = cursor.next() ? StreamWork.sequence(cursor.key()) : shard.first();
            return Math.max(newest, stream.trimmedSequence());
        }
    }
}
