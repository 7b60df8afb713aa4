package dev.partita.plan.internal.key;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The item that says of a deleted one that what referred to it is still going.
 *
 * @param seen the deleted item, as far as it is noted: its key, and what told that it was the caller's
 * @param at when it was deleted, in seconds
 */
public record DeleteNote(String design, String entity, Item seen, long at) {

    /** One attribute, so that no index has its name by chance. */
    private static final String NOTE = "unfinishedDelete";

    /** Null when the item is none. */
    public static DeleteNote of(Item item) {
        return item.get(NOTE) instanceof AttributeValue.M note
                        && note.values().get("design") instanceof AttributeValue.S design
                        && note.values().get("entity") instanceof AttributeValue.S entity
                        && note.values().get("item") instanceof AttributeValue.M seen
                        && note.values().get("at") instanceof AttributeValue.N at
                ? new DeleteNote(
                        design.value(),
                        entity.value(),
                        Item.of(seen.values()),
                        at.value().longValue())
                : null;
    }

    /** The note as it is stored under a key. */
    public Item stored(Item key) {
        Map<String, AttributeValue> note = new LinkedHashMap<>();
        note.put("design", new AttributeValue.S(design));
        note.put("entity", new AttributeValue.S(entity));
        note.put("item", new AttributeValue.M(seen.toMap()));
        note.put("at", AttributeValue.N.of(at));
        return key.with(Map.of(NOTE, new AttributeValue.M(note)));
    }
}
