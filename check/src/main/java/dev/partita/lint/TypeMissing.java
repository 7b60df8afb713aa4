package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** An entity without a type in a table that has a type attribute. */
final class TypeMissing implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                The table's type attribute tells its items apart, and this entity writes nothing into it. Scans, streams \
                and exports that go by the type pass over its items. Write type: with the word for it.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                    type-attribute: et
                entities:
                  User:
                    type: USER
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                  Order:
                # ^^^^^ type-missing: Order writes nothing into et
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
        return design.entities().values().stream()
                .filter(e -> e.type() == null
                        && design.tableOf(e) != null
                        && design.tableOf(e).typeAttribute() != null)
                .map(e -> found(
                        e.name(),
                        Marks.entity(design, e),
                        e.name() + " writes nothing into " + design.tableOf(e).typeAttribute()
                                + ", which tells the items of " + e.table() + " apart",
                        Help.edit(Edit.ofEntity(e, "type", Repairs.freeType(design, e)))));
    }
}
