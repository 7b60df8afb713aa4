package dev.partita.lint.internal.table;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** An index with less write capacity than its table. */
public final class IndexThrottlesTable implements Rule.Warning {

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
                                NamePlaces.index(t, i),
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
