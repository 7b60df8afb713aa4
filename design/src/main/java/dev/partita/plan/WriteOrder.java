package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Type;
import java.util.Set;

/** Which attributes grow from item to item in the order in which they are written. */
public final class WriteOrder {

    /** Whether its values are ULIDs, or end in one: by its type, as they are generated, or because those of another entity are. */
    public static boolean isUlid(Design design, Entity entity, Attribute attribute) {
        return isUlid(design, entity, attribute, 3);
    }

    private static boolean isUlid(Design design, Entity entity, Attribute attribute, int depth) {
        if (attribute == null || depth == 0) {
            return false;
        }
        if (attribute.type() == Type.Simple.ULID) {
            return true;
        }
        if (attribute.generate() != null) {
            return attribute.generate().equals("ulid")
                    || attribute.generate().endsWith("{ulid}")
                            && !attribute.generate().contains("{uuid}");
        }
        Entity parent =
                attribute.references() == null ? null : design.entities().get(attribute.references());
        Set<String> key = parent == null ? Set.of() : ReadCompiler.keyVariables(parent);
        if (key.size() == 1
                && isUlid(design, parent, parent.attributes().get(key.iterator().next()), depth - 1)) {
            return true;
        }
        Entity source = entity.from() == null
                ? null
                : design.entities().get(entity.from().entity());
        return source != null && isUlid(design, source, source.attributes().get(attribute.name()), depth - 1);
    }

    /** Whether an item that is written later has a greater value: a ULID, a number counted up, the moment of the write. */
    static boolean grows(Design design, Entity entity, Attribute attribute) {
        return attribute != null
                && (isUlid(design, entity, attribute)
                        || attribute.sequence() != null
                        || "on-create".equals(attribute.set()));
    }

    private WriteOrder() {}
}
