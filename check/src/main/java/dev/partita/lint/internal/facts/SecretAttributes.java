package dev.partita.lint.internal.facts;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Type.Simple;

/** What must not be seen. */
public final class SecretAttributes {

    public static boolean isSecret(Attribute attribute) {
        return attribute.secret() || attribute.type() == Simple.PASSWORD;
    }

    private SecretAttributes() {}
}
