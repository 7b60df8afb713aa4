package dev.partita.lint.internal.table;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A table that cannot be brought back as it was yesterday. */
public final class RecoveryOff implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().tables().values().stream()
                .filter(t -> t.recoveryDays() == null || t.recoveryDays() == 0)
                .map(t -> found(
                        t.id(),
                        t.node().get("recovery") == null
                                ? NamePlaces.table(compiled.design(), t)
                                : t.node().placeOf("recovery"),
                        t.id() + " cannot be restored to an earlier moment",
                        Help.edit(Edit.ofTable(t, "recovery", "35 days"))));
    }
}
