package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Cardinality;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** Expected volumes that contradict each other. */
final class VolumesDisagree implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                So many a day, kept so long, makes so many items; the design states another number. Cost, lint and \
                capacity are reckoned from these, so one of them is wrong for all. Correct whichever is not true.""";
    }

    @Override
    public String bad() {
        return """
                design: tasks
                tables:
                  main:
                    key: { partition: pk }
                    expiry: ttl
                entities:
                  Result:
                    key: { pk: "TASK#{taskId}" }
                    expiry: 7 days after at
                    attributes:
                      taskId: { type: string }
                      at: { type: epoch-seconds, set: on-create }
                    expect: { items: 50000, per-day: 10000 }
                    #                ^^^^^ volumes-disagree: 10,000 Result items a day for 7 days are 70,000, not 50,000
                patterns:
                  store: { put: Result }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream()
                .filter(e -> e.expect() != null
                        && e.expect().items() != null
                        && e.expect().perDay() != null)
                .filter(e -> Cardinality.keptSeconds(e).isPresent()
                        && disagree(e.expect().items(), made(e)))
                .map(e -> found(
                        e.name(),
                        e.expect().node().placeOf("items"),
                        Figures.number(e.expect().perDay()) + " " + e.name() + " items a day for "
                                + Figures.duration(Cardinality.keptSeconds(e).getAsLong()) + " are "
                                + Figures.number(made(e)) + ", not "
                                + Figures.number(e.expect().items()),
                        Help.edit(Edit.put(String.valueOf(made(e)), "entities", e.name(), "expect", "items"))));
    }

    private static long made(Entity entity) {
        return entity.expect().perDay() * Cardinality.keptSeconds(entity).getAsLong() / Volumes.DAY_SECONDS;
    }

    private static boolean disagree(long stated, long made) {
        return made > 1.25 * stated || stated > 2 * made;
    }
}
