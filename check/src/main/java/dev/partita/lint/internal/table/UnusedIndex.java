package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PlanFacts;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Set;
import java.util.stream.Stream;

/** An index that no pattern uses. */
public final class UnusedIndex implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        // A pattern without a plan may be what the index is for, and so may one that is still to be written.
        boolean allServed = design.patterns().values().stream()
                .allMatch(pattern -> pattern.verb().writes() || compiled.plans().containsKey(pattern.name()));
        if (!allServed || design.patterns().isEmpty()) {
            return Stream.empty();
        }
        Set<String> used = PlanFacts.indexes(compiled);
        return design.tables().values().stream().flatMap(table -> table.indexes().values().stream()
                .filter(index -> !used.contains(table.id() + "." + index.name()))
                .map(index -> found(
                        table.id() + "." + index.name(),
                        NamePlaces.index(table, index),
                        "no pattern uses " + index.name() + ", and every write pays for it",
                        Help.edits(Repairs.withoutIndex(design, table, index), "remove it")
                                .or("add the pattern it is for"))));
    }
}
