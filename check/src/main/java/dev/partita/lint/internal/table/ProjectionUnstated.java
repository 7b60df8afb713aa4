package dev.partita.lint.internal.table;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Table;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** An index that does not say what it holds. */
public final class ProjectionUnstated implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().tables().values().stream().flatMap(table -> table.indexes().values().stream()
                .filter(index -> index.projection() == Table.Projection.UNSTATED)
                .map(index -> found(
                        table.id() + "." + index.name(),
                        NamePlaces.index(table, index),
                        index.name() + " does not say what it holds, so it holds everything",
                        Help.edit(Edit.ofIndex(table, index, "projection", "all"))
                                .or("list the attributes its patterns return"))));
    }
}
