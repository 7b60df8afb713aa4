package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A shared table whose items do not say what they are. */
final class TypeAttributeMissing implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                Several kinds of items share the table, and only their keys tell them apart. Exports, streams, scans and \
                people see items without a name, and a new entity with similar keys is easily mistaken. An attribute \
                with the entity's type costs a few bytes. Write type-attribute: on the table and type: on the entities.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                # ^^^^ type-attribute-missing: items of User and Order in main do not say what they are
                    key: { partition: pk }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                  Order:
                    key: { pk: "ORDER#{orderId}" }
                    attributes:
                      orderId: { type: ulid, generate: ulid }
                patterns:
                  signUp: { create: User }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream()
                .filter(t -> t.typeAttribute() == null && design.entitiesOf(t).size() > 1)
                .map(t -> found(
                        t.id(),
                        Marks.table(design, t),
                        "items of " + names(design.entitiesOf(t)) + " in " + t.id() + " do not say what they are",
                        Help.edits(Repairs.types(design, t), null)));
    }

    private static String names(List<Entity> entities) {
        return entities.size() == 2
                ? entities.get(0).name() + " and " + entities.get(1).name()
                : entities.get(0).name() + " and " + (entities.size() - 1) + " other entities";
    }
}
