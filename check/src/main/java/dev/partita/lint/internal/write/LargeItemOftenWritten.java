package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.item.Units;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A large item that is changed often. */
public final class LargeItemOftenWritten implements Rule.Warning {

    private static final long LARGE_BYTES = 4 * 1024;
    private static final double MANY_UNITS = 100_000;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        PatternUses uses = new PatternUses(design);
        return uses.writes()
                .filter(p -> p.verb() == Verb.UPDATE && uses.entityOf(p) != null)
                .filter(p -> volumes.itemBytes(uses.entityOf(p)) > LARGE_BYTES)
                .filter(p ->
                        Volumes.perDay(p).orElse(0) * Units.write(volumes.itemBytes(uses.entityOf(p))) >= MANY_UNITS)
                .map(p -> {
                    long bytes = volumes.itemBytes(uses.entityOf(p));
                    return found(
                            p.name(),
                            NamePlaces.pattern(design, p),
                            p.name() + " writes " + Figures.size(bytes) + " each time, "
                                    + Figures.number(
                                            Math.round(Volumes.perDay(p).getAsDouble() * Units.write(bytes)))
                                    + " units a day before the indexes",
                            "move " + String.join(", ", uses.changes(p))
                                    + " to an item of its own under the same partition key");
                });
    }
}
