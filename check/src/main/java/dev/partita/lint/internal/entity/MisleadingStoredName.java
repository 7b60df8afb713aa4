package dev.partita.lint.internal.entity;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A stored name that reads like something else. */
public final class MisleadingStoredName implements Rule.Warning {

    private static final Map<String, String> WORDS = Map.of(
            "id", "an identity",
            "type", "a type",
            "key", "a key",
            "status", "a status",
            "email", "an email",
            "is", "half a word");

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(a -> a.isStored() && !a.stored().equals(a.name()))
                .flatMap(a -> reading(entity, a)
                        .map(like -> found(
                                entity.name() + "." + a.name(),
                                NamePlaces.option(entity, a, "stored"),
                                a.name() + " of " + entity.name() + " is stored as `" + a.stored()
                                        + "`, which reads like " + like,
                                Help.edit(Edit.ofAttribute(
                                        entity, a.name(), "stored", Repairs.freeStored(compiled.design(), entity, a)))))
                        .stream()));
    }

    private static Optional<String> reading(Entity entity, Attribute attribute) {
        Attribute other = entity.attributes().get(attribute.stored());
        if (other != null && !other.stored().equals(attribute.stored())) {
            return Optional.of("the attribute " + other.name());
        }
        String stored = attribute.stored().toLowerCase(Locale.ROOT);
        boolean same = attribute.name().toLowerCase(Locale.ROOT).contains(stored) && stored.length() > 2
                || attribute.name().toLowerCase(Locale.ROOT).endsWith(stored);
        return same ? Optional.empty() : Optional.ofNullable(WORDS.get(stored));
    }
}
