package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** An expiry in a table that has none. */
public final class ExpiryWithoutAttribute implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Stream<Finding> entities = design.entities().values().stream()
                .filter(e -> e.expiry() != null
                        && design.tableOf(e) != null
                        && design.tableOf(e).expiry() == null)
                .map(e -> found(
                        e.name(),
                        e.node().placeOf("expiry"),
                        e.name() + " expires, and its table " + e.table() + " has no expiry attribute",
                        Help.edit(Edit.put("ttl", "tables", e.table(), "expiry"))));
        Stream<Finding> quotas = design.quotas().values().stream()
                .filter(q -> q.expirySeconds() != null && design.entities().containsKey(q.counts()))
                .filter(q -> design.tableOf(design.entities().get(q.counts())) != null
                        && design.tableOf(design.entities().get(q.counts())).expiry() == null)
                .map(q -> found(
                        q.name(),
                        q.node().placeOf("expiry"),
                        "the counter of " + q.name() + " expires, and its table has no expiry attribute",
                        Help.edit(Edit.put(
                                "ttl",
                                "tables",
                                design.entities().get(q.counts()).table(),
                                "expiry"))));
        return Stream.concat(entities, quotas);
    }
}
