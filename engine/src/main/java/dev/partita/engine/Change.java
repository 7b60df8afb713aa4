package dev.partita.engine;

import dev.partita.engine.internal.table.Table;
import dev.partita.item.Item;

/**
 * One item before and after a write; {@link Item#NONE} where there is none. Everything else that a write does (index
 * entries, stream record, expiry, counts, cost) follows from this pair.
 */
record Change(Table table, byte[] rowKey, Item before, Item after, boolean byTimeToLive) {

    Change(Table table, byte[] rowKey, Item before, Item after) {
        this(table, rowKey, before, after, false);
    }

    /** True if the write leaves everything as it was. */
    boolean isNothing() {
        return before.equals(after);
    }
}
