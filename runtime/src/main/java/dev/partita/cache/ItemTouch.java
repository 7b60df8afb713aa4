package dev.partita.cache;

import dev.partita.item.Item;
import java.util.Set;

/**
 * A write of one item, as far as it is known.
 *
 * @param table by its physical name
 * @param before null when it is not known; {@link Item#NONE} when there was none
 * @param after null when it is not known; {@link Item#NONE} when there is none
 * @param changed stored names of all attributes that the write can have changed; null when that is not known
 */
public record ItemTouch(String table, Item key, Item before, Item after, Set<String> changed) {
    public ItemTouch {
        changed = changed == null ? null : Set.copyOf(changed);
    }

    /** A change of which both ends are known. */
    public static ItemTouch of(String table, Item key, Item before, Item after) {
        return new ItemTouch(table, key, before, after, null);
    }
}
