package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** Provisioned capacity for an index of a table that has none. */
final class IndexBillingRefused implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                An index is billed as its table is. With an on-demand table DynamoDB refuses capacity for an index, and \
                a local index has none of its own: it uses the table's. Remove billing from the index, or provision the \
                table too.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                    billing: on-demand
                    indexes:
                      byName: { partition: name, projection: all, billing: { read: 5, write: 5 } }
                    # ^^^^^^ index-billing-refused: byName has capacity of its own, and main is on demand
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                      name: { type: string, required: true, normalise: [trim] }
                patterns:
                  users: { list: User, by: name, page: 20 }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().tables().values().stream().flatMap(t -> t.indexes().values().stream()
                .filter(i -> i.billing() != null && !i.billing().onDemand())
                .filter(i -> i.local() || t.billing() == null || t.billing().onDemand())
                .map(i -> found(
                        t.id() + "." + i.name(),
                        Marks.index(t, i),
                        i.name() + " has capacity of its own, and "
                                + (i.local() ? "a local index uses that of its table" : t.id() + " is on demand"),
                        Help.edit(Edit.remove("tables", t.id(), "indexes", i.name(), "billing")))));
    }
}
