package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A table that cannot be brought back as it was yesterday. */
final class RecoveryOff implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                Point-in-time recovery restores a table as it was at any second of the last 35 days, into a new table. \
                It is the only help against a wrong delete or a bad release, and costs about $0.20 per GB and month. It \
                is off unless asked for. Write recovery: 35 days, or recovery: off with an ignore if everything in it \
                can be made again.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                # ^^^^ recovery-off: main cannot be restored to an earlier moment
                    key: { partition: pk }
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
                .filter(t -> t.recoveryDays() == null || t.recoveryDays() == 0)
                .map(t -> found(
                        t.id(),
                        t.node().get("recovery") == null
                                ? Marks.table(compiled.design(), t)
                                : t.node().placeOf("recovery"),
                        t.id() + " cannot be restored to an earlier moment",
                        Help.edit(Edit.ofTable(t, "recovery", "35 days"))));
    }
}
