package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Entity.Expect;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Place;
import dev.partita.item.Units;
import dev.partita.lint.internal.facts.AskedPartition;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Partition;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A partition asked for more than it gives. */
public final class HotPartition implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        PatternUses uses = new PatternUses(design);
        Stream<Finding> writes = Partition.of(design)
                .filter(p -> volumes.heat(p).orElse(0) > Volumes.PARTITION_WRITE_UNITS)
                .map(p -> hot(p, p.place(), volumes.heat(p).getAsDouble(), "write", Volumes.PARTITION_WRITE_UNITS));
        Stream<Finding> reads = uses.reads().flatMap(pattern -> uses.entitiesOf(pattern)
                .limit(1)
                .flatMap(entity -> new AskedPartition(compiled).partition(pattern, entity).stream())
                .filter(p -> readHeat(volumes, pattern, p) > Volumes.PARTITION_READ_UNITS)
                .map(p -> hot(
                        p,
                        NamePlaces.option(design, pattern, "expect"),
                        readHeat(volumes, pattern, p),
                        "read",
                        Volumes.PARTITION_READ_UNITS)));
        return Stream.concat(writes, reads);
    }

    private Finding hot(Partition partition, Place place, double units, String word, long limit) {
        return found(
                partition.subject(),
                place,
                "the busiest partition " + partition.words() + " of " + partition.where() + " takes "
                        + Figures.number(Math.round(units)) + " " + word + " units a second, and one gives "
                        + Figures.number(limit),
                "spread the key by " + partition.spreading() + ", or by a part with more values");
    }

    private static double readHeat(Volumes volumes, Pattern pattern, Partition partition) {
        OptionalLong values = volumes.values(partition);
        OptionalDouble peak = Volumes.peak(pattern);
        if (values.isEmpty() || peak.isEmpty()) {
            return 0;
        }
        Expect expect = pattern.expect();
        long items = expect.items() != null ? expect.items() : pattern.page() != null ? pattern.page() : 1;
        double missed = expect.hitRate() == null ? 1 : 1 - expect.hitRate();
        double units =
                Units.read(items * volumes.entryBytes(partition)) * (Boolean.TRUE.equals(pattern.strong()) ? 1 : 0.5);
        return peak.getAsDouble() * missed * units / values.getAsLong();
    }
}
