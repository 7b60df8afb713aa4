package dev.partita.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.partita.engine.internal.table.Index;
import dev.partita.engine.internal.table.IndexDefinition;
import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.internal.table.Statistics;
import dev.partita.engine.internal.table.Table;
import dev.partita.item.AttributeValue;
import dev.partita.item.ByteWriter;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.store.EntryCursor;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/** Builds everything that follows from the items anew and compares it with what is stored. */
final class Consistency {

    private Consistency() {}

    static void check(Engine engine) {
        engine.tables().forEach(table -> check(engine, table));
    }

    private static void check(Engine engine, Table table) {
        Map<Bytes, Item> items = read(engine, table.prefix());
        assertEquals(count(items), table.statistics().of(0), table.name() + ": counted items");
        items.forEach((rowKey, item) -> assertEquals(rowKey, Bytes.of(table.rowKey(item)), "row key of " + item));
        for (Index index : table.indexes()) {
            Map<Bytes, Item> expected = new TreeMap<>();
            for (Item item : items.values()) {
                byte[] key = index.entryKey(item);
                if (key != null) {
                    expected.put(Bytes.of(key), index.entry(item));
                }
            }
            Map<Bytes, Item> entries = read(engine, index.prefix());
            if (index.definition().status() == IndexDefinition.Status.CREATING) {
                expected.keySet().retainAll(entries.keySet());
            }
            assertEquals(expected, entries, table.name() + "." + index.name());
            assertEquals(
                    count(entries), table.statistics().of(index.definition().id()), index.name() + ": counted entries");
        }
        checkCollections(engine, table, items);
        checkExpiryQueue(engine, table, items);
        checkStoredStatistics(engine, table);
    }

    private static void checkCollections(Engine engine, Table table, Map<Bytes, Item> items) {
        if (!table.hasLocalIndex()) {
            return;
        }
        Map<Bytes, Long> expected = new TreeMap<>();
        for (Item item : items.values()) {
            long bytes = item.sizeBytes();
            for (Index index : table.indexes()) {
                if (!index.global() && index.entryKey(item) != null) {
                    bytes += index.entry(item).sizeBytes();
                }
            }
            ByteWriter key = new ByteWriter(64).write(Rows.collectionPrefix(table.id()));
            item.appendKey(key, table.keys().hash().get(0).utf8().array());
            expected.merge(Bytes.of(key.toByteArray()), bytes, Long::sum);
        }
        Map<Bytes, Long> stored = new TreeMap<>();
        byte[] prefix = Rows.collectionPrefix(table.id());
        try (EntryCursor cursor = engine.store().cursor(prefix, Rows.after(prefix), false)) {
            while (cursor.next()) {
                stored.put(
                        Bytes.of(cursor.key()), ByteBuffer.wrap(cursor.value()).getLong());
            }
        }
        assertEquals(expected, stored, table.name() + ": item collections");
    }

    private static void checkExpiryQueue(Engine engine, Table table, Map<Bytes, Item> items) {
        Map<Bytes, Bytes> expected = new TreeMap<>();
        String attribute = table.definition().ttlAttribute();
        items.forEach((rowKey, item) -> {
            if (attribute != null && item.get(attribute) instanceof AttributeValue.N n) {
                BigInteger second = n.value().setScale(0, RoundingMode.FLOOR).toBigInteger();
                if (second.signum() >= 0 && second.bitLength() < 48) {
                    byte[] row = Rows.expiry(table.id(), second.longValueExact(), rowKey.array());
                    expected.put(Bytes.of(row), rowKey);
                }
            }
        });
        Map<Bytes, Bytes> stored = new TreeMap<>();
        byte[] prefix = Rows.expiryPrefix(table.id());
        try (EntryCursor cursor = engine.store().cursor(prefix, Rows.after(prefix), false)) {
            while (cursor.next()) {
                stored.put(Bytes.of(cursor.key()), Bytes.of(cursor.value()));
            }
        }
        if (attribute != null && !table.definition().timeToLive().queued()) {
            expected.keySet().retainAll(stored.keySet());
        }
        assertEquals(expected, stored, table.name() + ": expiry queue");
    }

    private static void checkStoredStatistics(Engine engine, Table table) {
        Statistics stored = Statistics.read(engine.store().get(Rows.statistics(table.id())));
        assertEquals(table.statistics().of(0), stored.of(0), table.name() + ": stored statistics");
        for (Index index : table.indexes()) {
            int id = index.definition().id();
            assertEquals(table.statistics().of(id), stored.of(id), index.name() + ": stored statistics");
        }
    }

    static Map<Bytes, Item> read(Engine engine, byte[] prefix) {
        Map<Bytes, Item> rows = new TreeMap<>();
        try (EntryCursor cursor = engine.store().cursor(prefix, Rows.after(prefix), false)) {
            while (cursor.next()) {
                rows.put(Bytes.of(cursor.key()), Item.ofBytes(cursor.value()));
            }
        }
        return rows;
    }

    private static Statistics.Count count(Map<Bytes, Item> items) {
        long bytes = items.values().stream().mapToLong(Item::sizeBytes).sum();
        return new Statistics.Count(items.size(), bytes);
    }
}
