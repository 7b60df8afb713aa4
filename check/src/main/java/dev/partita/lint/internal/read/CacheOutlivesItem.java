package dev.partita.lint.internal.read;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A cache that keeps answers longer than the items live. */
public final class CacheOutlivesItem implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return uses.reads().filter(p -> p.cacheSeconds() != null).flatMap(p -> uses.entitiesOf(p)
                // A moment that is stored with the item says nothing of how long it lives.
                .filter(e -> e.expiry() != null
                        && e.expiry().seconds() > 0
                        && p.cacheSeconds() * 2 > e.expiry().seconds())
                .map(e -> found(
                        p.name(),
                        p.node().placeOf("cache"),
                        p.name() + " may answer with " + Nouns.a(e.name()) + " " + Figures.duration(p.cacheSeconds())
                                + " old, which lives "
                                + Figures.duration(e.expiry().seconds()),
                        Help.edit(Edit.ofPattern(
                                        p,
                                        "cache",
                                        Figures.duration(Math.max(1, e.expiry().seconds() / 10))
                                                .replace(",", "")))
                                .or(Edit.remove("patterns", p.name(), "cache")))));
    }
}
