package dev.partita.lint.internal.entity;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Comparator;
import java.util.stream.Stream;

/** Attribute names that take a good part of the storage. */
public final class LongAttributeNames implements Rule.Advice {

    private static final long MUCH_BYTES = 1024L * 1024 * 1024;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Volumes volumes = new Volumes(compiled.design());
        return compiled.design().entities().values().stream()
                .filter(entity -> nameBytes(entity) * 5 > volumes.itemBytes(entity))
                .filter(entity -> nameBytes(entity) * volumes.items(entity).orElse(0) > MUCH_BYTES)
                .map(entity -> {
                    Attribute longest = stored(entity)
                            .max(Comparator.comparingInt(a -> a.stored().length()))
                            .orElseThrow();
                    return found(
                            entity.name(),
                            NamePlaces.attribute(entity, longest),
                            "the names of " + entity.name() + " take "
                                    + Figures.size(nameBytes(entity)
                                            * (double) volumes.items(entity).getAsLong()) + ", "
                                    + 100 * nameBytes(entity) / volumes.itemBytes(entity) + " % of its storage",
                            "give the longest a short stored: name");
                });
    }

    private static Stream<Attribute> stored(Entity entity) {
        return entity.attributes().values().stream().filter(Attribute::isStored);
    }

    private static long nameBytes(Entity entity) {
        return stored(entity).mapToLong(a -> a.stored().length()).sum();
    }
}
