package dev.partita.lint.internal.facts;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Type;

/** Numbers in keys. */
public final class Numbers {

    public static boolean isInteger(Attribute attribute) {
        return attribute != null && attribute.type() == Type.Simple.INTEGER;
    }

    /** Whether the key attribute is text, even if all that stands in it is a number. */
    public static boolean isText(KeyUse use) {
        return !"N".equals(KeyTypes.written(use));
    }

    private Numbers() {}
}
