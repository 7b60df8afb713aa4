package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A role that no pattern allows. */
final class RoleUnused implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                The role is defined and nobody may do anything by it. Either a pattern should allow it, or it is a \
                leftover that readers take for a rule.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                roles:
                  admin: { group: admins }
                # ^^^^^ role-unused: no pattern allows admin
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                patterns:
                  signUp: { create: User, allow: anyone }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return design.roles().values().stream()
                .filter(r -> design.patterns().values().stream()
                        .noneMatch(p -> uses.allowed(p).contains(r.name())))
                .map(r -> found(
                        r.name(),
                        Marks.role(design, r),
                        "no pattern allows " + r.name(),
                        Help.edit(Edit.remove("roles", r.name())).or("allow it somewhere")));
    }
}
