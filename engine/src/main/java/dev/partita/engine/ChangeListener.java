package dev.partita.engine;

import dev.partita.item.Item;

/** Hears of what becomes of items, on the thread that commits: before the answer to the write goes out, so it must not wait. */
public interface ChangeListener {

    /** An item before and after a write; {@link Item#NONE} where there is none. */
    void changed(String table, Item before, Item after);

    /** A table is gone, with everything in it. */
    void dropped(String table);
}
