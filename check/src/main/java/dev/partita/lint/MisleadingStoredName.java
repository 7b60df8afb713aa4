package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A stored name that reads like something else. */
final class MisleadingStoredName implements Rule {

    private static final Map<String, String> WORDS = Map.of(
            "id", "an identity",
            "type", "a type",
            "key", "a key",
            "status", "a status",
            "email", "an email",
            "is", "half a word");

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Whoever sees the items, in a console, an export or a stream, reads the stored names. An attribute stored \
                as id that holds whether the item is deleted, or under the logical name of another attribute, will be \
                mistaken, by people and by generic code. Choose another stored name; where old data forces it, ignore \
                this with that reason.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Problem:
                    key: { pk: "PROB#{problemId}" }
                    attributes:
                      problemId: { type: ulid, generate: ulid }
                      isDeleted: { type: flag, stored: id, default: false }
                      #                                ^^ misleading-stored-name: isDeleted of Problem is stored as `id`, which reads like an identity
                patterns:
                  problem: { get: Problem, by: problemId }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(a -> a.isStored() && !a.stored().equals(a.name()))
                .flatMap(a -> reading(entity, a)
                        .map(like -> found(
                                entity.name() + "." + a.name(),
                                Marks.option(entity, a, "stored"),
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
