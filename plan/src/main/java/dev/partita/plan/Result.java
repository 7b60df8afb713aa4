package dev.partita.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a reading pattern answers.
 *
 * @param items in the order asked for
 * @param count how many there are, for a count; otherwise how many items are here
 * @param counts for a count of each value: how many of each, in the order of the values
 * @param cursor where the next page begins, or null at the end
 * @param stoppedAt the day, month, year or hour that a walk back has come to: what is older was not looked at, and the cursor goes
 *     on there. Null when the page is full, or nothing is left
 * @param parts the answers of the patterns that were gathered, by name
 * @param requests how many requests it took
 * @param units read units they took, where the endpoint says so
 */
public record Result(
        List<Found> items,
        long count,
        Map<Object, Long> counts,
        String cursor,
        String stoppedAt,
        Map<String, Result> parts,
        int requests,
        double units) {

    public Result {
        items = List.copyOf(items);
        counts = counts.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(counts));
        parts = parts.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(parts));
    }

    /** An answer that is not of a walk. */
    public Result(
            List<Found> items,
            long count,
            Map<Object, Long> counts,
            String cursor,
            Map<String, Result> parts,
            int requests,
            double units) {
        this(items, count, counts, cursor, null, parts, requests, units);
    }

    /** The same with some of its items. */
    public Result keeping(List<Found> kept) {
        return new Result(kept, kept.size(), Map.of(), cursor, stoppedAt, Map.of(), requests, units);
    }

    /** One item in logical form. */
    public record Found(String entity, Map<String, Object> values) {
        public Found {
            values = values instanceof ItemValues ? values : Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }
    }

    /** The same answer, with another text for where the next page begins. */
    public Result at(String place) {
        return new Result(items, count, counts, place, stoppedAt, parts, requests, units);
    }

    /** The one item, or null. */
    public Found one() {
        return items.isEmpty() ? null : items.get(0);
    }

    /** The items of one entity. */
    public List<Map<String, Object>> of(String entity) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Found item : items) {
            if (item.entity().equals(entity)) {
                all.add(item.values());
            }
        }
        return all;
    }
}
