package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A cache that lasts long, of a table whose stream does not tell what others write. */
final class CacheMissesForeignWrites implements Rule {

    private static final int SHORT_SECONDS = 300;

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                A write through the patterns drops the answers it could change. A write past them (a script, the AWS \
                console, another program) is known to the table's stream only: without one the old answer is given out \
                until its time is over. Write stream: both on the table, and follow it; or keep answers for less long. \
                Where all of it runs in one process, as under partita up, the engine tells the cache, and this can be \
                ignored.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Plan:
                    key: { pk: "PLAN#{name}" }
                    attributes:
                      name: { type: string }
                      price: { type: integer, range: 0.. }
                patterns:
                  plan: { get: Plan, by: name, cache: 24 hours }
                  #                                   ^^^^^^^^ cache-misses-foreign-writes: plan is kept for long, and main has no stream that tells of writes made elsewhere
                  addPlan: { create: Plan }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Uses uses = new Uses(design);
        return design.tables().values().stream()
                .filter(t -> t.stream() == null || t.stream().equals("off"))
                .flatMap(t -> uses.reads()
                        .filter(p -> p.cacheSeconds() != null
                                && p.cacheSeconds() > SHORT_SECONDS
                                && uses.entityOf(p) != null
                                && t.id().equals(uses.entityOf(p).table()))
                        .limit(1)
                        .map(p -> found(
                                p.name(),
                                p.node().placeOf("cache"),
                                p.name() + " is kept for long, and " + t.id()
                                        + " has no stream that tells of writes made elsewhere",
                                Help.edit(Edit.ofTable(t, "stream", "both")))));
    }
}
