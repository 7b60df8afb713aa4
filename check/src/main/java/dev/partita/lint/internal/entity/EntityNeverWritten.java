package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** An entity that no pattern writes. */
public final class EntityNeverWritten implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        boolean readOnlyDesign =
                uses.writes().findAny().isEmpty() && design.patterns().size() > 1;
        return design.entities().values().stream()
                .filter(e -> e.from() == null && !readOnlyDesign)
                .filter(e -> uses.writesOf(e).noneMatch(Pattern::makes))
                .map(e -> found(
                        e.name(),
                        NamePlaces.entity(design, e),
                        "no pattern creates " + Nouns.a(e.name()),
                        "write a create: or put: pattern for it"));
    }
}
