package dev.partita.lint.internal.table;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Locale;
import java.util.stream.Stream;

/** A peak that is lower than the average. */
public final class PeakBelowAverage implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream()
                .filter(p -> p.expect() != null
                        && p.expect().perDay() != null
                        && p.expect().peak() != null)
                .filter(p ->
                        p.expect().peak() * Volumes.DAY_SECONDS < p.expect().perDay())
                .map(p -> found(
                        p.name(),
                        p.expect().node().placeOf("peak"),
                        Figures.number(p.expect().perDay()) + " calls of " + p.name() + " a day are "
                                + String.format(
                                        Locale.ROOT, "%.1f", (double) p.expect().perDay() / Volumes.DAY_SECONDS)
                                + " a second on average, more than its peak",
                        Help.edit(Edit.put(
                                        String.valueOf(p.expect().perDay() * 3 / Volumes.DAY_SECONDS + 1),
                                        "patterns",
                                        p.name(),
                                        "expect",
                                        "peak"))
                                .or("correct per-day")));
    }
}
