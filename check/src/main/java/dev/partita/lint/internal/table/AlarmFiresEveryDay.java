package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.TableLoad;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** An alarm whose threshold an ordinary day passes. */
public final class AlarmFiresEveryDay implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        TableLoad load = new TableLoad(compiled);
        double ordinary = design.tables().values().stream()
                .mapToDouble(t -> load.writeUnitsPerDay(t) + load.readUnitsPerDay(t))
                .sum();
        return design.alarms().values().stream()
                .filter(a -> a.metric() == Design.Metric.UNITS_PER_DAY
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
