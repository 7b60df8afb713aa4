package dev.partita.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.store.Cursor;
import java.util.Map;
import java.util.TreeMap;

/** Rebuilds from the items all that writes keep beside them, and compares. */
final class Consistency {

    private Consistency() {}

    /** Every index, count and size of every table equals what its items say. */
    static void check(Engine engine) {
        engine.tables().forEach(table -> check(engine, table));
    }

    private static void check(Engine engine, Table table) {
        Map<Bytes, Item> items = rows(engine, table.prefix());
        assertThat(table.statistics().of(0))
                .as("statistics of table %s", table.name())
                .isEqualTo(count(items));
        items.forEach((rowKey, item) ->
                assertThat(Bytes.of(table.rowKey(item))).as("row key of %s", item).isEqualTo(rowKey));
        for (Index index : table.indexes()) {
            Map<Bytes, Item> expected = new TreeMap<>();
            for (Item item : items.values()) {
                byte[] key = index.entryKey(item);
                if (key != null) {
                    expected.put(Bytes.of(key), index.entry(item));
                }
            }
            assertThat(rows(engine, index.prefix()))
                    .as("index %s of table %s", index.name(), table.name())
                    .isEqualTo(expected);
            assertThat(table.statistics().of(index.definition().id()))
                    .as("statistics of index %s of table %s", index.name(), table.name())
                    .isEqualTo(count(expected));
        }
        assertThat(Statistics.read(engine.store().get(Rows.statistics(table.id()))).of(0))
                .as("stored statistics of table %s", table.name())
                .isEqualTo(table.statistics().of(0));
    }

    private static Map<Bytes, Item> rows(Engine engine, byte[] prefix) {
        Map<Bytes, Item> rows = new TreeMap<>();
        try (Cursor cursor = engine.store().cursor(prefix, Rows.after(prefix), false)) {
            while (cursor.next()) {
                rows.put(Bytes.of(cursor.key()), Item.ofBytes(cursor.value()));
            }
        }
        return rows;
    }

    private static Statistics.Count count(Map<Bytes, Item> rows) {
        return new Statistics.Count(
                rows.size(), rows.values().stream().mapToLong(Item::sizeBytes).sum());
    }
}
