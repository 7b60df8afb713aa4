package dev.partita.lint.internal.facts;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import java.util.Set;

/** Which attributes tell the items of an entity apart. */
public final class Uniqueness {

    /** Whether at most one item has these values: they make its key, are kept unique by a lock, or hold an id
     * that only the generator gives. */
    public static boolean isUnique(Entity entity, Set<String> attributes) {
        return attributes.containsAll(entity.keyAttributes())
                || entity.uniques().stream().anyMatch(unique -> attributes.containsAll(unique.attributes()))
                || attributes.stream()
                        .map(entity.attributes()::get)
                        .anyMatch(attribute -> attribute != null && isUnique(attribute));
    }

    /** Whether its values can tell items apart: states and times are shared by many. */
    public static boolean mayIdentify(Attribute attribute) {
        return !TimeParts.isTime(attribute) && !attribute.type().isState();
    }

    /** A generated id is new when nobody but the generator gives it; a caller may give one that is in use. */
    private static boolean isUnique(Attribute attribute) {
        return attribute.unique() || attribute.generate() != null && attribute.readOnly();
    }

    private Uniqueness() {}
}
