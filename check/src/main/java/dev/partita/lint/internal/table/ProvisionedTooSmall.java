package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.internal.facts.TableLoad;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** Provisioned capacity below the expected peak. */
public final class ProvisionedTooSmall implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        TableLoad load = new TableLoad(compiled);
        return design.tables().values().stream()
                .filter(t -> t.billing() != null
                        && !t.billing().onDemand()
                        && t.billing().write() != null
                        && t.billing().read() != null)
                .flatMap(t -> Stream.of(
                                new Need(
                                        "write",
                                        most(t.billing().write(), t.billing().writeUpTo()),
                                        load.peakWriteUnits(t)),
                                new Need(
                                        "read",
                                        most(t.billing().read(), t.billing().readUpTo()),
                                        load.peakReadUnits(t)))
                        .filter(need -> need.expected() > need.taken())
                        .map(need -> found(
                                t.id(),
                                t.node().placeOf("billing"),
                                t.id() + " takes " + need.taken() + " " + need.word() + " units a second, and "
                                        + Figures.number(Math.round(need.expected())) + " are expected",
                                Help.edits(Repairs.onDemand(t), null).or("raise " + need.word() + "-up-to"))));
    }

    private record Need(String word, long taken, double expected) {}

    private static long most(long base, Long upTo) {
        return upTo == null ? base : Math.max(base, upTo);
    }
}
