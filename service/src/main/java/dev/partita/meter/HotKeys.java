package dev.partita.meter;

import dev.partita.design.model.Table;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * How many read units the busiest partition key took, without remembering any key.
 *
 * <p>A key's units are added to one cell in each of some rows, chosen by differently mixed hashes. A cell may hold several keys,
 * so in each row the fullest cell is at least what the busiest key took; the least of the rows is the closest guess. It is too
 * large by about what an average cell holds. Units are counted in halves and wrap around, which a difference does not mind.
 */
final class HotKeys {

    private static final int ROWS = 3;
    private static final int CELL_BITS = 12;
    private static final int CELLS = 1 << CELL_BITS;
    private static final int[] MIXERS = {0x9E3779B9, 0x85EBCA6B, 0xC2B2AE35};

    private final AtomicIntegerArray cells = new AtomicIntegerArray(ROWS * CELLS);
    /** The partition key's attribute, by physical table. */
    private final Map<String, String> tables = new HashMap<>();
    /** The partition key's attributes, by physical table, a zero character, and index. */
    private final Map<String, List<String>> indexes = new HashMap<>();

    HotKeys(Iterable<Table> all, Map<String, String> environment) {
        for (Table table : all) {
            String name = table.physicalName(environment);
            List<String> own = List.of(table.partition().name());
            tables.put(name, table.partition().name());
            table.indexes()
                    .values()
                    .forEach(index -> indexes.put(
                            name + '\0' + index.name(),
                            index.local()
                                    ? own
                                    : index.partition().stream()
                                            .map(Table.KeyAttribute::name)
                                            .toList()));
        }
    }

    void add(Request request, double units) {
        int halves = (int) Math.round(2 * units);
        if (halves <= 0) {
            return;
        }
        if (request instanceof Request.GetItem get) {
            add(get.table(), get.key(), halves);
        } else if (request instanceof Request.Query query) {
            add(query, halves);
        } else if (request instanceof Request.BatchGetItem batch) {
            int each = Math.max(1, halves / Math.max(1, batch.keys().size()));
            batch.keys().forEach(key -> add(batch.table(), key, each));
        }
        // A scan reads all keys alike.
    }

    int[] cells() {
        int[] now = new int[ROWS * CELLS];
        for (int i = 0; i < now.length; i++) {
            now[i] = cells.get(i);
        }
        return now;
    }

    /** The most units that one key took between two moments. */
    static double hottest(int[] earlier, int[] later) {
        long hottest = Long.MAX_VALUE;
        for (int row = 0; row < ROWS; row++) {
            int fullest = 0;
            for (int cell = row * CELLS; cell < (row + 1) * CELLS; cell++) {
                fullest = Math.max(fullest, later[cell] - earlier[cell]);
            }
            hottest = Math.min(hottest, fullest);
        }
        return hottest / 2.0;
    }

    private void add(String table, Item key, int halves) {
        String partition = tables.get(table);
        if (partition != null) {
            add(31 * table.hashCode() + Objects.hashCode(key.get(partition)), halves);
        }
    }

    /** A plan writes a key condition as tests joined by AND; of these, the ones for equality name the partition. */
    private void add(Request.Query query, int halves) {
        String place = query.index() == null ? query.table() : query.table() + '\0' + query.index();
        List<String> partition = partitions(place);
        if (partition.isEmpty()) {
            return;
        }
        List<AttributeValue> values = new ArrayList<>();
        for (String test : query.keyCondition().split(" AND ", -1)) {
            int equals = test.indexOf(" = ");
            if (equals > 0) {
                String name = test.substring(0, equals).strip();
                if (partition.contains(query.names().getOrDefault(name, name))) {
                    values.add(query.values().get(test.substring(equals + 3).strip()));
                }
            }
        }
        int hash =
                query.index() == null ? Objects.hashCode(values.isEmpty() ? null : values.get(0)) : values.hashCode();
        add(31 * place.hashCode() + hash, halves);
    }

    private List<String> partitions(String place) {
        String table = tables.get(place);
        return table == null ? indexes.getOrDefault(place, List.of()) : List.of(table);
    }

    private void add(int hash, int halves) {
        for (int row = 0; row < ROWS; row++) {
            int mixed = (hash ^ (hash >>> 15)) * MIXERS[row];
            cells.addAndGet(row * CELLS + (mixed >>> (32 - CELL_BITS)), halves);
        }
    }
}
