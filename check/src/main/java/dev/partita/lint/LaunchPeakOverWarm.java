package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A peak that a new on-demand table does not take at once. */
final class LaunchPeakOverWarm implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A new on-demand table takes 4,000 write units and 12,000 read units a second; above twice its former \
                peak it grows within minutes, and until then it throttles. The stated peaks are higher than that. Warm \
                the table up before the launch (warm throughput), or let the load grow.""";
    }

    @Override
    public String bad() {
        return """
                design: votes
                tables:
                  main:
                    key: { partition: pk }
                    billing: on-demand
                    #        ^^^^^^^^^ launch-peak-over-warm: main is to take 6,000 write units a second
                entities:
                  Vote:
                    key: { pk: "VOTE#{voteId}" }
                    attributes:
                      voteId: { type: ulid, generate: ulid }
                patterns:
                  vote: { create: Vote, expect: { peak: 6000 } }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("peak: 6000", "peak: 3000");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Load load = new Load(compiled);
        return design.tables().values().stream()
                .filter(t -> t.billing() == null || t.billing().onDemand())
                .flatMap(t -> Stream.of(
                                new Need("write", 4_000, load.peakWriteUnits(t)),
                                new Need("read", 12_000, load.peakReadUnits(t)))
                        .filter(need -> need.expected() > need.taken())
                        .map(need -> found(
                                t.id(),
                                t.node().get("billing") == null
                                        ? Marks.table(design, t)
                                        : t.node().placeOf("billing"),
                                t.id() + " is to take " + Figures.number(Math.round(need.expected())) + " "
                                        + need.word() + " units a second, and a new table takes "
                                        + Figures.number(need.taken()),
                                "warm it up before the launch, or let the load grow")));
    }

    private record Need(String word, long taken, double expected) {}
}
