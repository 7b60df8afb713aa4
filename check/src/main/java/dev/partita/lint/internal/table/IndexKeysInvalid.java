package dev.partita.lint.internal.table;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Table;
import dev.partita.design.model.Table.Index;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** An index with keys that DynamoDB does not take. */
public final class IndexKeysInvalid implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().tables().values().stream().flatMap(table -> table.indexes().values().stream()
                .filter(index -> fault(table, index) != null)
                .map(index -> found(
                        table.id() + "." + index.name(),
                        NamePlaces.index(table, index),
                        index.name() + " " + fault(table, index),
                        "see the limits of DynamoDB: a local index has one sort key of its own, a global one up to four of"
                                + " each")));
    }

    private static String fault(Table table, Index index) {
        List<String> names = index.keyNames();
        if (Set.copyOf(names).size() < names.size()) {
            return "has one attribute twice in its key";
        }
        if (index.partition().size() > 4 || index.sort().size() > 4) {
            return "has more than four partition or sort attributes";
        }
        if (!index.local()) {
            return null;
        }
        if (table.sort() == null) {
            return "is local, and its table has no sort key";
        }
        if (index.sort().size() != 1) {
            return "is local and has " + index.sort().size() + " sort attributes instead of one";
        }
        String sort = index.sort().get(0).name();
        return table.keyNames().contains(sort) ? "is sorted by " + sort + ", a key of the table itself" : null;
    }
}
