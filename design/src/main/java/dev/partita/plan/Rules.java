package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Entity;
import dev.partita.item.AttributeValue;
import dev.partita.item.NumberText;
import java.math.BigDecimal;
import java.util.List;

/** An attribute's rules where the new value is not known before the write: they become its conditions. */
final class Rules {

    private Rules() {}

    static void range(ItemDraft item, Entity entity, Attribute attribute, BigDecimal amount) {
        String stored = attribute.stored();
        // Where there is nothing yet, the amount is the whole.
        boolean fitsAlone = (attribute.max() == null || amount.compareTo(attribute.max()) <= 0)
                && (attribute.min() == null || amount.compareTo(attribute.min()) >= 0);
        if (attribute.max() != null && amount.signum() > 0) {
            AttributeValue most = NumberText.of(attribute.max().subtract(amount));
            item.guard(new Guard(
                    aliases -> absent(aliases, stored, fitsAlone) + aliases.name(stored) + " <= " + aliases.value(most),
                    fitsAlone,
                    there -> there.get(stored) instanceof AttributeValue.N n
                            ? n.compareTo((AttributeValue.N) most) <= 0
                            : fitsAlone,
                    () -> refusal(
                            entity,
                            attribute,
                            "range",
                            "would pass " + attribute.max().toPlainString())));
        }
        if (attribute.min() != null && amount.signum() < 0) {
            AttributeValue least = NumberText.of(attribute.min().subtract(amount));
            item.guard(new Guard(
                    aliases ->
                            absent(aliases, stored, fitsAlone) + aliases.name(stored) + " >= " + aliases.value(least),
                    fitsAlone,
                    there -> there.get(stored) instanceof AttributeValue.N n
                            ? n.compareTo((AttributeValue.N) least) >= 0
                            : fitsAlone,
                    () -> refusal(
                            entity,
                            attribute,
                            "range",
                            "would fall below " + attribute.min().toPlainString())));
        }
    }

    private static String absent(Aliases aliases, String stored, boolean fitsAlone) {
        return fitsAlone ? "attribute_not_exists(" + aliases.name(stored) + ") OR " : "";
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
