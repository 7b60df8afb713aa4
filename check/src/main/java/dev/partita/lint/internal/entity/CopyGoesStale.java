package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Objects;
import java.util.stream.Stream;

/** A copy of another entity's attribute that nothing keeps up to date. */
public final class CopyGoesStale implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return design.entities().values().stream()
                .filter(copy -> copy.from() == null)
                .flatMap(copy -> copy.attributes().values().stream()
                        .map(Attribute::references)
                        .filter(design.entities()::containsKey)
                        .distinct()
                        .map(design.entities()::get)
                        .filter(original -> original != copy)
                        .flatMap(original -> original.attributes().values().stream()
                                .map(a -> copy.attributes().get(copyName(original, a)))
                                .filter(Objects::nonNull)
                                .filter(c ->
                                        !c.immutable() && !c.isComputed() && c.isStored() && c.references() == null)
                                .flatMap(c -> uses.writesOf(original)
                                        .filter(p -> uses.changes(p).contains(originalName(original, c)))
                                        .limit(1)
                                        .map(p -> found(
                                                copy.name() + "." + c.name(),
                                                NamePlaces.attribute(copy, c),
                                                c.name() + " of " + copy.name() + " copies " + originalName(original, c)
                                                        + " of " + original.name() + ", which " + p.name() + " changes",
                                                (uses.writesOf(copy).anyMatch(w -> w.change()
                                                                        .contains(c.name()))
                                                                ? Help.words(
                                                                        "leave it out of what changes, if it is to stay as it was")
                                                                : Help.edit(Edit.ofAttribute(
                                                                                copy, c.name(), "immutable", "true"))
                                                                        .saying("if it is to stay as it was"))
                                                        .or("fetch " + Nouns.a(original.name()) + " with it"))))));
    }

    /** {@code productTitle} for the title of Product. */
    private static String copyName(Entity original, Attribute attribute) {
        return prefix(original)
                + Character.toUpperCase(attribute.name().charAt(0))
                + attribute.name().substring(1);
    }

    private static String originalName(Entity original, Attribute copy) {
        String rest = copy.name().substring(prefix(original).length());
        return Character.toLowerCase(rest.charAt(0)) + rest.substring(1);
    }

    private static String prefix(Entity original) {
        return Character.toLowerCase(original.name().charAt(0))
                + original.name().substring(1);
    }
}
