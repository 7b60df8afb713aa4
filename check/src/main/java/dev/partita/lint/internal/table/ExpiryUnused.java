package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A table with an expiry attribute that nothing writes. */
public final class ExpiryUnused implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream()
                .filter(t -> t.expiry() != null)
                .filter(t -> design.entitiesOf(t).stream()
                        .noneMatch(e -> e.expiry() != null || e.storedAs(t.expiry()) != null))
                .filter(t -> design.quotas().values().stream().noneMatch(q -> q.expirySeconds() != null))
                .map(t -> found(
                        t.id(),
                        t.node().placeOf("expiry"),
                        "nothing writes " + t.expiry() + ", so nothing in " + t.id() + " expires",
                        Help.edit(Edit.remove("tables", t.id(), "expiry")).or("say on an entity when it expires")));
    }
}
