package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A table that one wrong command deletes. */
final class DeletionUnprotected implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                Deletion protection refuses DeleteTable until it is taken off, costs nothing, and has saved many a \
                production table from a script meant for the test account. It is off unless asked for. Write \
                deletion-protection: true.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                # ^^^^ deletion-unprotected: main can be deleted by one wrong command
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
                .filter(t -> !Boolean.TRUE.equals(t.deletionProtection()))
                .map(t -> found(
                        t.id(),
                        t.node().get("deletion-protection") == null
                                ? Marks.table(compiled.design(), t)
                                : t.node().placeOf("deletion-protection"),
                        t.id() + " can be deleted by one wrong command",
                        Help.edit(Edit.ofTable(t, "deletion-protection", "true"))));
    }
}
