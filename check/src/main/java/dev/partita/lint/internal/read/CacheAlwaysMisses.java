package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A cache that is emptied about as often as it is read. */
public final class CacheAlwaysMisses implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        Set<String> guards = design.patterns().values().stream()
                .filter(p -> p.guard() != null)
                .map(p -> p.guard().countPattern())
                .collect(Collectors.toSet());
        return uses.reads()
                .filter(p -> p.cacheSeconds() != null && uses.entityOf(p) != null && !p.by().isEmpty())
                .flatMap(p -> {
                    if (p.cacheSeconds() == 0) {
                        return Stream.of(found(
                                p.name(),
                                p.node().placeOf("cache"),
                                p.name() + " keeps its answers for no time at all",
                                Help.edit(Edit.remove("patterns", p.name(), "cache"))));
                    }
                    double writes = uses.writesOf(uses.entityOf(p))
                            .filter(w -> drops(p, w))
                            .mapToDouble(w -> Volumes.perDay(w).orElse(0))
                            .sum();
                    OptionalDouble reads = Volumes.perDay(p);
                    if (guards.contains(p.name())) {
                        return Stream.of(found(
                                p.name(),
                                p.node().placeOf("cache"),
                                p.name() + " is read before each write that drops it from the cache",
                                Help.edit(Edit.remove("patterns", p.name(), "cache"))
                                        .saying("and keep a quota")));
                    }
                    return reads.isPresent() && writes >= reads.getAsDouble() / 2
                            ? Stream.of(found(
                                    p.name(),
                                    p.node().placeOf("cache"),
                                    p.name() + " is read " + Figures.number(Math.round(reads.getAsDouble()))
                                            + " times a day and dropped " + Figures.number(Math.round(writes))
                                            + " times",
                                    Help.edit(Edit.remove("patterns", p.name(), "cache"))
                                            .or("count in a counter")))
                            : Stream.empty();
                });
    }

    /** Whether the write changes what the read answers: a new item changes lists and counts, not the items that are there. */
    private static boolean drops(Pattern read, Pattern write) {
        boolean ofOneItem = read.verb() == Verb.GET;
        return write.verb() == Verb.CREATE ? !ofOneItem : write.verb() != Verb.TRANSACT;
    }
}
