package dev.partita.lint.internal.read;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.item.Units;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A strongly consistent read that is made very often. */
public final class StrongReadOften implements Rule.Advice {

    private static final double MANY_UNITS = 100_000;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Volumes volumes = new Volumes(compiled.design());
        PatternUses uses = new PatternUses(compiled.design());
        return uses.reads()
                .filter(p -> Boolean.TRUE.equals(p.strong()) && uses.entityOf(p) != null)
                .filter(p -> units(volumes, uses, p) >= MANY_UNITS)
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("consistency"),
                        p.name() + " takes " + Figures.number(Math.round(units(volumes, uses, p)))
                                + " read units a day, and half as many if it may be a moment old",
                        Help.edit(Edit.ofPattern(p, "consistency", "eventual"))
                                .saying("where nothing is decided by it")));
    }

    private static double units(Volumes volumes, PatternUses uses, Pattern pattern) {
        Long stated = pattern.expect() == null ? null : pattern.expect().items();
        long items = stated != null ? stated : pattern.page() != null ? pattern.page() : 1;
        return Volumes.perDay(pattern).orElse(0) * Units.read(items * volumes.itemBytes(uses.entityOf(pattern)));
    }
}
