package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Nouns;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A stored name that means one thing here and another there. */
public final class StoredNameMeansTwoThings implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream().flatMap(table -> {
            Map<String, List<Owned>> byStored = design.entitiesOf(table).stream()
                    .flatMap(entity -> entity.attributes().values().stream()
                            .filter(Attribute::isStored)
                            .map(attribute -> new Owned(entity, attribute)))
                    .collect(Collectors.groupingBy(
                            owned -> owned.attribute().stored(), LinkedHashMap::new, Collectors.toList()));
            return byStored.values().stream().map(all -> finding(design, all)).flatMap(Optional::stream);
        });
    }

    private record Owned(Entity entity, Attribute attribute) {}

    /** The first two that differ; the others are mended with them. */
    private Optional<Finding> finding(Design design, List<Owned> all) {
        for (int later = 1; later < all.size(); later++) {
            for (Owned other : all.subList(0, later)) {
                if (differ(other.attribute(), all.get(later).attribute())) {
                    return Optional.of(finding(design, all, all.get(later), other));
                }
            }
        }
        return Optional.empty();
    }

    private Finding finding(Design design, List<Owned> all, Owned one, Owned other) {
        return found(
                one.entity().name() + "." + one.attribute().name(),
                NamePlaces.attribute(one.entity(), one.attribute()),
                one.attribute().stored() + " is " + what(one.attribute(), other.attribute()) + " in "
                        + one.entity().name() + " and " + what(other.attribute(), one.attribute()) + " in "
                        + other.entity().name(),
                help(design, all, one));
    }

    private static String what(Attribute attribute, Attribute other) {
        return attribute.name().equals(other.name()) ? Nouns.a(attribute.type().word()) : attribute.name();
    }

    private static boolean differ(Attribute one, Attribute other) {
        boolean types = one.type().tag() != null
                && other.type().tag() != null
                && !one.type().tag().equals(other.type().tag());
        return types
                || !one.name().equals(other.name())
                        && (one.personal() != other.personal()
                                || one.secret() != other.secret()
                                || !Objects.equals(one.prefix(), other.prefix())
                                || !Objects.equals(one.references(), other.references()));
    }

    private static Help help(Design design, List<Owned> all, Owned one) {
        List<Owned> others = all.stream()
                .filter(owned -> owned == one || differ(all.get(0).attribute(), owned.attribute()))
                .toList();
        return Help.edit(others.stream()
                .map(owned -> Edit.ofAttribute(
                        owned.entity(),
                        owned.attribute().name(),
                        "stored",
                        Repairs.freeStored(design, owned.entity(), owned.attribute())))
                .toArray(Edit[]::new));
    }
}
