package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Entity;
import dev.partita.plan.WriteRefused.Rule;
import java.math.BigDecimal;

/** The version an item has: checked when it is given, counted up with each write. */
final class Versions {

    private Versions() {}

    static void check(ItemDraft item, Entity entity, Object given) {
        if (entity.version() == null || given == null) {
            return;
        }
        Attribute attribute = entity.attributes().get(entity.version());
        item.guard(Guards.same(
                attribute.stored(),
                Storing.store(attribute, Coercion.lenient(attribute.type(), given)),
                Guards.refusal(
                        Rule.VERSION_CHANGED,
                        entity.name(),
                        "the " + entity.name() + " has changed since version " + given)));
    }

    static void count(ItemDraft item, Entity entity) {
        if (entity.version() != null) {
            item.add(entity.attributes().get(entity.version()).stored(), BigDecimal.ONE);
        }
    }
}
