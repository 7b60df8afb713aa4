package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.item.AttributeValue;
import dev.partita.plan.internal.value.Storing;
import java.util.Map;

/** The stored hash must differ from the new one, else there is nothing to write. */
final class Detection {

    private Detection() {}

    static void guard(ItemDraft item, Entity entity, String detect, Map<String, Object> after) {
        if (detect == null || after.get(detect) == null) {
            return;
        }
        Attribute attribute = entity.attributes().get(detect);
        AttributeValue hash = Storing.store(attribute, after.get(detect));
        item.guard(new Guard(
                aliases -> "attribute_not_exists(" + aliases.name(attribute.stored()) + ") OR "
                        + aliases.name(attribute.stored()) + " <> " + aliases.value(hash),
                true,
                there -> !hash.equals(there.get(attribute.stored())),
                there -> new Guard.Unchanged(item, there),
                false));
    }

    /** Nothing was given that the hash is made of: a hash that is stored stays as it is. */
    static void guardSame(ItemDraft item, Entity entity, String detect) {
        String stored = entity.attributes().get(detect).stored();
        item.guard(new Guard(
                aliases -> "attribute_not_exists(" + aliases.name(stored) + ")",
                false,
                there -> there.get(stored) == null,
                there -> new Guard.Unchanged(item, there),
                false));
    }
}
