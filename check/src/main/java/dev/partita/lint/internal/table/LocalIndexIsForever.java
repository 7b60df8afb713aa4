package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Table.Index;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A local index, which can only be made together with its table. */
public final class LocalIndexIsForever implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Set<String> strong = new PatternUses(design)
                .reads()
                .filter(p -> Boolean.TRUE.equals(p.strong()))
                .flatMap(p -> p.entities().stream())
                .collect(Collectors.toSet());
        return design.tables().values().stream().flatMap(table -> table.indexes().values().stream()
                .filter(Index::local)
                .filter(index -> design.entitiesOf(table).stream()
                        .noneMatch(e -> strong.contains(e.name())
                                && e.indexKeys().stream()
                                        .anyMatch(k -> k.index().equals(index.name()))))
                .map(index -> found(
                        table.id() + "." + index.name(),
                        NamePlaces.index(table, index),
                        index.name() + " can only be made together with " + table.id() + ", and never changed",
                        "keep it if it serves strong reads, else use a global index with the partition "
                                + table.partition().name())));
    }
}
