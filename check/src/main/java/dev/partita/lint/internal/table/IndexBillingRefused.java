package dev.partita.lint.internal.table;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** Provisioned capacity for an index of a table that has none. */
public final class IndexBillingRefused implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().tables().values().stream().flatMap(t -> t.indexes().values().stream()
                .filter(i -> i.billing() != null && !i.billing().onDemand())
                .filter(i -> i.local() || t.billing() == null || t.billing().onDemand())
                .map(i -> found(
                        t.id() + "." + i.name(),
                        NamePlaces.index(t, i),
                        i.name() + " has capacity of its own, and "
                                + (i.local() ? "a local index uses that of its table" : t.id() + " is on demand"),
                        Help.edit(Edit.remove("tables", t.id(), "indexes", i.name(), "billing")))));
    }
}
