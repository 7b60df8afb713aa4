package dev.partita.lint.internal.write;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A limit kept by counting first and writing then. */
public final class CountThenWrite implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream()
                .filter(p -> p.guard() != null)
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("guard"),
                        p.name()
                                + " counts first and writes then, so requests at the same time pass the limit together",
                        Help.edits(Repairs.quota(compiled.design(), p), "count them by a quota instead")));
    }
}
