package dev.partita.lint;

import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Template;
import dev.partita.design.Template.Variable;
import dev.partita.plan.Compiled;
import java.util.Set;
import java.util.stream.Stream;

/** Items that are told apart by an attribute which is not in their key. */
final class KeyNotUnique implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Each item gets an id of its own, but the key is made of other attributes only: two items that agree \
                in those are one item, and the second replaces the first. Put the id into the key, or drop it if the \
                other attributes are the identity.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Order:
                # ^^^^^ key-not-unique: Order has an id of its own
                    key: { pk: "USER#{userId}", sk: "ORDER#{status}" }
                    attributes:
                      userId: { type: string }
                      orderId: { type: ulid, generate: ulid }
                      status: { enum: [OPEN, PAID] }
                patterns:
                  orders: { list: Order, by: userId }
                """;
    }

    @Override
    public String good() {
        return bad().replace("ORDER#{status}", "ORDER#{orderId}");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(entity -> !entity.key().isEmpty())
                .flatMap(entity -> entity.attributes().values().stream()
                        .filter(attribute -> attribute.generate() != null)
                        .filter(attribute -> entity.key().values().stream()
                                .flatMap(Template::variables)
                                .noneMatch(variable -> identifies(entity, variable)))
                        .limit(1)
                        .map(attribute -> found(
                                entity.name(),
                                Marks.entity(design, entity),
                                entity.name() + " has an id of its own, " + attribute.name()
                                        + ", but its key does without it, so items replace one another",
                                "put {" + attribute.name() + "} into its key")));
    }

    private static boolean identifies(Entity entity, Variable variable) {
        Attribute attribute = entity.attributes().get(variable.attribute());
        return attribute == null
                || attribute.generate() != null
                || attribute.sequence() != null
                || Uniqueness.isUnique(entity, Set.of(attribute.name()));
    }
}
