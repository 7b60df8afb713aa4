package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** An entity that no pattern reads. */
public final class EntityNeverRead implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.entities().values().stream()
                .filter(e -> uses.readsOf(e).findAny().isEmpty() && !isReadOtherwise(design, e))
                .map(e -> found(
                        e.name(),
                        NamePlaces.entity(design, e),
                        "no pattern reads " + Nouns.a(e.name()),
                        "write a pattern that reads it"));
    }

    private static boolean isReadOtherwise(Design design, Entity entity) {
        return design.patterns().values().stream().anyMatch(p -> entity.name().equals(p.fetch()))
                || design.roles().values().stream()
                        .anyMatch(r -> entity.name().equals(r.entity())
                                || entity.name().equals(r.membership()))
                || design.entities().values().stream()
                        .flatMap(e -> e.attributes().values().stream())
                        .anyMatch(a -> entity.name().equals(a.references()) && a.mustExist());
    }
}
