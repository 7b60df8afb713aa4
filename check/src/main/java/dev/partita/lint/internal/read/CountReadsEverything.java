package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.item.Limits;
import dev.partita.item.Units;
import dev.partita.lint.internal.facts.AskedPartition;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Partition;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/** A count over more data than a request should read. */
public final class CountReadsEverything implements Rule.Warning {

    private static final double MUCH_BYTES = 100.0 * 1024 * 1024;
    private static final double MANY_UNITS = 100_000;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        PatternUses uses = new PatternUses(design);
        return uses.reads()
                .filter(p -> p.verb() == Verb.COUNT && uses.entityOf(p) != null && p.range() == null)
                .filter(p -> isMuch(p, bytes(compiled, volumes, p, uses.entityOf(p))))
                .map(p -> {
                    double bytes = bytes(compiled, volumes, p, uses.entityOf(p));
                    return found(
                            p.name(),
                            NamePlaces.pattern(design, p),
                            p.name() + " reads " + Figures.size(bytes) + " to answer with a number, "
                                    + Figures.number(Math.round(Units.read((long) bytes, false)))
                                    + " read units each time",
                            "keep a counter that the writes increase, or cache the number");
                });
    }

    private static boolean isMuch(Pattern pattern, double bytes) {
        OptionalDouble perDay = Volumes.perDay(pattern);
        double missed = pattern.expect() == null || pattern.expect().hitRate() == null
                ? 1
                : 1 - pattern.expect().hitRate();
        return perDay.isEmpty()
                ? bytes > MUCH_BYTES && pattern.cacheSeconds() == null
                : Units.read((long) bytes, false) * perDay.getAsDouble() * missed > MANY_UNITS
                        && bytes > Limits.PAGE_BYTES;
    }

    private static double bytes(Compiled compiled, Volumes volumes, Pattern pattern, Entity entity) {
        Optional<Partition> partition = new AskedPartition(compiled).partition(pattern, entity);
        if (partition.isEmpty()) {
            return 0;
        }
        long each = volumes.entryBytes(partition.get());
        if (pattern.expect() != null && pattern.expect().items() != null) {
            return (double) each * pattern.expect().items();
        }
        Set<String> parts = PatternUses.variables(partition.get().templates());
        if (!pattern.by().stream().allMatch(v -> parts.contains(v.attribute()))) {
            return 0;
        }
        return (double) each
                * (pattern.each() == null || pattern.each().isGiven()
                        ? volumes.itemsEach(partition.get()).orElse(0)
                        : volumes.items(entity).orElse(0));
    }
}
