package dev.partita.lint.internal.access;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A pattern that names a hidden attribute in its answer. */
public final class HiddenAttributeReturned implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return uses.reads().flatMap(p -> uses.entitiesOf(p).flatMap(e -> p.returned().stream()
                .filter(name -> e.attributes().containsKey(name)
                        && e.attributes().get(name).hidden())
                .map(name -> found(
                        p.name(),
                        p.node().placeOf("return"),
                        p.name() + " returns " + name + ", which is hidden and never leaves",
                        Help.edit(Repairs.without(p, "return", p.returned(), name))))));
    }
}
