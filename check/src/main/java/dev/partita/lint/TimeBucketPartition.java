package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A partition key that is the current day or hour, so that all writes of now go to one partition. */
final class TimeBucketPartition implements Rule {

    private static final long MANY = 100;
    private static final double CALM = 0.1 * Volumes.PARTITION_WRITE_UNITS;

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A partition per day keeps collections small and lists walkable, but today's partition takes every write \
                of today: 1,000 write units a second for the whole table or index. Say with expect how much is written, \
                and up to a tenth of that nothing is reported; beyond, add a shard or another part with many values \
                beside the day.""";
    }

    @Override
    public String bad() {
        return """
                design: metrics
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Reading:
                    key: { pk: "DAY#{at:date}", sk: "{at}#{readingId}" }
                    #          ^^^^^^^^^^^^^^^ time-bucket-partition: all writes of Reading go to the partition of the moment
                    attributes:
                      readingId: { type: ulid, generate: ulid }
                      at: { type: timestamp, set: on-create }
                patterns:
                  readings: { list: Reading, by: at:date, page: 100 }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("DAY#{at:date}", "DAY#{at:date}#{readingId:shard(16)}")
                + "  addReading: { create: Reading, expect: { peak: 500 } }\n";
    }

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
