package dev.partita.plan.internal.compile;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.write.FanOuts;
import dev.partita.plan.internal.write.WriteModel;
import java.util.Map;
import java.util.Set;

/** Which attributes grow from item to item in the order in which they are written. */
public final class WriteOrder {

    /** Whether its values are meant as ULIDs, or end in one: by its type, as they are generated, or because those of another entity are. */
    public static boolean isUlid(Design design, Entity entity, Attribute attribute) {
        return isUlid(design, entity, attribute, false, 3);
    }

    /**
     * Whether each of its values surely is one: by its type, or because callers cannot give another. Text that is generated
     * as a ULID when nobody gives it may be any text.
     */
    public static boolean isSurelyUlid(Design design, Entity entity, Attribute attribute) {
        return isUlid(design, entity, attribute, true, 3);
    }

    private static boolean isUlid(Design design, Entity entity, Attribute attribute, boolean isSure, int depth) {
        if (attribute == null || depth == 0) {
            return false;
        }
        if (attribute.type() == Type.Simple.ULID) {
            return true;
        }
        if (attribute.generate() != null) {
            return (!isSure || attribute.readOnly())
                    && (attribute.generate().equals("ulid")
                            || attribute.generate().endsWith("{ulid}")
                                    && !attribute.generate().contains("{uuid}"));
        }
        Entity parent =
                attribute.references() == null ? null : design.entities().get(attribute.references());
        Set<String> key = parent == null ? Set.of() : parent.keyAttributes();
        if (key.size() == 1
                && (!isSure || attribute.mustExist())
                && isUlid(design, parent, parent.attributes().get(key.iterator().next()), isSure, depth - 1)) {
            return true;
        }
        Entity source = origin(design, entity);
        return source != null && isUlid(design, source, FanOuts.copied(source, attribute), isSure, depth - 1);
    }

    /**
     * Whether it belongs to the item itself, so that a ULID in it tells when the item was made. One that refers to another item tells
     * when that was made. A copy is made with its origin.
     */
    static boolean isItsOwn(Design design, Entity entity, Attribute attribute) {
        if (attribute == null) {
            return false;
        }
        if (entity.from() == null) {
            return attribute.references() == null || attribute.generate() != null;
        }
        Entity source = origin(design, entity);
        Attribute copied = source == null ? null : FanOuts.copied(source, attribute);
        return copied != null && isItsOwn(design, source, copied);
    }

    /** When its value is set by the design: of a copy, when that of its origin is; null when callers give it. */
    static SetOn set(Design design, Entity entity, Attribute attribute) {
        if (attribute == null || attribute.set() != null || entity.from() == null) {
            return attribute == null ? null : attribute.set();
        }
        Entity source = origin(design, entity);
        return source == null ? null : set(design, source, FanOuts.copied(source, attribute));
    }

    /** Whether its values are made up when an item is created, and never given. */
    static boolean isMadeUp(Design design, Entity entity, Attribute attribute) {
        if (attribute == null || entity.from() == null) {
            return attribute != null && attribute.generate() != null && attribute.readOnly();
        }
        Entity source = origin(design, entity);
        return source != null && isMadeUp(design, source, FanOuts.copied(source, attribute));
    }

    /** Whether an item that is written later has a greater value, unless a caller gives it: a ULID, a number counted up, the moment of the write. */
    static boolean grows(Design design, Entity entity, Attribute attribute) {
        return attribute != null
                && (isUlid(design, entity, attribute) && isItsOwn(design, entity, attribute)
                        || attribute.sequence() != null
                        || attribute.set() == SetOn.ON_CREATE);
    }

    /** The same for items that agree in some attributes: each parent counts its own numbers. */
    static boolean growsAmong(Design design, Entity entity, Attribute attribute, Set<String> agreed) {
        Entity parent = attribute == null || attribute.sequence() == null
                ? null
                : design.entities().get(attribute.sequence().entity());
        Map<String, String> key = parent == null ? Map.of() : new WriteModel(design).parentKey(entity, parent);
        return grows(design, entity, attribute) && key != null && agreed.containsAll(key.values());
    }

    /** What an entity's items are made from; null where that is made from something itself, perhaps from these, which is an error. */
    private static Entity origin(Design design, Entity entity) {
        Entity origin = entity.from() == null
                ? null
                : design.entities().get(entity.from().entity());
        return origin == null || origin.from() != null ? null : origin;
    }

    private WriteOrder() {}
}
