package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.TableLoad;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A table in the dearer of the two storage classes. */
public final class TableClassMismatch implements Rule.Advice {

    private static final double GIGABYTE = 1024.0 * 1024 * 1024;
    private static final double DAYS = 30.4;
    private static final double STORAGE_SAVING = 0.25 - 0.10;
    private static final double WRITE = 0.625 / 1_000_000;
    private static final double READ = 0.125 / 1_000_000;
    private static final double REQUEST_SURCHARGE = 0.25;
    // Below ten dollars a month nobody should have to think about it.
    private static final double WORTH_IT = 10;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Volumes volumes = new Volumes(design);
        TableLoad load = new TableLoad(compiled);
        return design.tables().values().stream()
                .filter(t -> t.billing() == null || t.billing().onDemand())
                .flatMap(t -> {
                    double stored = design.entitiesOf(t).stream()
                            .mapToDouble(e -> (double) volumes.items(e).orElse(0) * volumes.itemBytes(e))
                            .sum();
                    double storage = stored / GIGABYTE * STORAGE_SAVING;
                    double requests = DAYS
                            * (load.writeUnitsPerDay(t) * WRITE + load.readUnitsPerDay(t) * READ)
                            * REQUEST_SURCHARGE;
                    boolean rare = "infrequent-access".equals(t.tableClass());
                    if (requests == 0 || Math.abs(storage - requests) < WORTH_IT || rare == storage > requests) {
                        return Stream.empty();
                    }
                    return Stream.of(found(
                            t.id(),
                            t.node().get("class") == null
                                    ? NamePlaces.table(design, t)
                                    : t.node().placeOf("class"),
                            t.id() + " stores " + Figures.size(stored) + ", which weighs " + (rare ? "less" : "more")
                                    + " than its requests: about $"
                                    + Figures.number(Math.round(Math.abs(storage - requests))) + " a month",
                            Help.edit(Edit.ofTable(t, "class", rare ? "standard" : "infrequent-access"))));
                });
    }
}
