package dev.partita.expression;

import dev.partita.item.Item;
import java.util.Set;

/** A parsed condition. Its placeholders are already replaced by names and values. */
public sealed interface Condition {

    Condition ALWAYS = new Always();

    boolean holds(Item item);

    /** The top-level attributes it mentions. */
    Set<String> attributeNames();

    /** What an absent expression asks for. */
    record Always() implements Condition {
        @Override
        public boolean holds(Item item) {
            return true;
        }

        @Override
        public Set<String> attributeNames() {
            return Set.of();
        }
    }
}
