package dev.partita.engine.read;

import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import dev.partita.engine.StreamInfo;
import dev.partita.engine.StreamRow;
import dev.partita.engine.StreamWork;
import dev.partita.engine.Streams;
import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.request.StreamRecord;
import dev.partita.item.Limits;
import dev.partita.store.EntryCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Reads changes from a shard. */
public record GetRecords(String shardIterator, Integer limit) implements Operation<GetRecords.Result> {

    public record Result(List<StreamRecord> records, String nextShardIterator) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        ShardPosition position = ShardPosition.parse(shardIterator);
        long now = database.engine().options().clock().millis();
        position.requireFresh(now);
        // The shard before the rows: when it is seen closed, all it will ever hold is there.
        StreamInfo stream = Streams.find(database, position.streamArn());
        StreamInfo.Shard shard = ShardPosition.shard(stream, position.shardId());
        ShardPosition.requireUntrimmed(stream, position.sequence());

        int most = limit == null ? Limits.STREAM_RECORDS_PER_CALL : limit;
        String region = database.engine().options().region();
        List<StreamRecord> records = new ArrayList<>();
        long next = position.sequence();
        long bytes = 0;
        boolean atEnd = true;
        try (EntryCursor cursor = database.reader().cursor(from(stream, next), to(stream, shard), false)) {
            while (cursor.next()) {
                long sequence = StreamWork.sequence(cursor.key());
                StreamRecord record = StreamRow.decode(stream, sequence, cursor.value(), region);
                bytes += record.sizeBytes();
                if (records.size() == most || !records.isEmpty() && bytes > Limits.STREAM_BYTES_PER_CALL) {
                    atEnd = false;
                    break;
                }
                records.add(record);
                next = sequence + 1;
            }
        }
        String nextIterator =
                atEnd && !shard.isOpen() ? null : position.at(next, now).toIterator();
        return CompletableFuture.completedFuture(new Result(records, nextIterator));
    }

    private static byte[] from(StreamInfo stream, long sequence) {
        return Rows.streamRecord(stream.id(), sequence);
    }

    private static byte[] to(StreamInfo stream, StreamInfo.Shard shard) {
        return shard.isOpen()
                ? Rows.after(Rows.streamRecordPrefix(stream.id()))
                : Rows.streamRecord(stream.id(), shard.last() + 1);
    }
}
