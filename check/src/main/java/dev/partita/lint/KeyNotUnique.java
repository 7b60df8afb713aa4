package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.design.Table;
import dev.partita.design.Template;
import dev.partita.plan.Compiled;
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
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(entity -> !isToldApart(entity, sortKey(design, entity)))
                .flatMap(entity -> entity.attributes().values().stream()
                        .filter(attribute -> attribute.generate() != null)
                        .filter(attribute -> !Uniqueness.keyAttributes(entity).contains(attribute.name()))
                        .limit(1)
                        .map(attribute -> found(
                                entity.name(),
                                Marks.entity(design, entity),
                                entity.name() + " has an id of its own, " + attribute.name()
                                        + ", but its key does without it, so items replace one another",
                                Help.edit(Repairs.template(
                                        Repairs.use(design, entity, sortKey(design, entity)),
                                        sortKey(design, entity).text() + design.separator() + "{" + attribute.name()
                                                + "}")))));
    }

    private static Template sortKey(Design design, Entity entity) {
        Table table = design.tableOf(entity);
        return table == null || table.sort() == null
                ? null
                : entity.key().get(table.sort().name());
    }

    // A constant sort key may well mean one item for each partition; one made of states and times does not.
    private static boolean isToldApart(Entity entity, Template sortKey) {
        return sortKey == null
                || sortKey.isConstant()
                || sortKey.variables()
                        .map(variable -> entity.attributes().get(variable.attribute()))
                        .anyMatch(attribute -> attribute == null || Uniqueness.mayIdentify(attribute));
    }
}
