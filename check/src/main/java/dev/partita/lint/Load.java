package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Table;
import dev.partita.design.Table.Index;
import dev.partita.plan.Compiled;
import dev.partita.plan.ReadPlan;
import java.util.function.ToDoubleFunction;

/** The units a table is asked for, by the rates its patterns state; a pattern that states none counts for nothing. */
record Load(Compiled compiled) {

    private Design design() {
        return compiled.design();
    }

    double peakWriteUnits(Table table) {
        return sum(table, true, p -> Volumes.peak(p).orElse(0) * writeUnits(p));
    }

    double peakReadUnits(Table table) {
        return sum(table, false, p -> Volumes.peak(p).orElse(0) * missed(p) * readUnits(p));
    }

    /** Those of the global indexes included: that is what is paid. */
    double writeUnitsPerDay(Table table) {
        return sum(table, true, p -> Volumes.perDay(p).orElse(0) * (writeUnits(p) + indexUnits(p)));
    }

    double readUnitsPerDay(Table table) {
        return sum(table, false, p -> Volumes.perDay(p).orElse(0) * missed(p) * readUnits(p));
    }

    private double sum(Table table, boolean writing, ToDoubleFunction<Pattern> units) {
        Uses uses = new Uses(design());
        return design().patterns().values().stream()
                .filter(p -> p.expect() != null && p.verb().writes() == writing && uses.entityOf(p) != null)
                .filter(p -> table.id().equals(uses.entityOf(p).table()))
                .mapToDouble(units)
                .sum();
    }

    private double writeUnits(Pattern pattern) {
        Volumes volumes = new Volumes(design());
        Entity entity = new Uses(design()).entityOf(pattern);
        double units = Volumes.writeUnits(volumes.itemBytes(entity));
        boolean counted =
                design().quotas().values().stream().anyMatch(q -> entity.name().equals(q.counts()));
        boolean transaction =
                pattern.verb() != Verb.UPDATE && (counted || !entity.uniques().isEmpty());
        // A transaction takes twice the units, and its counter or lock is one more write.
        return transaction ? 2 * (units + 1) : units;
    }

    private double indexUnits(Pattern pattern) {
        Volumes volumes = new Volumes(design());
        Entity entity = new Uses(design()).entityOf(pattern);
        return Partition.of(design())
                .filter(p -> p.entity() == entity && p.index() != null && p.when() == null)
                .filter(p -> pattern.verb() != Verb.UPDATE || holdsChange(pattern, p.index()))
                .mapToDouble(p -> Volumes.writeUnits(volumes.entryBytes(p)))
                .sum();
    }

    private static boolean holdsChange(Pattern pattern, Index index) {
        return index.projection() == Table.Projection.ALL
                || index.projection() == Table.Projection.UNSTATED
                || pattern.change().stream().anyMatch(index.projected()::contains);
    }

    private double readUnits(Pattern pattern) {
        if (compiled.plans().get(pattern.name()) instanceof ReadPlan plan) {
            return plan.units();
        }
        Volumes volumes = new Volumes(design());
        Entity entity = new Uses(design()).entityOf(pattern);
        long items = pattern.expect().items() != null
                ? pattern.expect().items()
                : pattern.page() != null ? pattern.page() : 1;
        return Volumes.readUnits(items * volumes.itemBytes(entity)) * (Boolean.TRUE.equals(pattern.strong()) ? 1 : 0.5);
    }

    private static double missed(Pattern pattern) {
        return pattern.expect() == null || pattern.expect().hitRate() == null
                ? 1
                : 1 - pattern.expect().hitRate();
    }
}
