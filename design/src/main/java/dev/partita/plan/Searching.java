package dev.partita.plan;

import dev.partita.design.Entity;
import dev.partita.item.Item;
import java.util.List;

/** Finds items by words. */
@FunctionalInterface
public interface Searching {

    /** The keys of the items whose attribute has all these words, best match first. */
    List<Item> find(Entity entity, String attribute, String words, int limit);
}
