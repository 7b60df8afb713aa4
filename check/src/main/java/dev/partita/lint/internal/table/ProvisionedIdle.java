package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.TableLoad;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Locale;
import java.util.stream.Stream;

/** Provisioned capacity that is hardly used. */
public final class ProvisionedIdle implements Rule.Advice {

    private static final double BREAK_EVEN = 0.289;
    // The first 25 units of an account are free.
    private static final long FREE_UNITS = 25;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        TableLoad load = new TableLoad(compiled);
        return design.tables().values().stream()
                .filter(t -> t.billing() != null
                        && !t.billing().onDemand()
                        && t.billing().write() != null
                        && t.billing().writeUpTo() == null)
                .filter(t -> load.writeUnitsPerDay(t) > 0
                        && load.writeUnitsPerDay(t) / Volumes.DAY_SECONDS
                                < BREAK_EVEN * t.billing().write())
                .filter(t -> t.billing().write() > FREE_UNITS)
                .map(t -> found(
                        t.id(),
                        t.node().placeOf("billing"),
                        t.id() + " has " + t.billing().write() + " write units a second and uses "
                                + String.format(Locale.ROOT, "%.1f", load.writeUnitsPerDay(t) / Volumes.DAY_SECONDS)
                                + " on average",
                        Help.edits(Repairs.onDemand(t), null).or("add write-up-to for auto-scaling")));
    }
}
