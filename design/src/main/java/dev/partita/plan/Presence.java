package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Entity;

/** Whether items are sure to have an attribute. */
public final class Presence {

    /** Whether every item of the entity has a value for the attribute. */
    public static boolean isAlwaysThere(Entity entity, String name) {
        Attribute attribute = entity.attributes().get(name);
        if (attribute == null) {
            return false;
        }
        return attribute.required()
                || attribute.defaultValue() != null
                || attribute.generate() != null
                || attribute.sequence() != null
                || "on-create".equals(attribute.set())
                || "on-write".equals(attribute.set())
                || name.equals(entity.version())
                || isInKey(entity, name)
                || attribute.derive() != null
                        && attribute
                                .derive()
                                .variables()
                                .allMatch(v -> !v.attribute().equals(name) && isAlwaysThere(entity, v.attribute()));
    }

    private static boolean isInKey(Entity entity, String name) {
        return entity.key().values().stream().anyMatch(template -> template.variables()
                .anyMatch(v -> v.attribute().equals(name)));
    }

    private Presence() {}
}
