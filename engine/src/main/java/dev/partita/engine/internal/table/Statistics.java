package dev.partita.engine.internal.table;

import dev.partita.item.ByteWriter;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** How many items and bytes a table and its indexes hold. Written by the writer alone, read by anyone. */
public final class Statistics {

    /** Items and bytes of the table (index 0) or of an index. */
    public record Count(long items, long bytes) {
        static final Count ZERO = new Count(0, 0);

        public Count plus(long moreItems, long moreBytes) {
            return new Count(items + moreItems, bytes + moreBytes);
        }
    }

    private final Map<Integer, Count> counts = new ConcurrentHashMap<>();
    private final AtomicLong expiryFrom = new AtomicLong();

    public Count of(int index) {
        return counts.getOrDefault(index, Count.ZERO);
    }

    public void set(int index, Count count) {
        counts.put(index, count);
    }

    public void remove(int index) {
        counts.remove(index);
    }

    /** No item expires before this second but those that stay for ever; not kept over a restart. */
    public AtomicLong expiryFrom() {
        return expiryFrom;
    }

    public Statistics copy() {
        Statistics copy = new Statistics();
        copy.counts.putAll(counts);
        return copy;
    }

    public static Statistics read(byte[] bytes) {
        Statistics statistics = new Statistics();
        if (bytes != null) {
            ByteBuffer in = ByteBuffer.wrap(bytes);
            while (in.hasRemaining()) {
                statistics.set(in.getInt(), new Count(in.getLong(), in.getLong()));
            }
        }
        return statistics;
    }

    public byte[] toBytes() {
        ByteWriter out = new ByteWriter(20 * counts.size());
        counts.forEach((index, count) -> out.int32(index).int64(count.items()).int64(count.bytes()));
        return out.toByteArray();
    }
}
