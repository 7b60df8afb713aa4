package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** All items of an entity in one partition. */
final class SingleValuePartition implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A partition takes 1,000 write units and 3,000 read units a second, however large the table is, and an \
                index that cannot keep up holds back the writes of its table. A partition key with a single value puts \
                everything on one partition. Add a part with many values: a day to walk, or a shard. Where there is \
                little of it, say so with expect, and nothing is reported.""";
    }

    @Override
    public String bad() {
        return """
                design: blog
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      timeline: { partition: tlpk, sort: tlsk, projection: all }
                entities:
                  Post:
                    key: { pk: "POST#{postId}" }
                    timeline: { when: isPublic, tlpk: "PUBLIC#{isPublic}", tlsk: "{createdAt}#{postId}" }
                    #                                 ^^^^^^^^^^^^^^^^^^^ single-value-partition: every Post in timeline
                    attributes:
                      postId: { type: ulid, generate: ulid }
                      isPublic: { type: flag }
                      createdAt: { type: timestamp, set: on-create }
                patterns:
                  posts: { list: Post, where: isPublic, order: newest-first, page: 20 }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("PUBLIC#{isPublic}", "PUBLIC#{createdAt:date}")
                        .replace("page: 20", "walk: 30 days, page: 20")
                + "  createPost: { create: Post, expect: { per-day: 50000 } }\n";
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Volumes volumes = new Volumes(compiled.design());
        return Partition.of(compiled.design())
                .filter(p -> p.variables().allMatch(v -> v.period() == null))
                .filter(p -> volumes.values(p).orElse(2) == 1)
                .filter(p ->
                        p.index() != null || !Uses.keyAttributes(p.entity()).isEmpty())
                .filter(p -> !volumes.isCalm(p) && volumes.heat(p).orElse(0) <= Volumes.PARTITION_WRITE_UNITS)
                .map(
                        p -> found(
                                p.subject(),
                                p.place(),
                                "every " + p.entity().name() + " in "
                                        + p.target() + " has the partition " + p.words()
                                        + ", and one partition takes 1,000 write units a second",
                                "add a part with many values, such as {createdAt:date} or a shard, or state expect if there are few"));
    }
}
