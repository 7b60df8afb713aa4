package dev.partita.plan.run;

import dev.partita.item.Attributes;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.plan.internal.read.GivenValues;
import dev.partita.plan.internal.read.ListPosition;
import dev.partita.plan.internal.read.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** Reads the items of the keys that a caller's values make, in their order; values without an item are left out. */
final class KeyPaging implements PageSource {

    private final ReadRun run;
    private final Step.BatchGet get;
    private final GivenValues given;
    private final List<Integer> places;
    private final Map<Integer, Item> keys;
    private int bite;

    KeyPaging(ReadRun run, Step.BatchGet get, GivenValues given) {
        this.run = run;
        this.get = get;
        this.given = given;
        this.keys = given.each(value -> run.requests().key(get, value));
        this.places = List.copyOf(keys.keySet());
    }

    @Override
    public ListPosition start() {
        return at(0);
    }

    @Override
    public ListPosition at(ListPosition cursor) {
        return places.stream().anyMatch(place -> given.label(place).equals(cursor.leg())) ? cursor : null;
    }

    @Override
    public boolean isLiteral() {
        return false;
    }

    @Override
    public Paging.Page next(ListPosition cursor, Integer wanted) {
        int from = 0;
        while (!given.label(places.get(from)).equals(cursor.leg())) {
            from++;
        }
        // In place of what is missing more is asked for: first as much as is wanted, then more at a time, up to a page.
        int most = Math.min(
                Limits.BATCH_GET_KEYS,
                get.page() == null || wanted == null ? places.size() : Math.max(get.page(), wanted));
        bite = wanted == null ? most : Math.min(most, Math.max(wanted, 2 * bite));
        List<Integer> asked = places.subList(from, Math.min(places.size(), from + bite));
        Map<Item, Attributes> found = found(asked);
        List<ReadRun.Hit> hits = new ArrayList<>();
        int next = from;
        while (next < from + asked.size() && (wanted == null || hits.size() < wanted)) {
            run.add(
                    hits,
                    get.entity(),
                    item(found, places.get(next++)),
                    get.shown().filters());
        }
        return new Paging.Page(hits, at(next), false);
    }

    /** How many items there are for each value: one or none. */
    Map<Object, Long> counts() {
        Map<Object, Long> counts = new LinkedHashMap<>();
        Map<Item, Attributes> found = found(places);
        for (Integer place : places) {
            List<ReadRun.Hit> hits = new ArrayList<>();
            run.add(hits, get.entity(), item(found, place), get.shown().filters());
            counts.put(given.values().get(place), (long) hits.size());
        }
        return counts;
    }

    private ListPosition at(int number) {
        return number < places.size() ? ListPosition.startOf(given.label(places.get(number))) : null;
    }

    private Map<Item, Attributes> found(List<Integer> asked) {
        LinkedHashSet<Item> batch = new LinkedHashSet<>();
        asked.forEach(place -> batch.add(keys.get(place)));
        return run.batches().items(get.target().table().keyNames(), List.copyOf(batch), part -> run.requests()
                .batch(get, part));
    }

    private Attributes item(Map<Item, Attributes> found, Integer place) {
        return found.getOrDefault(keys.get(place), Item.NONE);
    }
}
