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

/** A scan that anyone may start. */
public final class StrangersMayScan implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return uses.reads()
                .filter(p -> p.verb() == Verb.SCAN
                        && p.cacheSeconds() == null
                        && uses.allowed(p).contains("anyone"))
                .map(p -> found(
                        p.name(),
                        NamePlaces.option(design, p, "allow"),
                        "anyone may call " + p.name() + ", and each call reads the whole table",
                        Help.edit(Edit.ofPattern(p, "cache", "1 hour"))
                                .or(Edit.ofPattern(p, "allow", Repairs.narrower(uses, p)))));
    }
}
