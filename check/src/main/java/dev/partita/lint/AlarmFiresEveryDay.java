package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** An alarm whose threshold an ordinary day passes. */
final class AlarmFiresEveryDay implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                An alarm that sounds every day is switched off, and then it is off on the day that matters. By the rates \
                the patterns state, an ordinary day uses more units than this alarm allows. Set it well above the \
                ordinary, and correct the rates if they are wrong.""";
    }

    @Override
    public String bad() {
        return """
                design: votes
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Vote:
                    key: { pk: "VOTE#{voteId}" }
                    attributes:
                      voteId: { type: ulid, generate: ulid }
                patterns:
                  vote: { create: Vote, expect: { per-day: 300000 } }
                alarms:
                  HighCost: { metric: units-per-day, above: 200000 }
                  #                                         ^^^^^^ alarm-fires-every-day: an ordinary day uses about 300,000 units
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Load load = new Load(compiled);
        double ordinary = design.tables().values().stream()
                .mapToDouble(t -> load.writeUnitsPerDay(t) + load.readUnitsPerDay(t))
                .sum();
        return design.alarms().values().stream()
                .filter(a -> "units-per-day".equals(a.metric())
                        && a.above() != null
                        && a.above().doubleValue() < ordinary)
                .map(a -> found(
                        a.name(),
                        a.node().placeOf("above"),
                        "an ordinary day uses about " + Figures.number(Math.round(ordinary)) + " units, more than "
                                + a.name() + " allows",
                        Help.edit(Edit.put(
                                String.valueOf(Math.round(Math.ceil(ordinary * 1.5 / 10_000)) * 10_000),
                                "alarms",
                                a.name(),
                                "above"))));
    }
}
