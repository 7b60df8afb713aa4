package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.item.AttributeValue;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Storing;
import java.util.Map;

/** The version an item has: checked when it is given, counted up with each write. */
final class Versions {

    private Versions() {}

    /** The version among the arguments, as a logical value; null when none is given. */
    static Object given(Codec codec, Map<String, Object> arguments) {
        String name = codec.entity().version();
        Object raw = name == null ? null : arguments.get(name);
        return raw == null
                ? null
                : new Inputs(codec).argument(codec.entity().attributes().get(name), raw);
    }

    static void check(ItemDraft item, Entity entity, Object given) {
        if (entity.version() == null || given == null) {
            return;
        }
        Attribute attribute = entity.attributes().get(entity.version());
        AttributeValue checked = Storing.store(attribute, given);
        item.checking(
                attribute.stored(), checked, Guards.same(attribute.stored(), checked, () -> changed(entity, given)));
    }

    /** That the item with this version is no longer there, or another is. */
    static WriteRefused changed(Entity entity, Object given) {
        return new WriteRefused(
                Rule.VERSION_CHANGED, entity.name(), "the " + entity.name() + " has changed since version " + given);
    }

    /** That there is no item at all, of whatever version. */
    static WriteRefused missing(Entity entity) {
        return new WriteRefused(
                Rule.VERSION_CHANGED, entity.name(), "there is no such " + entity.name() + " to be replaced");
    }

    static void count(ItemDraft item, Entity entity) {
        if (entity.version() != null) {
            item.counting(entity.attributes().get(entity.version()).stored());
        }
    }

    /** The version after {@code version}; an item without one gets the first. */
    static long next(Object version) {
        return version instanceof Number number ? number.longValue() + 1 : 1;
    }
}
