package dev.partita.lint.internal.read;

import dev.partita.design.model.Finding;
import dev.partita.lint.internal.facts.PlanFacts;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.List;
import java.util.stream.Stream;

/** A pinned request for what its index does not hold. */
public final class UnprojectedAttribute implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return PlanFacts.queries(compiled)
                .filter(read -> read.query().literal() && read.query().target().isGlobal())
                .flatMap(read -> {
                    List<String> missing = PlanFacts.notHeld(read);
                    return missing.isEmpty()
                            ? Stream.empty()
                            : Stream.of(found(
                                    read.pattern().name(),
                                    read.pattern().node().placeOf("return"),
                                    read.pattern().name() + " returns " + String.join(", ", missing) + ", which "
                                            + read.query().target().index().name() + " does not hold",
                                    Repairs.projecting(
                                            read.query().target().table(),
                                            read.query().target().index(),
                                            missing)));
                });
    }
}
