package dev.partita.lint.internal.read;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A strongly consistent read behind a cache. */
public final class StrongReadCached implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return new PatternUses(compiled.design())
                .reads()
                .filter(p -> Boolean.TRUE.equals(p.strong()) && p.cacheSeconds() != null)
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("cache"),
                        p.name() + " asks for the newest answer and takes one up to "
                                + Figures.duration(p.cacheSeconds()) + " old",
                        Help.edit(Edit.remove("patterns", p.name(), "cache"))
                                .or(Edit.remove("patterns", p.name(), "consistency"))));
    }
}
