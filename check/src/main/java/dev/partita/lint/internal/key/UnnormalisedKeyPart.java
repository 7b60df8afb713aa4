package dev.partita.lint.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Place;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.lint.internal.facts.KeyUse;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.value.FreeSpelling;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/** A key part whose spelling people vary. */
public final class UnnormalisedKeyPart implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Set<Attribute> seen = new HashSet<>();
        Stream<Finding> keys = KeyUse.of(compiled.design()).flatMap(use -> use.template()
                .variables()
                .filter(variable -> FreeSpelling.varies(use.entity(), use.attribute(variable)))
                .filter(variable -> !variable.has(Kind.LOWER) && !variable.has(Kind.UPPER))
                .filter(variable -> seen.add(use.attribute(variable)))
                .map(variable ->
                        finding(use.entity(), use.attribute(variable), use.place(variable), "another " + use.words())));
        Stream<Finding> locks = compiled.design().entities().values().stream()
                .flatMap(entity -> entity.uniques().stream()
                        .flatMap(unique -> unique.lock().values().stream())
                        .flatMap(Template::variables)
                        .filter(variable -> !variable.has(Kind.LOWER) && !variable.has(Kind.UPPER))
                        .map(variable -> entity.attributes().get(variable.attribute()))
                        .filter(attribute -> FreeSpelling.varies(entity, attribute) && seen.add(attribute))
                        .map(attribute -> finding(
                                entity, attribute, NamePlaces.attribute(entity, attribute), "a lock of its own")));
        return Stream.concat(keys, locks);
    }

    private Finding finding(Entity entity, Attribute attribute, Place place, String made) {
        return found(
                entity.name() + "." + attribute.name(),
                place,
                attribute.name() + " can be spelled in several ways, and each makes " + made,
                Help.edit(
                        Edit.ofAttribute(entity, attribute.name(), "normalise", FreeSpelling.cure(attribute.name()))));
    }
}
