package dev.partita.plan;

import dev.partita.item.Item;
import java.util.List;

/**
 * What an endpoint answered.
 *
 * @param items what was read: one or none for GetItem
 * @param lastEvaluatedKey where to go on, or null
 * @param attributes what a write returned; {@link Item#NONE} when nothing
 * @param capacity units used, 0 when not asked for
 * @param unprocessedKeys keys a batch did not get to: to read, or to delete
 * @param unprocessedPuts items a batch did not get to
 */
public record Answer(
        List<Item> items,
        Item lastEvaluatedKey,
        Item attributes,
        int count,
        int scannedCount,
        double capacity,
        List<Item> unprocessedKeys,
        List<Item> unprocessedPuts) {

    public Answer {
        items = List.copyOf(items);
        unprocessedKeys = List.copyOf(unprocessedKeys);
        unprocessedPuts = List.copyOf(unprocessedPuts);
    }

    /** The one item, or {@link Item#NONE}. */
    public Item item() {
        return items.isEmpty() ? Item.NONE : items.get(0);
    }
}
