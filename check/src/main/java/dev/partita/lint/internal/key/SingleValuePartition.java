package dev.partita.lint.internal.key;

import dev.partita.design.model.Finding;
import dev.partita.lint.internal.facts.Partition;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** All items of an entity in one partition. */
public final class SingleValuePartition implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Volumes volumes = new Volumes(compiled.design());
        return Partition.of(compiled.design())
                .filter(p -> p.variables().allMatch(v -> v.period() == null))
                .filter(p -> volumes.values(p).orElse(2) == 1)
                .filter(p -> p.index() != null || !p.entity().keyAttributes().isEmpty())
                .filter(p -> !volumes.isCalm(p) && volumes.heat(p).orElse(0) <= Volumes.PARTITION_WRITE_UNITS)
                .map(
                        p -> found(
                                p.subject(),
                                p.place(),
                                "every " + p.entity().name() + " in "
                                        + p.where() + " has the partition " + p.words()
                                        + ", and one partition takes 1,000 write units a second",
                                "add a part with many values, such as {createdAt:date} or a shard, or state expect if there are few"));
    }
}
