package dev.partita.engine;

import dev.partita.engine.internal.table.StoredFields;
import dev.partita.engine.internal.table.TableCodec;
import dev.partita.engine.request.StreamViewType;
import dev.partita.engine.request.TableSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * A stream: what it shows, and how its records are divided into shards. Immutable; a change makes a new one.
 *
 * <p>A shard is a range of sequence numbers that no other shard shares. One shard is open until the stream is disabled;
 * its child begins where it ends. A stream outlives its table by a day.
 *
 * @param disabledMillis null while it takes records
 * @param trimmedSequence the last record that was trimmed, or 0
 */
public record StreamInfo(
        int id,
        String namespace,
        String tableName,
        String label,
        StreamViewType view,
        List<TableSpec.KeySchemaElement> keySchema,
        long createdMillis,
        Long disabledMillis,
        long trimmedSequence,
        List<Shard> shards) {

    /** {@code last} and {@code endedMillis} are null while it is open; {@code parent} is null for the first. */
    public record Shard(String id, String parent, long first, Long last, long startedMillis, Long endedMillis) {

        public boolean isOpen() {
            return last == null;
        }

        /** Whether it ended that long ago; or at a time that is yet to come, and what was in it is trimmed. */
        boolean isPast(long trimmed, long endedBefore, long nowMillis) {
            return !isOpen() && (endedMillis < endedBefore || endedMillis > nowMillis && last <= trimmed);
        }

        Shard end(long lastSequence, long nowMillis) {
            return new Shard(id, parent, first, lastSequence, startedMillis, nowMillis);
        }
    }

    public StreamInfo {
        keySchema = List.copyOf(keySchema);
        shards = List.copyOf(shards);
    }

    /** The shard that takes records; only a disabled stream has none. */
    Shard openShard() {
        Shard last = shards.get(shards.size() - 1);
        return last.isOpen() ? last : null;
    }

    public Shard findShard(String shardId) {
        for (Shard shard : shards) {
            if (shard.id().equals(shardId)) {
                return shard;
            }
        }
        return null;
    }

    /** Ends the open shard and, unless the stream is to be disabled, begins its child. */
    StreamInfo rotate(Group group, boolean disable) {
        long now = group.engine().options().clock().millis();
        List<Shard> all = new ArrayList<>(shards);
        Shard open = all.remove(all.size() - 1);
        all.add(open.end(group.nextSequence(), now));
        if (!disable) {
            all.add(begin(group, open.id(), now));
        }
        return with(disable ? (Long) now : disabledMillis, trimmedSequence, all);
    }

    static Shard begin(Group group, String parent, long nowMillis) {
        String id =
                String.format("shardId-%020d-%08x", nowMillis, group.engine().newInt());
        return new Shard(id, parent, group.nextSequence(), null, nowMillis, null);
    }

    /** The last record that a shard had which ended before that time, or that was trimmed. */
    long lastBefore(long endedBefore) {
        long last = trimmedSequence;
        for (Shard shard : shards) {
            if (!shard.isOpen() && shard.endedMillis() < endedBefore) {
                last = Math.max(last, shard.last());
            }
        }
        return last;
    }

    /** Disabled at another time. */
    StreamInfo disabledAt(long millis) {
        return with(millis, trimmedSequence, shards);
    }

    /** Without the records up to {@code sequence}, and without the shards that are past. */
    StreamInfo trim(long sequence, long endedBefore, long nowMillis) {
        long trimmed = Math.max(trimmedSequence, sequence);
        List<Shard> kept = shards.stream()
                .filter(shard -> !shard.isPast(trimmed, endedBefore, nowMillis))
                .toList();
        return with(disabledMillis, trimmed, kept);
    }

    private StreamInfo with(Long newDisabledMillis, long newTrimmedSequence, List<Shard> newShards) {
        return new StreamInfo(
                id,
                namespace,
                tableName,
                label,
                view,
                keySchema,
                createdMillis,
                newDisabledMillis,
                newTrimmedSequence,
                newShards);
    }

    byte[] toBytes() {
        return new StoredFields()
                .number("Id", id)
                .text("Namespace", namespace)
                .text("TableName", tableName)
                .text("Label", label)
                .name("View", view)
                .list("KeySchema", keySchema, TableCodec::key)
                .number("CreatedMillis", createdMillis)
                .number("DisabledMillis", disabledMillis)
                .number("TrimmedSequence", trimmedSequence)
                .list("Shards", shards, StreamInfo::fields)
                .toBytes();
    }

    static StreamInfo read(byte[] bytes) {
        StoredFields in = StoredFields.read(bytes);
        return new StreamInfo(
                (int) in.numberOr("Id", 0),
                in.text("Namespace"),
                in.text("TableName"),
                in.text("Label"),
                in.name("View", StreamViewType.class),
                in.list("KeySchema", TableCodec::key),
                in.numberOr("CreatedMillis", 0),
                in.number("DisabledMillis"),
                in.numberOr("TrimmedSequence", 0),
                in.list("Shards", StreamInfo::shard));
    }

    private static StoredFields fields(Shard shard) {
        return new StoredFields()
                .text("Id", shard.id())
                .text("Parent", shard.parent())
                .number("First", shard.first())
                .number("Last", shard.last())
                .number("StartedMillis", shard.startedMillis())
                .number("EndedMillis", shard.endedMillis());
    }

    private static Shard shard(StoredFields in) {
        return new Shard(
                in.text("Id"),
                in.text("Parent"),
                in.numberOr("First", 0),
                in.number("Last"),
                in.numberOr("StartedMillis", 0),
                in.number("EndedMillis"));
    }
}
