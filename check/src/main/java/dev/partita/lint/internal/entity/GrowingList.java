package dev.partita.lint.internal.entity;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A list that is appended to and never bounded. */
public final class GrowingList implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return uses.writes().filter(pattern -> uses.entityOf(pattern) != null).flatMap(pattern -> Stream.concat(
                        pattern.append().stream(), pattern.add().keySet().stream())
                .map(name -> uses.entityOf(pattern).attributes().get(name))
                .filter(a -> a != null && a.maxItems() == null)
                .filter(a -> a.type().isListOrSet())
                .map(a -> found(
                        uses.entityOf(pattern).name() + "." + a.name(),
                        NamePlaces.attribute(uses.entityOf(pattern), a),
                        pattern.name() + " appends to " + a.name() + " of "
                                + uses.entityOf(pattern).name() + " without end, and an item ends at 400 KB",
                        Help.edit(Edit.ofAttribute(uses.entityOf(pattern), a.name(), "max-items", "100"))
                                .saying("or what is enough")
                                .or("make each entry an item of its own"))));
    }
}
