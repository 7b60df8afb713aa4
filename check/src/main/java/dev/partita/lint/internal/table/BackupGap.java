package dev.partita.lint.internal.table;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** Backups that are gone before the next one is made. */
public final class BackupGap implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().tables().values().stream()
                .filter(t -> t.backups() != null
                        && t.backups().keepDays() < t.backups().everyDays())
                .map(t -> found(
                        t.id(),
                        t.node().placeOf("backups"),
                        t.id() + " is backed up every " + t.backups().everyDays() + " days and keeps a backup for "
                                + t.backups().keepDays(),
                        Help.edit(
                                Edit.put(2 * t.backups().everyDays() + " days", "tables", t.id(), "backups", "keep"))));
    }
}
