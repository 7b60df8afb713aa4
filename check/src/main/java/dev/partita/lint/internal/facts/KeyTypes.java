package dev.partita.lint.internal.facts;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Template.Variable;

/** Of which type a key attribute is, by what is written into it. */
public final class KeyTypes {

    /** DynamoDB's tag of what the entity writes there: S, N or B, or one that no key may have. */
    public static String written(KeyUse use) {
        if (!use.template().isLone()) {
            return "S";
        }
        Variable variable = use.template().variables().findFirst().orElseThrow();
        Attribute attribute = use.attribute(variable);
        if (attribute == null
                || attribute.prefix() != null
                || !variable.formats().isEmpty()) {
            return "S";
        }
        // The attribute itself is the key: what is stored there has the attribute's own type.
        boolean itself = attribute.isStored() && attribute.stored().equals(use.key());
        String tag = attribute.type().tag() == null ? "S" : attribute.type().tag();
        if (itself
                || use.declared() != null
                        && tag != null
                        && tag.equals(use.declared().type())) {
            return tag;
        }
        return "S";
    }

    private KeyTypes() {}
}
