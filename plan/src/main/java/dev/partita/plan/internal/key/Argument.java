package dev.partita.plan.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;

/**
 * What a caller gives to a pattern.
 *
 * @param attribute the attribute whose rules its value follows, or null when it is text of its own
 * @param type how it is given: a day for a time that is asked for by its day
 * @param element the attribute whose rules each of a list of values follows; null when it is no such list
 */
public record Argument(String name, Attribute attribute, Type type, boolean required, Attribute element) {

    public Argument(String name, Attribute attribute, Type type, boolean required) {
        this(name, attribute, type, required, null);
    }

    /** A list of values of an attribute. */
    static Argument listOf(String name, Attribute element) {
        return new Argument(name, null, new Type.ListOf(element.type()), true, element);
    }

    /** Whether it takes the items that a pattern makes along with its own. */
    public boolean isChildrenOf(Pattern pattern) {
        return attribute == null && pattern.with() != null && type instanceof Type.ListOf;
    }

    @Override
    public String toString() {
        return name + ": " + type.word() + (required ? "" : " (optional)");
    }
}
