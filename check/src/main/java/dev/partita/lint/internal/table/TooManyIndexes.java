package dev.partita.lint.internal.table;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Table;
import dev.partita.design.model.Table.Index;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** More indexes than a table may have. */
public final class TooManyIndexes implements Rule.Error {

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
                        NamePlaces.index(table, indexes.get(limit)),
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
