package dev.partita.exchange;

import dev.partita.item.AttributeValue;
import java.util.List;
import java.util.Map;

/**
 * A table that exists already, and some of its items.
 *
 * @param sort null when it has none
 * @param expiry the TTL attribute, or null
 * @param names entity names known from elsewhere, by the position of the item in {@code items}; may be empty
 */
public record SampledTable(
        String name,
        Key partition,
        Key sort,
        List<Index> indexes,
        String expiry,
        boolean onDemand,
        long readUnits,
        long writeUnits,
        List<Map<String, AttributeValue>> items,
        Map<Integer, String> names) {

    public SampledTable {
        indexes = List.copyOf(indexes);
        items = List.copyOf(items);
        names = Map.copyOf(names);
    }

    /** @param type S, N or B */
    public record Key(String name, String type) {}

    /** @param projected null for ALL, empty for KEYS_ONLY */
    public record Index(String name, boolean local, List<Key> partition, List<Key> sort, List<String> projected) {
        public Index {
            partition = List.copyOf(partition);
            sort = List.copyOf(sort);
            projected = projected == null ? null : List.copyOf(projected);
        }

        List<Key> keys() {
            return java.util.stream.Stream.concat(partition.stream(), sort.stream())
                    .toList();
        }
    }
}
