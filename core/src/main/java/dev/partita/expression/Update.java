package dev.partita.expression;

import dev.partita.item.Item;
import java.util.Set;

/** A parsed update: what an item becomes. */
public final class Update {

    public static final Update NOTHING = new Update();

    private Update() {}

    /**
     * The item after the update. {@code before} may be {@link Item#NONE}: then operands see an empty item and the result
     * has the attributes of {@code key} plus the changes.
     */
    public Item apply(Item before, Item key) {
        throw new UnsupportedOperationException();
    }

    /** The top-level attributes it assigns, whole or in part. */
    public Set<String> targetNames() {
        throw new UnsupportedOperationException();
    }

    /** Those of {@link #targetNames()} that it assigns by a path into them. */
    public Set<String> nestedTargetNames() {
        throw new UnsupportedOperationException();
    }

    /** What UPDATED_OLD and UPDATED_NEW show of the item before or after. */
    public Item touched(Item item) {
        throw new UnsupportedOperationException();
    }

    /** Whether it only has REMOVE and DELETE, so that a missing item stays missing. */
    public boolean onlyRemoves() {
        throw new UnsupportedOperationException();
    }
}
