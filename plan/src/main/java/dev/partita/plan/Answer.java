package dev.partita.plan;

import dev.partita.item.Attributes;
import dev.partita.item.Item;
import java.util.ArrayList;
import java.util.List;

/**
 * What an endpoint answered.
 *
 * @param found what was read: one or none for GetItem
 * @param lastEvaluatedKey where to go on, or null
 * @param attributes what a write returned; {@link Item#NONE} when nothing
 * @param capacity units used, 0 when not asked for
 * @param unprocessedKeys keys a batch did not get to: to read, or to delete
 * @param unprocessedPuts items a batch did not get to
 */
public record Answer(
        List<? extends Attributes> found,
        Item lastEvaluatedKey,
        Item attributes,
        int count,
        int scannedCount,
        double capacity,
        List<Item> unprocessedKeys,
        List<Item> unprocessedPuts) {

    public Answer {
        found = List.copyOf(found);
        unprocessedKeys = List.copyOf(unprocessedKeys);
        unprocessedPuts = List.copyOf(unprocessedPuts);
    }

    /** What was read, as items. */
    public List<Item> items() {
        List<Item> items = new ArrayList<>(found.size());
        found.forEach(one -> items.add(one.toItem()));
        return items;
    }

    /** The one that was read, or {@link Item#NONE}. */
    public Attributes first() {
        return found.isEmpty() ? Item.NONE : found.get(0);
    }

    /** The same as an item. */
    public Item item() {
        return first().toItem();
    }
}
