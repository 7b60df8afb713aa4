package dev.partita.lint.internal.write;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A list that is replaced as a whole, so that edits at the same time undo each other. */
public final class ListReplacedWithoutVersion implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return uses.writes()
                .filter(p -> p.verb() == Verb.UPDATE
                        && uses.entityOf(p) != null
                        && uses.entityOf(p).version() == null)
                .flatMap(p -> p.change().stream()
                        .map(uses.entityOf(p).attributes()::get)
                        .filter(a -> a != null && a.type().isListOrSet())
                        .map(a -> found(
                                p.name(),
                                p.node().placeOf("change"),
                                p.name() + " replaces " + a.name()
                                        + " as a whole, so edits at the same time undo each other",
                                Help.edits(Repairs.version(uses.entityOf(p)), null)
                                        .or("use append: and remove:"))));
    }
}
