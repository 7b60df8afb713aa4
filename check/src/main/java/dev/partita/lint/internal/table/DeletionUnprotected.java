package dev.partita.lint.internal.table;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A table that one wrong command deletes. */
public final class DeletionUnprotected implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().tables().values().stream()
                .filter(t -> !Boolean.TRUE.equals(t.deletionProtection()))
                .map(t -> found(
                        t.id(),
                        t.node().get("deletion-protection") == null
                                ? NamePlaces.table(compiled.design(), t)
                                : t.node().placeOf("deletion-protection"),
                        t.id() + " can be deleted by one wrong command",
                        Help.edit(Edit.ofTable(t, "deletion-protection", "true"))));
    }
}
