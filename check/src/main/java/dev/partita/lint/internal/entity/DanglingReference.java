package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Partition;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A reference to something that can be deleted, without a word about what happens then. */
public final class DanglingReference implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.entities().values().stream()
                .filter(e -> e.from() == null)
                .flatMap(e -> e.attributes().values().stream()
                        .filter(a -> a.onDelete() == null && design.entities().containsKey(a.references()))
                        .flatMap(a -> removers(uses, design.entities().get(a.references()))
                                .limit(1)
                                .map(p -> found(
                                        e.name() + "." + a.name(),
                                        NamePlaces.attribute(e, a),
                                        p.name() + " leaves " + e.name() + " items behind whose " + a.name()
                                                + " points to nothing",
                                        help(design, e, a)))));
    }

    private static Stream<Pattern> removers(PatternUses uses, Entity entity) {
        return uses.writesOf(entity)
                .filter(p -> p.verb() == Verb.DELETE && uses.entityOf(p) == entity)
                .filter(p -> entity.softDelete() == null || p.hard());
    }

    private static Help help(Design design, Entity entity, Attribute attribute) {
        Help keep = Help.edit(Edit.ofAttribute(entity, attribute.name(), "on-delete", "keep"))
                .saying("if they may stay");
        boolean isFound = Partition.of(design)
                .anyMatch(p -> p.entity() == entity
                        && p.when() == null
                        && PatternUses.variables(p.templates()).equals(java.util.Set.of(attribute.name())));
        return isFound
                ? keep.or(Edit.ofAttribute(entity, attribute.name(), "on-delete", "cascade"))
                        .or(Edit.ofAttribute(entity, attribute.name(), "on-delete", "refuse"))
                : keep;
    }
}
