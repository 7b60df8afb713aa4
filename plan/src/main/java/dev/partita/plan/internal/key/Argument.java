package dev.partita.plan.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;

/**
 * What a caller gives to a pattern.
 *
 * @param attribute the attribute whose rules its value follows, or null when it is text of its own
 * @param type how it is given: a day for a time that is asked for by its day
 */
public record Argument(String name, Attribute attribute, Type type, boolean required) {

    /** Whether it takes the items that a pattern makes along with its own. */
    public boolean isChildrenOf(Pattern pattern) {
        return attribute == null && pattern.with() != null && type instanceof Type.ListOf;
    }

    @Override
    public String toString() {
        return name + ": " + type.word() + (required ? "" : " (optional)");
    }
}
