package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A soft delete after which the unique values stay taken. */
final class DeletedItemKeepsLock implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                An item that is only marked as deleted can be restored, so it keeps the locks of its unique attributes: \
                nobody else can take the email of a deleted user, not even the user who signs up again. That may be \
                meant. If not, add a pattern with hard: true, which gives the locks free.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  User:
                    key: { pk: "USER#{userId}", sk: META }
                    soft-delete: { at: deletedAt }
                    unique: { email: { on: [email], lock: { pk: "EMAIL#{email}", sk: UNIQUE } } }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                      email: { type: string, normalise: [trim, lower], required: true }
                      deletedAt: { type: timestamp, set: on-delete }
                patterns:
                  signUp: { create: User }
                  leave: { delete: User, by: userId }
                # ^^^^^ deleted-item-keeps-lock: after leave the email of the User stays taken
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return uses.writes()
                .filter(p -> p.verb() == Verb.DELETE && !p.hard() && uses.entityOf(p) != null)
                .filter(p -> uses.entityOf(p).softDelete() != null
                        && !uses.entityOf(p).uniques().isEmpty())
                .filter(p -> uses.writesOf(uses.entityOf(p)).noneMatch(w -> w.verb() == Verb.DELETE && w.hard()))
                .map(p -> found(
                        p.name(),
                        Marks.pattern(design, p),
                        "after " + p.name() + " the " + taken(uses.entityOf(p)) + " of the "
                                + uses.entityOf(p).name() + " stays taken",
                        Help.edit(Edit.put(
                                        "{ delete: " + uses.entityOf(p).name() + ", by: "
                                                + Repairs.names(Uses.keyAttributes(uses.entityOf(p))) + ", hard: true"
                                                + (p.allow().isEmpty() ? "" : ", allow: " + Repairs.names(p.allow()))
                                                + " }",
                                        "patterns",
                                        Repairs.freePattern(design, "erase", uses.entityOf(p))))
                                .saying("if it is to be free again")));
    }

    private static String taken(Entity entity) {
        return entity.uniques().stream()
                .flatMap(u -> u.attributes().stream())
                .distinct()
                .collect(Collectors.joining(", "));
    }
}
