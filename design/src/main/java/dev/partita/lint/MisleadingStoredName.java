package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Type;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A stored name that is the name of something else. */
final class MisleadingStoredName implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                Whoever reads the items without this file takes `id` for an identity and `name` for the name. A \
                stored name that belongs to another attribute, or says `id` where none is, leads them astray. \
                Abbreviate in a way that cannot be mistaken.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }

                entities:
                  Problem:
                    key: { pk: "PROB#{problemId}", sk: META }
                    attributes:
                      problemId: { type: string }
                      isDeleted: { type: flag, stored: id }
                #     ^^^^^^^^^ misleading-stored-name: isDeleted is stored as id
                patterns:
                  problem: { get: Problem, by: problemId }
                """;
    }

    @Override
    public String good() {
        return bad().replace("stored: id", "stored: del");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(attribute -> attribute.isStored() && !attribute.stored().equals(attribute.name()))
                .filter(attribute -> entity.attributes().containsKey(attribute.stored()) || posesAsId(attribute))
                .map(attribute -> found(
                        entity.name() + "." + attribute.name(),
                        Marks.attribute(entity, attribute),
                        attribute.name() + " is stored as " + attribute.stored() + ", which reads like "
                                + (entity.attributes().containsKey(attribute.stored())
                                        ? "another attribute of " + entity.name()
                                        : "an identity"),
                        "store it under a name that says what it is")));
    }

    private static boolean posesAsId(Attribute attribute) {
        return attribute.stored().equalsIgnoreCase("id")
                && attribute.type() instanceof Type.Simple type
                && type != Type.Simple.STRING
                && type != Type.Simple.INTEGER
                && type != Type.Simple.ULID
                && type != Type.Simple.UUID;
    }
}
