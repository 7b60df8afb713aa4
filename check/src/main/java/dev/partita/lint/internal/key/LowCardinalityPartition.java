package dev.partita.lint.internal.key;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.Partition;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A partition key with a handful of values. */
public final class LowCardinalityPartition implements Rule.Warning {

    // Up to here one value easily holds a third of the items; a country is the largest common case.
    private static final long LOW = 300;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Volumes volumes = new Volumes(compiled.design());
        return Partition.of(compiled.design())
                .filter(p -> p.variables().allMatch(v -> v.period() == null))
                // What is spread already is judged by how much there is of it.
                .filter(p -> p.variables().noneMatch(variable -> variable.has(Kind.SHARD)))
                .filter(p -> isLow(volumes.values(p)))
                .filter(p -> !volumes.isCalm(p) && volumes.heat(p).orElse(0) <= Volumes.PARTITION_WRITE_UNITS)
                .map(p -> found(
                        p.subject(),
                        p.place(),
                        p.entity().name() + " has "
                                + Figures.number(volumes.values(p).getAsLong()) + " different partitions " + p.words()
                                + " in " + p.where()
                                + ", and each takes 1,000 write units a second",
                        "add a part with many values, or " + p.spreading() + ", or state expect if there are few"));
    }

    private static boolean isLow(OptionalLong values) {
        return values.isPresent() && values.getAsLong() > 1 && values.getAsLong() <= LOW;
    }
}
