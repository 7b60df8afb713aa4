package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.item.Units;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** A scan of a table that is known to be large. */
public final class CostlyScan implements Rule.Warning {

    private static final long LARGE_BYTES = 100L * 1024 * 1024;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        PatternUses uses = new PatternUses(design);
        return uses.reads()
                .filter(pattern -> pattern.verb() == Verb.SCAN && uses.entityOf(pattern) != null)
                .filter(pattern -> tableBytes(volumes, uses.entityOf(pattern)) >= LARGE_BYTES)
                .map(pattern -> {
                    long bytes = tableBytes(volumes, uses.entityOf(pattern));
                    long units = Math.round(Units.read(bytes, false));
                    OptionalDouble perDay = Volumes.perDay(pattern);
                    return found(
                            pattern.name(),
                            pattern.node().placeOfKey("scan"),
                            pattern.name() + " reads the whole of "
                                    + uses.entityOf(pattern).table() + ", " + Figures.size(bytes)
                                    + " and " + Figures.number(units) + " read units each time"
                                    + (perDay.isEmpty()
                                            ? ""
                                            : ", " + Figures.number(Math.round(units * perDay.getAsDouble()))
                                                    + " a day"),
                            "give the wanted items an index key with when:, and list that");
                });
    }

    private static long tableBytes(Volumes volumes, Entity entity) {
        return volumes.design().entities().values().stream()
                .filter(e -> e.table() != null && e.table().equals(entity.table()))
                .mapToLong(e -> volumes.items(e).orElse(0) * volumes.itemBytes(e))
                .sum();
    }
}
