package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A change or deletion that needs no signing in. */
public final class AnyoneMayChange implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return uses.writes()
                .filter(p -> p.verb() != Verb.CREATE && p.verb() != Verb.TRANSACT)
                .filter(p -> uses.allowed(p).contains("anyone"))
                .map(p -> found(
                        p.name(),
                        NamePlaces.option(design, p, "allow"),
                        "anyone may call " + p.name() + ", without signing in",
                        Help.edit(Edit.ofPattern(p, "allow", Repairs.narrower(uses, p)))));
    }
}
