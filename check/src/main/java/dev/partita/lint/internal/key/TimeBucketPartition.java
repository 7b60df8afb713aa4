package dev.partita.lint.internal.key;

import dev.partita.design.model.Finding;
import dev.partita.lint.internal.facts.Partition;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A partition key that is the current day or hour, so that all writes of now go to one partition. */
public final class TimeBucketPartition implements Rule.Warning {

    private static final long MANY = 100;
    private static final double CALM = 0.1 * Volumes.PARTITION_WRITE_UNITS;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Volumes volumes = new Volumes(compiled.design());
        return Partition.of(compiled.design())
                .filter(p -> p.variables().anyMatch(v -> v.period() != null))
                .filter(p -> volumes.values(p).orElse(MANY) < MANY)
                .filter(p -> !volumes.isCalm(p) && volumes.heat(p).orElse(2 * CALM) > CALM)
                .filter(p -> volumes.heat(p).orElse(0) <= Volumes.PARTITION_WRITE_UNITS)
                .map(p -> found(
                        p.subject(),
                        p.place(),
                        "all writes of " + p.entity().name() + " go to the partition of the moment, " + p.words()
                                + ", which takes 1,000 write units a second",
                        "state expect: { per-day: … } if there are few, or add " + p.spreading()));
    }
}
