package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A role that no pattern allows. */
public final class RoleUnused implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.roles().values().stream()
                .filter(r -> design.patterns().values().stream()
                        .noneMatch(p -> uses.allowed(p).contains(r.name())))
                .map(r -> found(
                        r.name(),
                        NamePlaces.role(design, r),
                        "no pattern allows " + r.name(),
                        Help.edit(Edit.remove("roles", r.name())).or("allow it somewhere")));
    }
}
