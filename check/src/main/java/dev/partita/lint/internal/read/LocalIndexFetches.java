package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PlanFacts;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A local index that has to look up each item in the table. */
public final class LocalIndexFetches implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return PlanFacts.queries(compiled)
                .filter(read -> read.query().target().isLocal())
                .flatMap(read -> {
                    List<String> missing = PlanFacts.notHeld(read);
                    return missing.isEmpty()
                            ? Stream.empty()
                            : Stream.of(found(
                                    read.pattern().name(),
                                    NamePlaces.pattern(design, read.pattern()),
                                    read.pattern().name() + " reads " + String.join(", ", missing)
                                            + " from the table, one more read for every item of "
                                            + read.query().target().index().name(),
                                    Repairs.projecting(
                                            read.query().target().table(),
                                            read.query().target().index(),
                                            missing)));
                });
    }
}
