package dev.partita.lint.internal.facts;

import dev.partita.design.Design;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Table;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.write.WritePlan;
import java.util.function.ToDoubleFunction;

/** The units a table is asked for, by the rates its patterns state; a pattern that states none counts for nothing. */
public record TableLoad(Compiled compiled) {

    private Design design() {
        return compiled.design();
    }

    public double peakWriteUnits(Table table) {
        return sum(table, true, p -> Volumes.peak(p).orElse(0) * writeUnits(p, WritePlan::itemWriteUnits));
    }

    public double peakReadUnits(Table table) {
        return sum(table, false, p -> Volumes.peak(p).orElse(0) * missed(p) * readUnits(p));
    }

    /** Those of the global indexes included: that is what is paid. */
    public double writeUnitsPerDay(Table table) {
        return sum(table, true, p -> Volumes.perDay(p).orElse(0) * writeUnits(p, WritePlan::writeUnits));
    }

    public double readUnitsPerDay(Table table) {
        return sum(table, false, p -> Volumes.perDay(p).orElse(0) * missed(p) * readUnits(p));
    }

    private double sum(Table table, boolean writing, ToDoubleFunction<Pattern> units) {
        return design().patterns().values().stream()
                .filter(p -> p.expect() != null && p.verb().writes() == writing && !isCountedWithOthers(p))
                .filter(p -> table.id().equals(tableOf(p)))
                .mapToDouble(units)
                .sum();
    }

    /** What several patterns do together is counted where the first of them works. */
    private String tableOf(Pattern pattern) {
        PatternUses uses = new PatternUses(design());
        Pattern first = pattern.verb() == Verb.TRANSACT
                ? design().patterns().get(pattern.entities().get(0))
                : pattern;
        return first == null || uses.entityOf(first) == null
                ? null
                : uses.entityOf(first).table();
    }

    /** Whether it is only ever a part of transactions, one of which says how often. */
    private boolean isCountedWithOthers(Pattern pattern) {
        return pattern.allow().contains("together")
                && design().patterns().values().stream()
                        .anyMatch(p -> p.verb() == Verb.TRANSACT
                                && p.expect() != null
                                && p.entities().contains(pattern.name()));
    }

    /** A pattern without a plan is not served; the compiler says so. */
    private double writeUnits(Pattern pattern, ToDoubleFunction<WritePlan> units) {
        return compiled.plans().get(pattern.name()) instanceof WritePlan plan ? units.applyAsDouble(plan) : 0;
    }

    private double readUnits(Pattern pattern) {
        return compiled.plans().get(pattern.name()) instanceof ReadPlan plan ? plan.units() : 0;
    }

    private static double missed(Pattern pattern) {
        return pattern.expect() == null || pattern.expect().hitRate() == null
                ? 1
                : 1 - pattern.expect().hitRate();
    }
}
