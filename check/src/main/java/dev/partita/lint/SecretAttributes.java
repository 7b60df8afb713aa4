package dev.partita.lint;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Type.Simple;

/** What must not be seen. */
final class SecretAttributes {

    static boolean isSecret(Attribute attribute) {
        return attribute.secret() || attribute.type() == Simple.PASSWORD;
    }

    private SecretAttributes() {}
}
