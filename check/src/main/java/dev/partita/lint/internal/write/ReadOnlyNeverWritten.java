package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.MaintainedAttributes;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A read-only attribute that nothing writes. */
public final class ReadOnlyNeverWritten implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.entities().values().stream()
                .filter(entity ->
                        entity.from() == null && uses.writesOf(entity).findAny().isPresent())
                .flatMap(entity -> entity.attributes().values().stream()
                        .filter(attribute -> MaintainedAttributes.isLeftAlone(design, entity, attribute))
                        .filter(attribute -> !attribute.required() || attribute.defaultValue() != null)
                        .filter(attribute -> !isWritten(uses, entity, attribute))
                        .map(attribute -> found(
                                entity.name() + "." + attribute.name(),
                                NamePlaces.attribute(entity, attribute),
                                "nothing writes " + attribute.name() + " of " + entity.name()
                                        + ", and callers may not: it stays as it is made",
                                help(design, entity, attribute))));
    }

    private static boolean isWritten(PatternUses uses, Entity entity, Attribute attribute) {
        return uses.writesOf(entity)
                .anyMatch(pattern -> pattern.set().containsKey(attribute.name())
                        || pattern.add().containsKey(attribute.name())
                        || pattern.change().contains(attribute.name())
                        || pattern.append().contains(attribute.name())
                        || pattern.remove().contains(attribute.name()));
    }

    private static Help help(Design design, Entity entity, Attribute attribute) {
        String meant = "write the quota or the pattern that changes it";
        boolean isNamed = MaintainedAttributes.isNamed(design, entity, attribute.name());
        return isNamed
                ? Help.words(meant)
                : Help.edit(Edit.remove("entities", entity.name(), "attributes", attribute.name()))
                        .or(meant);
    }
}
