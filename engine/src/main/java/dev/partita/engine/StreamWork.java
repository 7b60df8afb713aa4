package dev.partita.engine;

import dev.partita.engine.internal.table.Rows;
import dev.partita.item.Limits;
import dev.partita.store.EntryCursor;
import java.nio.ByteBuffer;

/**
 * Trims streams to a day, begins new shards, and removes streams that were disabled a day ago.
 *
 * <p>A clock that was ahead has left times that are yet to come. The shard that was open then ends as soon as the clock is right,
 * and what is in a shard, or before it, is no newer than its end.
 */
public final class StreamWork {

    private static final int STEP_ROWS = 10_000;
    private static final long RETENTION_MILLIS = Limits.STREAM_RETENTION_SECONDS * 1000;
    private static final long SHARD_MILLIS = 4L * 3600 * 1000;

    private StreamWork() {}

    /** True if a step would do something; costs next to nothing. */
    static boolean isDue(Engine engine, StreamInfo stream) {
        long now = engine.options().clock().millis();
        if (stream.disabledMillis() != null
                && (now - stream.disabledMillis() > RETENTION_MILLIS || stream.disabledMillis() > now)) {
            return true;
        }
        return isOpenForLong(stream, now) || hasOld(engine, stream, now);
    }

    /** Does what is due; true if there is more to trim. */
    static boolean step(Group group, int streamId) {
        Engine engine = group.engine();
        StreamInfo stream = engine.stream(streamId);
        if (stream == null) {
            return false;
        }
        long now = engine.options().clock().millis();
        if (stream.disabledMillis() != null && now - stream.disabledMillis() > RETENTION_MILLIS) {
            group.deleteStream(stream);
            return false;
        }
        if (stream.disabledMillis() != null && stream.disabledMillis() > now) {
            group.putStream(stream.disabledAt(now));
            return false;
        }
        return trim(group, isOpenForLong(stream, now) ? stream.rotate(group, false) : stream, now);
    }

    private static boolean isOpenForLong(StreamInfo stream, long nowMillis) {
        StreamInfo.Shard open = stream.openShard();
        return open != null && Math.abs(nowMillis - open.startedMillis()) >= SHARD_MILLIS;
    }

    private static boolean trim(Group group, StreamInfo stream, long nowMillis) {
        long horizonMillis = nowMillis - RETENTION_MILLIS;
        byte[] prefix = Rows.streamRecordPrefix(stream.id());
        byte[] header = new byte[StreamRow.HEADER_BYTES];
        long trimmed = stream.lastBefore(horizonMillis);
        byte[] from = Rows.streamRecord(stream.id(), trimmed + 1);
        boolean more = false;
        try (EntryCursor cursor = group.engine().store().cursor(from, Rows.after(prefix), false)) {
            for (int rows = 0; cursor.next(); rows++) {
                cursor.value(header);
                if (StreamRow.millis(header) >= horizonMillis) {
                    break;
                }
                if (rows == STEP_ROWS) {
                    more = true;
                    break;
                }
                trimmed = sequence(cursor.key());
            }
        }
        if (trimmed > stream.trimmedSequence()) {
            group.deleteRange(
                    Rows.streamRecord(stream.id(), stream.trimmedSequence() + 1),
                    Rows.streamRecord(stream.id(), trimmed + 1));
        }
        StreamInfo after = stream.trim(trimmed, more ? Long.MIN_VALUE : horizonMillis, nowMillis);
        if (!after.equals(group.engine().stream(stream.id()))) {
            group.putStream(after);
        }
        return more;
    }

    private static boolean hasOld(Engine engine, StreamInfo stream, long nowMillis) {
        for (StreamInfo.Shard shard : stream.shards()) {
            if (shard.isPast(stream.trimmedSequence(), nowMillis - RETENTION_MILLIS, nowMillis)) {
                return true;
            }
        }
        if (nowMillis - stream.createdMillis() <= RETENTION_MILLIS) {
            return false;
        }
        byte[] from = Rows.streamRecord(stream.id(), stream.trimmedSequence() + 1);
        byte[] header = new byte[StreamRow.HEADER_BYTES];
        try (EntryCursor cursor =
                engine.store().cursor(from, Rows.after(Rows.streamRecordPrefix(stream.id())), false)) {
            if (!cursor.next()) {
                return false;
            }
            cursor.value(header);
            return StreamRow.millis(header) < nowMillis - RETENTION_MILLIS;
        }
    }

    public static long sequence(byte[] recordKey) {
        return ByteBuffer.wrap(recordKey).getLong(recordKey.length - Long.BYTES);
    }
}
