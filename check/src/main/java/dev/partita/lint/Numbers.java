package dev.partita.lint;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Type;

/** Numbers in keys. */
final class Numbers {

    static boolean isInteger(Attribute attribute) {
        return attribute != null && attribute.type() == Type.Simple.INTEGER;
    }

    /** Whether the key attribute is text, even if all that stands in it is a number. */
    static boolean isText(KeyUse use) {
        return !"N".equals(KeyTypes.written(use));
    }

    private Numbers() {}
}
