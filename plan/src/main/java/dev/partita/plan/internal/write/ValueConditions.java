package dev.partita.plan.internal.write;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.item.AttributeValue;
import dev.partita.item.NumberText;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import java.math.BigDecimal;
import java.util.List;

/** An attribute's rules where the new value is not known before the write: they become its conditions. */
final class ValueConditions {

    private ValueConditions() {}

    /** What is absent counts as nothing, so it becomes the amount itself. */
    static void range(ItemDraft item, Entity entity, Attribute attribute, BigDecimal amount) {
        String stored = attribute.stored();
        boolean isOver = attribute.max() != null && amount.compareTo(attribute.max()) > 0;
        boolean isUnder = attribute.min() != null && amount.compareTo(attribute.min()) < 0;
        boolean isUp = amount.signum() >= 0;
        BigDecimal bound = isUp ? attribute.max() : attribute.min();
        if (bound == null && !isOver && !isUnder) {
            return;
        }
        AttributeValue.N limit = bound == null ? null : limit(entity, attribute, bound.subtract(amount));
        boolean isAbsentFine = !isOver && !isUnder;
        item.guard(new Guard(
                aliases -> {
                    String name = aliases.name(stored);
                    String there = limit == null
                            ? "attribute_exists(" + name + ")"
                            : name + (isUp ? " <= " : " >= ") + aliases.value(limit);
                    return isAbsentFine ? "attribute_not_exists(" + name + ") OR " + there : there;
                },
                isAbsentFine,
                there -> there.get(stored) instanceof AttributeValue.N n
                        ? limit == null || (isUp ? n.compareTo(limit) <= 0 : n.compareTo(limit) >= 0)
                        : isAbsentFine,
                () -> refusal(
                        entity,
                        attribute,
                        "range",
                        isUp && attribute.max() != null
                                ? "would pass " + attribute.max().toPlainString()
                                : "would fall below " + attribute.min().toPlainString())));
    }

    private static AttributeValue.N limit(Entity entity, Attribute attribute, BigDecimal number) {
        if (NumberText.of(number) instanceof AttributeValue.N limit) {
            return limit;
        }
        throw refusal(entity, attribute, "range", "needs more digits than the 38 that a number can have");
    }

    static void maxItems(ItemDraft item, Entity entity, Attribute attribute, int count) {
        if (attribute.maxItems() == null) {
            return;
        }
        String stored = attribute.stored();
        int most = attribute.maxItems() - count;
        item.guard(new Guard(
                aliases -> "attribute_not_exists(" + aliases.name(stored) + ") OR size(" + aliases.name(stored)
                        + ") <= " + aliases.value(AttributeValue.N.of(most)),
                true,
                there -> !(there.get(stored) instanceof AttributeValue.L list)
                        || list.values().size() <= most,
                () -> refusal(entity, attribute, "max-items", "would have more than " + attribute.maxItems())));
    }

    private static InvalidValues refusal(Entity entity, Attribute attribute, String rule, String message) {
        return new InvalidValues(List.of(new Violation(entity.name(), attribute.name(), null, rule, message)));
    }
}
