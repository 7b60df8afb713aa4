package dev.partita.lint.internal.facts;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Type;

/** Parts of keys that are times. */
public final class TimeParts {

    /** Whether the part is a time, in whatever format. */
    public static boolean isTime(Entity entity, Variable variable) {
        return isTime(entity.attributes().get(variable.attribute()));
    }

    public static boolean isTime(Attribute attribute) {
        return attribute != null && attribute.type().isTime();
    }

    /** Whether the part is a point in time, not the day or hour it lies in. */
    public static boolean isWhole(Entity entity, Variable variable) {
        Attribute attribute = entity.attributes().get(variable.attribute());
        return isTime(attribute) && attribute.type() != Type.Simple.DATE && variable.period() == null;
    }

    private TimeParts() {}
}
