package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.TableLoad;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A peak that a new on-demand table does not take at once. */
public final class LaunchPeakOverWarm implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        TableLoad load = new TableLoad(compiled);
        return design.tables().values().stream()
                .filter(t -> t.billing() == null || t.billing().onDemand())
                .flatMap(t -> Stream.of(
                                new Need("write", 4_000, load.peakWriteUnits(t)),
                                new Need("read", 12_000, load.peakReadUnits(t)))
                        .filter(need -> need.expected() > need.taken())
                        .map(need -> found(
                                t.id(),
                                t.node().get("billing") == null
                                        ? NamePlaces.table(design, t)
                                        : t.node().placeOf("billing"),
                                t.id() + " is to take " + Figures.number(Math.round(need.expected())) + " "
                                        + need.word() + " units a second, and a new table takes "
                                        + Figures.number(need.taken()),
                                "warm it up before the launch, or let the load grow")));
    }

    private record Need(String word, long taken, double expected) {}
}
