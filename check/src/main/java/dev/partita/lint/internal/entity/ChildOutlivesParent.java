package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.OnDelete;
import dev.partita.design.model.Attribute.SetOn;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Through;
import java.util.List;
import java.util.stream.Stream;

/** Children that were to go with their parent, or to keep it, and stay when it expires or is only marked as deleted. */
public final class ChildOutlivesParent implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.entities().values().stream()
                .filter(child -> child.from() == null)
                .flatMap(child -> child.attributes().values().stream()
                        .filter(a -> a.onDelete() == OnDelete.CASCADE || a.onDelete() == OnDelete.REFUSE)
                        .flatMap(a -> found(design, child, a)));
    }

    private Stream<Finding> found(Design design, Entity child, Attribute attribute) {
        Entity parent = design.entities().get(attribute.references());
        if (parent == null) {
            return Stream.empty();
        }
        String a = Nouns.a(parent.name());
        if (expires(design, parent) && !expires(design, child)) {
            return Stream.of(found(
                    child,
                    attribute,
                    a + " expires, and its " + child.name() + " items stay",
                    "give " + child.name() + " the time at which its " + parent.name()
                            + " expires, and an expiry by it"));
        }
        if (expires(design, parent) && isLater(child, parent)) {
            return Stream.of(found(
                    child,
                    attribute,
                    a + " expires after " + Figures.duration(parent.expiry().seconds()) + ", and its " + child.name()
                            + " items stay for "
                            + Figures.duration(child.expiry().seconds()),
                    "let " + child.name() + " expire by the time at which its " + parent.name() + " does"));
        }
        if (attribute.onDelete() == OnDelete.CASCADE
                && isOnlyMarked(design, parent)
                && !isHidden(design, child, parent)) {
            return Stream.of(found(
                    child,
                    attribute,
                    a + " is only marked as deleted, and its " + child.name()
                            + " items stay: nothing deletes it for good",
                    "write a pattern that deletes the " + parent.name() + " with hard: true, or give " + child.name()
                            + " through: a pattern that gets it"));
        }
        return Stream.empty();
    }

    private Finding found(Entity child, Attribute attribute, String message, String advice) {
        return found(
                child.name() + "." + attribute.name(),
                NamePlaces.option(child, attribute, "on-delete"),
                message,
                advice);
    }

    private static boolean expires(Design design, Entity entity) {
        return entity.expiry() != null
                && design.tableOf(entity) != null
                && design.tableOf(entity).expiry() != null;
    }

    /** Whether a child lives longer than its parent even if both are made at once. */
    private static boolean isLater(Entity child, Entity parent) {
        return isFromCreation(child)
                && isFromCreation(parent)
                && child.expiry().seconds() > parent.expiry().seconds();
    }

    private static boolean isFromCreation(Entity entity) {
        Attribute after = entity.attributes().get(entity.expiry().after());
        return after != null && after.set() == SetOn.ON_CREATE;
    }

    /** Whether patterns delete it, none of them for good, and none brings it back. */
    private static boolean isOnlyMarked(Design design, Entity parent) {
        List<Pattern> patterns = design.patterns().values().stream()
                .filter(p -> p.verb() == Verb.DELETE || p.verb() == Verb.RESTORE)
                .filter(p -> p.entities().contains(parent.name()))
                .toList();
        return parent.softDelete() != null
                && !patterns.isEmpty()
                && patterns.stream().noneMatch(p -> p.hard() || p.verb() == Verb.RESTORE);
    }

    /** Whether whoever reads them gets their parent first, so that they are gone with it for everybody. */
    private static boolean isHidden(Design design, Entity child, Entity parent) {
        return new PatternUses(design).readsOf(child).allMatch(read -> Through.of(design, read).stream()
                .anyMatch(through -> through.child() == child && through.parent() == parent));
    }
}
