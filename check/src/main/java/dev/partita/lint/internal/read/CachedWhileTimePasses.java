package dev.partita.lint.internal.read;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.Conditions;
import java.util.stream.Stream;

/** An answer that is kept, though it changes as time passes. */
public final class CachedWhileTimePasses implements Rule.Warning {

    /** Nobody who asks for a cache minds so much. */
    private static final long SECONDS = 60;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return uses.reads()
                .filter(p -> p.cacheSeconds() != null && p.cacheSeconds() > SECONDS)
                .filter(p -> asksForMoment(uses, p))
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("cache"),
                        p.name() + " compares with the moment, and its answer may be "
                                + Figures.duration(p.cacheSeconds()) + " old",
                        Help.edit(Edit.ofPattern(p, "cache", "1 minute"))
                                .or(Edit.remove("patterns", p.name(), "cache"))));
    }

    /** Whether it, or one of the patterns it puts together, speaks of {@code now}. */
    private static boolean asksForMoment(PatternUses uses, Pattern p) {
        Stream<Pattern> parts = uses.entityOf(p) == null
                ? p.entities().stream().map(uses.design().patterns()::get).filter(part -> part != null && part != p)
                : Stream.empty();
        return Conditions.asksForMoment(p.where())
                || p.pinned() != null && Conditions.asksForMoment(p.pinned().filter())
                || parts.anyMatch(part -> asksForMoment(uses, part));
    }
}
