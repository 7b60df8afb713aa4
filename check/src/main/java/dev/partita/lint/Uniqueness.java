package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Entity;
import dev.partita.design.Template;
import dev.partita.design.Template.Variable;
import java.util.Set;
import java.util.stream.Collectors;

/** Which attributes tell the items of an entity apart. */
final class Uniqueness {

    /** Whether at most one item has these values: they make its key, are kept unique by a lock, or hold an id
     * that only the generator gives. */
    static boolean isUnique(Entity entity, Set<String> attributes) {
        return attributes.containsAll(keyAttributes(entity))
                || entity.uniques().stream().anyMatch(unique -> attributes.containsAll(unique.attributes()))
                || attributes.stream()
                        .map(entity.attributes()::get)
                        .anyMatch(attribute -> attribute != null && isUnique(attribute));
    }

    static Set<String> keyAttributes(Entity entity) {
        return entity.key().values().stream()
                .flatMap(Template::variables)
                .map(Variable::attribute)
                .collect(Collectors.toSet());
    }

    /** Whether its values can tell items apart: states and times are shared by many. */
    static boolean mayIdentify(Attribute attribute) {
        return !TimeParts.isTime(attribute) && !attribute.type().isState();
    }

    /** A generated id is new when nobody but the generator gives it; a caller may give one that is in use. */
    private static boolean isUnique(Attribute attribute) {
        return attribute.unique() || attribute.generate() != null && attribute.readOnly();
    }

    private Uniqueness() {}
}
