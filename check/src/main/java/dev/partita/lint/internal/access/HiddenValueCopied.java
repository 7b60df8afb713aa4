package dev.partita.lint.internal.access;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Severity;
import dev.partita.design.model.Type;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.Inputs;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** A hidden value that leaves by another name: in a copy, a history, or what is derived from it. */
public final class HiddenValueCopied implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        List<Finding> findings = new ArrayList<>();
        for (Entity entity : design.entities().values()) {
            entity.attributes().values().stream()
                    .filter(attribute -> !isKept(attribute))
                    .forEach(attribute -> source(design, entity, attribute).forEach(source -> {
                        boolean isHash = !attribute.hashOf().isEmpty();
                        findings.add(new Finding(
                                id(),
                                isHash && isLongToTry(entity, attribute) ? Severity.WARNING : severity(),
                                entity.name() + "." + attribute.name(),
                                NamePlaces.attribute(entity, attribute),
                                entity.name() + "." + attribute.name() + " has the "
                                        + (isHash ? "hash" : "value") + " of " + source + ", which is hidden"
                                        + (isHash ? ": who tries values finds it out" : ""),
                                Help.edit(Edit.ofAttribute(entity, attribute.name(), "hidden", "true"))
                                        .or("leave it out")));
                    }));
        }
        return findings.stream();
    }

    /** The hidden attribute that it has its value from; at most one. */
    private static Stream<String> source(Design design, Entity entity, Attribute attribute) {
        if (attribute.derive() != null) {
            return hidden(entity, Inputs.computed(entity).get(attribute.name()));
        }
        if (!attribute.hashOf().isEmpty()) {
            return attribute.hashOf().stream()
                    .filter(name -> keepsAny(entity.attributes().get(name)))
                    .limit(1)
                    .map(name -> entity.name() + "." + name);
        }
        Entity origin = entity.from() == null
                ? null
                : design.entities().get(entity.from().entity());
        if (origin == null) {
            return Stream.empty();
        }
        boolean isElement = entity.from().each() != null
                && attribute.name().equals(entity.from().as());
        return hidden(origin, Set.of(isElement ? entity.from().each() : attribute.name()));
    }

    private static Stream<String> hidden(Entity entity, Set<String> names) {
        return names.stream()
                .filter(name -> entity.attributes().containsKey(name)
                        && isKept(entity.attributes().get(name)))
                .limit(1)
                .map(name -> entity.name() + "." + name);
    }

    /** Whether a hash has a text in it that may be too long for trying. */
    private static boolean isLongToTry(Entity entity, Attribute hash) {
        return hash.hashOf().stream()
                .map(entity.attributes()::get)
                .filter(HiddenValueCopied::keepsAny)
                .anyMatch(source -> source.type() == Type.Simple.STRING
                                && (source.maxLength() == null || source.maxLength() > SHORT)
                        || source.type() instanceof Type.Record
                        || source.type().isListOrSet());
    }

    /** So many characters can all be tried. */
    private static final int SHORT = 6;

    /** Whether it is hidden, or something in it is. */
    private static boolean keepsAny(Attribute attribute) {
        return attribute != null
                && (isKept(attribute)
                        || attribute.type().members().values().stream().anyMatch(HiddenValueCopied::keepsAny));
    }

    private static boolean isKept(Attribute attribute) {
        return attribute.hidden() || attribute.type() == Type.Simple.PASSWORD;
    }
}
