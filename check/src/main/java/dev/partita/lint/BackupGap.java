package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** Backups that are gone before the next one is made. */
final class BackupGap implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A backup is kept for less time than passes until the next. For the days between there is none, and a \
                fault found on such a day cannot be undone. Keep each at least twice as long as the interval.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                    backups: { every: 7 days, keep: 3 days }
                  # ^^^^^^^ backup-gap: main is backed up every 7 days and keeps a backup for 3
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                patterns:
                  signUp: { create: User }
                """;
    }

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
