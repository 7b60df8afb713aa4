package dev.partita.expression;

import dev.partita.item.Item;
import java.util.Set;

/** The parts of an item that a request wants to see. */
public final class Projection {

    public static final Projection ALL = new Projection();

    private Projection() {}

    public boolean isAll() {
        return this == ALL;
    }

    /** What the item shows through it; {@link Item#EMPTY} when nothing matches. */
    public Item of(Item item) {
        throw new UnsupportedOperationException();
    }

    /** The top-level attributes it mentions. */
    public Set<String> attributeNames() {
        throw new UnsupportedOperationException();
    }
}
