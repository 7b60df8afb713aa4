package dev.partita.plan.internal.value;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;

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
                || isTimed(attribute)
                || name.equals(entity.version())
                || isInKey(entity, name)
                || attribute.derive() != null
                        && attribute
                                .derive()
                                .variables()
                                .allMatch(v -> !v.attribute().equals(name) && isAlwaysThere(entity, v.attribute()));
    }

    /** A time is known at every write; who it was is not, where nobody is signed in. */
    private static boolean isTimed(Attribute attribute) {
        return (attribute.set() == SetOn.ON_CREATE || attribute.set() == SetOn.ON_WRITE)
                && attribute.type().isTime();
    }

    private static boolean isInKey(Entity entity, String name) {
        return entity.key().values().stream().anyMatch(template -> template.variables()
                .anyMatch(v -> v.attribute().equals(name)));
    }

    private Presence() {}
}
