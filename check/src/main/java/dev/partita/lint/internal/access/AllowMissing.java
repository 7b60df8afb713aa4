package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A pattern that does not say who may call it, where others do. */
public final class AllowMissing implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        boolean somebodyIsNamed = design.patterns().values().stream()
                .anyMatch(p -> !uses.allowed(p).isEmpty());
        return design.patterns().values().stream()
                .filter(p -> somebodyIsNamed && uses.allowed(p).isEmpty())
                .map(p -> found(
                        p.name(),
                        NamePlaces.pattern(design, p),
                        p.name() + " does not say who may call it, and other patterns do",
                        Help.edit(Edit.ofPattern(p, "allow", Repairs.narrower(uses, p)))
                                .or("whoever else may call it")));
    }
}
