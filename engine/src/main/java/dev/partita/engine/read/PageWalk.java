package dev.partita.engine.read;

import dev.partita.engine.Capacity;
import dev.partita.engine.Database;
import dev.partita.engine.Engine;
import dev.partita.engine.internal.table.Index;
import dev.partita.engine.internal.table.KeySchema;
import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.engine.request.ReturnConsumedCapacity;
import dev.partita.expression.Condition;
import dev.partita.expression.Projection;
import dev.partita.item.ByteWriter;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.item.Units;
import dev.partita.store.EntryCursor;
import dev.partita.store.Snapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * One page of a Query or Scan: walks rows at one moment of the store until the range, the limit or 1 MB is used up.
 * {@code index} is null for the table itself; {@code limit} counts what is examined, before the filter.
 */
record PageWalk(
        Table table,
        Index index,
        byte[] from,
        byte[] to,
        boolean backwards,
        int limit,
        Condition filter,
        Projection projection,
        boolean countOnly,
        boolean fetchWhole) {

    /** What the walk found. {@code fetchedUnits} are the read units of items fetched from behind a local index. */
    record Result(
            List<Item> items, int count, int scannedCount, Item lastEvaluatedKey, long bytes, double fetchedUnits) {

        /** What the page cost; {@code tableName} as the request gave it. */
        ConsumedCapacity capacity(
                Engine engine, String tableName, Index index, ReturnConsumedCapacity wanted, boolean consistent) {
            Capacity capacity = Capacity.of(engine, wanted);
            double units = Units.read(bytes, consistent);
            return index == null
                    ? capacity.table(tableName, units).single()
                    : capacity.table(tableName, fetchedUnits)
                            .index(tableName, index, units)
                            .single();
        }
    }

    Result read(Database database, boolean consistent) {
        if (fetchWhole) {
            // The entries and the items behind them must be of one moment.
            try (Snapshot snapshot = database.engine().store().snapshot();
                    EntryCursor cursor = snapshot.cursor(from, to, backwards)) {
                return walk(cursor, snapshot, consistent);
            }
        }
        try (EntryCursor cursor = database.reader().cursor(from, to, backwards)) {
            return countOnly && filter == Condition.ALWAYS ? count(cursor) : walk(cursor, null, consistent);
        }
    }

    /** Counts without looking at more of each row than its size. */
    private Result count(EntryCursor cursor) {
        byte[] start = new byte[5];
        int count = 0;
        long bytes = 0;
        while (cursor.next()) {
            cursor.value(start);
            bytes += Item.sizeBytes(start);
            count++;
            if (count == limit || bytes >= Limits.PAGE_BYTES) {
                return new Result(List.of(), count, count, keyOf(Item.ofBytes(cursor.value())), bytes, 0);
            }
        }
        return new Result(List.of(), count, count, Item.NONE, bytes, 0);
    }

    private Result walk(EntryCursor cursor, Snapshot snapshot, boolean consistent) {
        List<Item> items = countOnly ? List.of() : new ArrayList<>();
        int count = 0;
        int scanned = 0;
        long bytes = 0;
        double fetchedUnits = 0;
        while (cursor.next()) {
            Item entry = Item.ofBytes(cursor.value());
            bytes += entry.sizeBytes();
            scanned++;
            Item item = entry;
            if (snapshot != null) {
                item = Item.ofBytes(snapshot.get(table.rowKey(entry)));
                fetchedUnits += Units.read(item.sizeBytes(), consistent);
            }
            if (filter == Condition.ALWAYS || filter.holds(item)) {
                count++;
                if (!countOnly) {
                    items.add(projection.isAll() ? item : projection.of(item));
                }
            }
            if (scanned == limit || bytes >= Limits.PAGE_BYTES) {
                return new Result(items, count, scanned, keyOf(entry), bytes, fetchedUnits);
            }
        }
        return new Result(items, count, scanned, Item.NONE, bytes, fetchedUnits);
    }

    /** What a client sends back to go on from here: the table's key, and the index's if one is read. */
    private Item keyOf(Item entry) {
        List<Bytes> names = new ArrayList<>(4);
        table.keys().all().forEach(attribute -> names.add(attribute.utf8()));
        if (index != null) {
            index.keys().all().forEach(attribute -> names.add(attribute.utf8()));
        }
        return entry.only(names);
    }

    /** Where a start key lies, or null if it is not exactly the key attributes with their types. */
    static byte[] position(Table table, Index index, Item startKey) {
        List<KeySchema.Attribute> wanted = new ArrayList<>(table.keys().all());
        if (index != null) {
            for (KeySchema.Attribute attribute : index.keys().all()) {
                if (table.keys().find(attribute.name()) == null) {
                    wanted.add(attribute);
                }
            }
        }
        if (startKey.count() != wanted.size()) {
            return null;
        }
        for (KeySchema.Attribute attribute : wanted) {
            if (startKey.typeOf(attribute.utf8().array()) != attribute.type()) {
                return null;
            }
        }
        table.keys().requireStart(startKey);
        return index == null ? table.rowKey(startKey) : index.entryKey(startKey);
    }

    /** The row key prefix of everything from {@code hash} on. */
    static byte[] fromHash(byte[] prefix, long hash) {
        return hash > 0xFFFFFFFFL
                ? Rows.after(prefix)
                : new ByteWriter(prefix.length + 4)
                        .write(prefix)
                        .int32((int) hash)
                        .toByteArray();
    }
}
