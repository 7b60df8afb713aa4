package dev.partita.lint.internal.entity;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Type;
import dev.partita.item.Limits;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Comparator;
import java.util.stream.Stream;

/** An item that may grow past 400 KB. */
public final class ItemCanPassItsLimit implements Rule.Warning {

    private static final long BYTES_PER_CHARACTER = 2;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Volumes volumes = new Volumes(compiled.design());
        return compiled.design().entities().values().stream()
                .filter(entity -> largest(volumes, entity) > Limits.ITEM_SIZE_BYTES)
                .map(entity -> {
                    Attribute widest = entity.attributes().values().stream()
                            .filter(Attribute::isStored)
                            .max(Comparator.comparingLong(a -> largest(volumes, a)))
                            .orElse(null);
                    return found(
                            entity.name(),
                            widest == null
                                    ? NamePlaces.entity(compiled.design(), entity)
                                    : NamePlaces.attribute(entity, widest),
                            Nouns.a(entity.name()) + " may have " + Figures.size(largest(volumes, entity))
                                    + " and an item must stay below 400 KB"
                                    + (widest == null ? "" : "; " + widest.name() + " is the largest part"),
                            "bound it with length or max-items, or keep the content in an item of its own or a blob store");
                });
    }

    private static long largest(Volumes volumes, Entity entity) {
        long sum = entity.attributes().values().stream()
                .filter(Attribute::isStored)
                .mapToLong(a -> a.stored().length() + largest(volumes, a))
                .sum();
        return Math.max(sum, volumes.itemBytes(entity));
    }

    private static long largest(Volumes volumes, Attribute attribute) {
        long typical = volumes.valueBytes(attribute);
        if (attribute.maxLength() != null) {
            return Math.max(typical, attribute.maxLength() * BYTES_PER_CHARACTER);
        }
        if (attribute.maxItems() != null && attribute.type() instanceof Type.ListOf list) {
            return Math.max(typical, attribute.maxItems() * volumes.typicalBytes(list.element()));
        }
        // Nobody bounds a text that is large already; it will be twice as large some day.
        return attribute.sizeBytes() != null && attribute.sizeBytes() >= Limits.ITEM_SIZE_BYTES / 4
                ? 4 * attribute.sizeBytes() + 1
                : typical;
    }
}
