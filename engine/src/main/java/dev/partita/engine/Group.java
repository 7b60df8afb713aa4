package dev.partita.engine;

import dev.partita.engine.internal.table.Index;
import dev.partita.engine.internal.table.IndexDefinition;
import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.internal.table.Statistics;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.internal.table.TableCodec;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.item.ByteWriter;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.Units;
import dev.partita.store.Store;
import dev.partita.store.StoreBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The writes that are committed together. Each sees the ones before it; nobody else sees any of them until
 * {@link #commit}.
 */
final class Group {

    private final Engine engine;
    private final Store store;
    private final StoreBatch batch = new StoreBatch();
    private final Map<Bytes, Item> items = new HashMap<>();
    private final Map<Bytes, byte[]> rows = new HashMap<>();
    private final Map<Statistics, Delta> deltas = new IdentityHashMap<>();
    private final List<Runnable> afterCommit = new ArrayList<>();
    private Group earlier;
    private boolean countersUsed;
    private int byteCount;

    /** What a group adds to a table's statistics, by index id. */
    private static final class Delta {
        private final int table;
        private final Map<Integer, long[]> byIndex = new HashMap<>();

        Delta(int table) {
            this.table = table;
        }

        void add(int index, long items, long bytes) {
            long[] sums = byIndex.computeIfAbsent(index, i -> new long[2]);
            sums[0] += items;
            sums[1] += bytes;
        }
    }

    /** {@code earlier} is the group that is being committed meanwhile, whose changes this one sees; or null. */
    Group(Engine engine, Store store, Group earlier) {
        this.engine = engine;
        this.store = store;
        this.earlier = earlier;
    }

    Engine engine() {
        return engine;
    }

    /** The item at a row key as the writes so far leave it. */
    Item read(byte[] rowKey) {
        Bytes key = Bytes.of(rowKey);
        Item written = items.get(key);
        if (written == null && earlier != null) {
            written = earlier.items.get(key);
        }
        if (written != null) {
            return written;
        }
        byte[] stored = store.get(rowKey);
        return stored == null ? Item.NONE : Item.ofBytes(stored);
    }

    /** Any other row as the writes so far leave it, or null. */
    byte[] readRow(byte[] key) {
        Bytes bytes = Bytes.of(key);
        if (rows.containsKey(bytes)) {
            return rows.get(bytes);
        }
        return earlier != null && earlier.rows.containsKey(bytes) ? earlier.rows.get(bytes) : store.get(key);
    }

    void putRow(byte[] key, byte[] value) {
        rows.put(Bytes.of(key), value);
        put(key, value);
    }

    void deleteRow(byte[] key) {
        rows.put(Bytes.of(key), null);
        batch.delete(key);
    }

    /** Deletes rows that no write of this group reads. */
    void deleteRange(byte[] from, byte[] to) {
        batch.deleteRange(from, to);
    }

    /** Runs once the group is durable, before any of its answers goes out. */
    void afterCommit(Runnable action) {
        afterCommit.add(action);
    }

    int byteCount() {
        return byteCount;
    }

    /**
     * Makes one change with all that follows from it.
     *
     * @return the write units it costs: the table's, then each index's in the table's order
     */
    int[] apply(Change change) {
        Table table = change.table();
        Item before = change.before();
        Item after = change.after();
        int[] units = new int[1 + table.indexes().size()];
        units[0] = Math.max(1, Math.max(writeUnits(before), writeUnits(after)));
        if (change.isNothing()) {
            return units;
        }
        items.put(Bytes.of(change.rowKey()), after);
        if (after.isPresent()) {
            put(change.rowKey(), after.bytes());
        } else {
            batch.delete(change.rowKey());
        }
        Delta delta = deltas.computeIfAbsent(table.statistics(), s -> new Delta(table.id()));
        count(delta, 0, before, after);
        long collectionBytes = after.sizeBytes() - before.sizeBytes();
        for (int i = 0; i < table.indexes().size(); i++) {
            Index index = table.indexes().get(i);
            int grown = applyToIndex(index, change, delta, units, i + 1);
            collectionBytes += index.global() ? 0 : grown;
        }
        if (table.hasLocalIndex()) {
            growCollection(table, before.isPresent() ? before : after, collectionBytes);
        }
        Expiry.maintain(change, this);
        Streams.maintain(change, this);
        if (engine.isListenedTo()) {
            afterCommit(() -> engine.tell(listener -> listener.changed(table.name(), before, after)));
        }
        return units;
    }

    /** Answers by how many bytes the index grew. */
    private int applyToIndex(Index index, Change change, Delta delta, int[] units, int unitAt) {
        byte[] keyBefore = change.before().isPresent() ? index.entryKey(change.before()) : null;
        byte[] keyAfter = change.after().isPresent() ? index.entryKey(change.after()) : null;
        boolean filling = index.definition().status() == IndexDefinition.Status.CREATING;
        if (filling && keyBefore != null && readRow(keyBefore) == null) {
            // The backfill has not come here yet, so there is no entry to change or count.
            keyBefore = null;
        }
        if (keyBefore == null && keyAfter == null) {
            return 0;
        }
        Item entryBefore = keyBefore == null ? Item.NONE : index.entry(change.before());
        Item entryAfter = keyAfter == null ? Item.NONE : index.entry(change.after());
        boolean sameKey = keyBefore != null && Arrays.equals(keyBefore, keyAfter);
        if (sameKey && entryBefore.equals(entryAfter)) {
            return 0;
        }
        // Sparse index: an item without the index key has no entry, and must lose the one it had.
        if (keyBefore != null && !sameKey) {
            removeEntry(keyBefore, filling);
        }
        if (keyAfter != null) {
            putEntry(keyAfter, entryAfter.bytes(), filling);
        }
        units[unitAt] = sameKey
                ? Math.max(writeUnits(entryBefore), writeUnits(entryAfter))
                : writeUnits(entryBefore) + writeUnits(entryAfter);
        count(delta, index.definition().id(), entryBefore, entryAfter);
        return entryAfter.sizeBytes() - entryBefore.sizeBytes();
    }

    /** Writes of the same group must see what became of an entry only while it may be missing. */
    private void putEntry(byte[] key, byte[] value, boolean filling) {
        if (filling) {
            putRow(key, value);
        } else {
            put(key, value);
        }
    }

    private void removeEntry(byte[] key, boolean filling) {
        if (filling) {
            deleteRow(key);
        } else {
            batch.delete(key);
        }
    }

    /** Adds the entry of an item that was there before its index was; needs a group of its own. */
    void backfill(Table table, Index index, Item item) {
        byte[] key = index.entryKey(item);
        if (key == null || store.get(key) != null) {
            return;
        }
        Item entry = index.entry(item);
        put(key, entry.bytes());
        count(
                deltas.computeIfAbsent(table.statistics(), s -> new Delta(table.id())),
                index.definition().id(),
                Item.NONE,
                entry);
    }

    /** The next stream sequence number. */
    long nextSequence() {
        countersUsed = true;
        return engine.nextSequence();
    }

    /** A new id for a table or stream. */
    int nextId() {
        countersUsed = true;
        return engine.nextId();
    }

    /** Stores a new or changed definition; needs a group of its own. {@code statistics} are the table's for life. */
    void putTable(TableDefinition definition, Statistics statistics) {
        byte[] encoded = TableCodec.encode(definition);
        putRow(Rows.table(definition.namespace(), definition.name()), encoded);
        put(Rows.tableAgain(definition.namespace(), definition.name()), encoded);
        afterCommit(() -> engine.publish(new Table(definition, statistics)));
    }

    /** Stores a new or changed stream; needs a group of its own. */
    void putStream(StreamInfo stream) {
        putRow(Rows.stream(stream.id()), stream.toBytes());
        afterCommit(() -> engine.publish(stream));
    }

    /** Removes a stream with its records; needs a group of its own. */
    void deleteStream(StreamInfo stream) {
        deleteRow(Rows.stream(stream.id()));
        byte[] prefix = Rows.streamRecordPrefix(stream.id());
        deleteRange(prefix, Rows.after(prefix));
        afterCommit(() -> engine.unpublish(stream));
    }

    /** Removes a table with everything in it but its stream; needs a group of its own. */
    void deleteTable(Table table) {
        deleteRow(Rows.table(table.definition().namespace(), table.name()));
        batch.delete(Rows.tableAgain(table.definition().namespace(), table.name()));
        deleteRow(Rows.statistics(table.id()));
        for (byte[] prefix : List.of(
                Rows.tableItemsPrefix(table.id()), Rows.collectionPrefix(table.id()), Rows.expiryPrefix(table.id()))) {
            deleteRange(prefix, Rows.after(prefix));
        }
        afterCommit(() -> {
            engine.unpublish(table);
            engine.tell(listener -> listener.dropped(table.name()));
        });
    }

    /** Nothing is added any more; only from the thread that performed its writes. */
    void seal() {
        earlier = null;
        if (countersUsed) {
            engine.putCounters(batch);
        }
    }

    /** Makes the sealed group durable and visible; groups are committed in the order in which they were performed. */
    void commit() {
        for (Map.Entry<Statistics, Delta> entry : deltas.entrySet()) {
            Statistics sum = entry.getKey().copy();
            addTo(sum, entry.getValue());
            batch.put(Rows.statistics(entry.getValue().table), sum.toBytes());
        }
        if (!batch.isEmpty()) {
            store.apply(batch);
        }
        deltas.forEach(Group::addTo);
        afterCommit.forEach(Runnable::run);
    }

    private static void addTo(Statistics statistics, Delta delta) {
        delta.byIndex.forEach(
                (index, sums) -> statistics.set(index, statistics.of(index).plus(sums[0], sums[1])));
    }

    void put(byte[] key, byte[] value) {
        byteCount += key.length + value.length;
        batch.put(key, value);
    }

    void delete(byte[] key) {
        batch.delete(key);
    }

    /** The size of the collection {@code item} belongs to, in bytes, as the writes so far leave it. */
    long collectionBytes(Table table, Item item) {
        byte[] stored = readRow(collectionKey(table, item));
        return stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
    }

    private void growCollection(Table table, Item item, long bytes) {
        long size = collectionBytes(table, item) + bytes;
        byte[] key = collectionKey(table, item);
        if (size <= 0) {
            deleteRow(key);
        } else {
            putRow(key, new ByteWriter(8).int64(size).toByteArray());
        }
    }

    private static byte[] collectionKey(Table table, Item item) {
        ByteWriter key = new ByteWriter(64).write(Rows.collectionPrefix(table.id()));
        item.appendKey(key, table.keys().hash().get(0).utf8().array());
        return key.toByteArray();
    }

    private static void count(Delta delta, int index, Item before, Item after) {
        delta.add(
                index,
                (after.isPresent() ? 1 : 0) - (before.isPresent() ? 1 : 0),
                after.sizeBytes() - before.sizeBytes());
    }

    private static int writeUnits(Item item) {
        return Units.entry(item.sizeBytes());
    }
}
