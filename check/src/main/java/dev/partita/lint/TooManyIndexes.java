package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Table;
import dev.partita.design.Table.Index;
import dev.partita.plan.Compiled;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** More indexes than a table may have. */
final class TooManyIndexes implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                A table has up to 20 global and 5 local indexes, and the projections of all of them list up to 100 \
                attributes. Let entities share an index: the same key attributes, with a prefix of its own for each.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byA: { local: true, sort: a, projection: keys }
                      byB: { local: true, sort: b, projection: keys }
                      byC: { local: true, sort: c, projection: keys }
                      byD: { local: true, sort: d, projection: keys }
                      byE: { local: true, sort: e, projection: keys }
                      byF: { local: true, sort: f, projection: keys }
                #     ^^^ too-many-indexes: main has 6 local indexes
                entities:
                  Item:
                    key: { pk: "{x}", sk: "{y}" }
                    attributes:
                      x: { type: string }
                      y: { type: string }
                patterns:
                  item: { get: Item, by: [x, y] }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("      byF: { local: true, sort: f, projection: keys }\n", "");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().tables().values().stream().flatMap(table -> Stream.of(
                        over(table, Index::local, 5, "local indexes"),
                        over(table, index -> !index.local(), 20, "global indexes"),
                        listed(table))
                .flatMap(Optional::stream));
    }

    private Optional<Finding> over(Table table, Predicate<Index> kind, int limit, String what) {
        List<Index> indexes = table.indexes().values().stream().filter(kind).toList();
        return indexes.size() <= limit
                ? Optional.empty()
                : Optional.of(found(
                        table.id(),
                        Marks.index(table, indexes.get(limit)),
                        table.id() + " has " + indexes.size() + " " + what + ", and DynamoDB allows " + limit,
                        "let several entities share one index"));
    }

    private Optional<Finding> listed(Table table) {
        int sum = table.indexes().values().stream()
                .mapToInt(index -> index.projected().size())
                .sum();
        return sum <= 100
                ? Optional.empty()
                : Optional.of(found(
                        table.id(),
                        table.node().placeOf("indexes"),
                        "the projections of " + table.id() + " list " + sum + " attributes, and DynamoDB allows 100",
                        "write projection: all for the widest"));
    }
}
