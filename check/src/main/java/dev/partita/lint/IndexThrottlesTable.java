package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** An index with less write capacity than its table. */
final class IndexThrottlesTable implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Every write of an item that is in the index is written to the index too. When the index has no write \
                capacity left, the write to the table is throttled. An index with fewer write units than its table is a \
                bottleneck unless few items are in it. Give it as much as the table.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                    billing: { read: 10, write: 20 }
                    indexes:
                      byName: { partition: name, projection: all, billing: { read: 5, write: 5 } }
                    # ^^^^^^ index-throttles-table: byName takes 5 write units a second, main 20
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                      name: { type: string, required: true }
                patterns:
                  users: { list: User, by: name, page: 20 }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().tables().values().stream()
                .filter(t -> t.billing() != null && t.billing().write() != null)
                .flatMap(t -> t.indexes().values().stream()
                        .filter(i -> i.billing() != null
                                && i.billing().write() != null
                                && i.billing().write() < t.billing().write())
                        .filter(i -> compiled.design().entitiesOf(t).stream().allMatch(e -> e.indexKeys().stream()
                                .anyMatch(k -> k.index().equals(i.name()) && k.when() == null)))
                        .map(i -> found(
                                t.id() + "." + i.name(),
                                Marks.index(t, i),
                                i.name() + " takes " + i.billing().write() + " write units a second, " + t.id() + " "
                                        + t.billing().write() + ", and every item is in it",
                                Help.edit(Edit.put(
                                        String.valueOf(t.billing().write()),
                                        "tables",
                                        t.id(),
                                        "indexes",
                                        i.name(),
                                        "billing",
                                        "write")))));
    }
}
