package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** Items that come every day and never go. */
final class GrowsForEver implements Rule {

    private static final long MANY = 1_000;

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                By the stated rate this entity makes many items a day, nothing removes them, and the design does not say \
                that they are kept. Storage is paid for every month again, and indexes with it. Write expiry:, or say \
                expect: { keep: forever } if that is meant.""";
    }

    @Override
    public String bad() {
        return """
                design: logs
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                entities:
                  Log:
                # ^^^ grows-for-ever: Log grows by 10,000 items a day, 3.4 GB a year, and nothing removes them
                    key: { pk: "APP#{app}", sk: "{logId}" }
                    attributes:
                      app: { type: string }
                      logId: { type: ulid, generate: ulid }
                    expect: { per-day: 10000, size: 1000 bytes }
                patterns:
                  log: { create: Log }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        return design.entities().values().stream()
                .filter(e -> e.expect() != null
                        && e.expect().perDay() != null
                        && e.expect().perDay() >= MANY)
                .filter(e -> e.expiry() == null
                        && e.from() == null
                        && !e.expect().forever()
                        && e.expect().keepSeconds() == null)
                .map(e -> found(
                        e.name(),
                        Marks.entity(design, e),
                        e.name() + " grows by " + Figures.number(e.expect().perDay()) + " items a day, "
                                + Figures.size(365.0 * e.expect().perDay() * volumes.itemBytes(e))
                                + " a year, and nothing removes them",
                        Help.edit(Edit.put("forever", "entities", e.name(), "expect", "keep"))
                                .saying("if that is meant")
                                .or("say when it expires")));
    }
}
