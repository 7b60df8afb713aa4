package dev.partita.design;

import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.internal.text.ReadingProblems;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Attribute.NormaliseStep;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Template;
import dev.partita.design.model.Word;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lets {@code normalise} follow a value wherever it goes: what refers to a normalised key, what is made from a normalised
 * attribute by {@code from}, and what is derived from one, is normalised in the same way. So a value, given anywhere, is the
 * value that is stored.
 */
final class Normalisation {

    private final Map<String, Entity> entities;
    private final ReadingProblems problems;

    Normalisation(Map<String, Entity> entities, ReadingProblems problems) {
        this.entities = entities;
        this.problems = problems;
    }

    /** The same entities, whose attributes say all that is done to their values. */
    Map<String, Entity> spread() {
        Map<String, Entity> all = new LinkedHashMap<>();
        for (Map.Entry<String, Entity> entry : entities.entrySet()) {
            String name = entry.getKey();
            Entity entity = entry.getValue();
            Map<String, Attribute> spread = new LinkedHashMap<>();
            for (Attribute attribute : entity.attributes().values()) {
                if (attribute.normalise().isEmpty()
                        && sources(entity, attribute).isEmpty()) {
                    continue;
                }
                checkReference(entity, attribute);
                List<NormaliseStep> steps = steps(entity, attribute, new HashSet<>());
                if (!steps.equals(attribute.normalise())) {
                    spread.put(attribute.name(), attribute.withNormalise(steps));
                }
            }
            all.put(name, spread.isEmpty() ? entity : entity.withAttributes(merged(entity.attributes(), spread)));
        }
        return all;
    }

    private static Map<String, Attribute> merged(Map<String, Attribute> all, Map<String, Attribute> changed) {
        Map<String, Attribute> merged = new LinkedHashMap<>(all);
        merged.putAll(changed);
        return merged;
    }

    private List<NormaliseStep> steps(Entity entity, Attribute attribute, Set<String> visited) {
        if (!visited.add(entity.name() + "." + attribute.name())) {
            return attribute.normalise();
        }
        Set<NormaliseStep> steps = new LinkedHashSet<>();
        for (Source source : sources(entity, attribute)) {
            steps.addAll(steps(source.entity, source.attribute, visited));
        }
        steps.addAll(attribute.normalise());
        return new ArrayList<>(steps);
    }

    private List<Source> sources(Entity entity, Attribute attribute) {
        List<Source> sources = new ArrayList<>();
        Source copied = copied(entity, attribute);
        if (copied != null) {
            sources.add(copied);
        }
        Source referred = referred(attribute);
        if (referred != null) {
            sources.add(referred);
        }
        if (attribute.derive() != null && attribute.derive().isLone()) {
            Template.Variable variable =
                    attribute.derive().variables().findFirst().orElseThrow();
            Attribute other = entity.attributes().get(variable.attribute());
            if (other != null && variable.formats().isEmpty()) {
                sources.add(new Source(entity, other));
            }
        }
        return sources;
    }

    /** What an attribute of a copy is copied from. */
    private Source copied(Entity entity, Attribute attribute) {
        Entity origin =
                entity.from() == null ? null : entities.get(entity.from().entity());
        if (origin == null) {
            return null;
        }
        boolean isElement = entity.from().each() != null
                && attribute.name().equals(entity.from().as());
        Attribute from = origin.attributes().get(isElement ? entity.from().each() : attribute.name());
        return from == null ? null : new Source(origin, from);
    }

    /** The key attribute that a reference holds: the only one, or the one of the same name. */
    private Source referred(Attribute attribute) {
        Entity entity = attribute.references() == null ? null : entities.get(attribute.references());
        if (entity == null) {
            return null;
        }
        Set<String> names = new LinkedHashSet<>();
        for (Template template : entity.key().values()) {
            for (Template.Part part : template.parts()) {
                if (part instanceof Template.Variable variable) {
                    names.add(variable.attribute());
                }
            }
        }
        String name = names.size() == 1 ? names.iterator().next() : attribute.name();
        Attribute key = names.contains(name) ? entity.attributes().get(name) : null;
        return key == null ? null : new Source(entity, key);
    }

    /** A reference that is normalised in another way than what it refers to would never find it. */
    private void checkReference(Entity entity, Attribute attribute) {
        Source referred = referred(attribute);
        if (referred == null || attribute.normalise().isEmpty() || referred.attribute == attribute) {
            return;
        }
        List<NormaliseStep> steps = steps(referred.entity, referred.attribute, new HashSet<>());
        if (!steps.equals(attribute.normalise())) {
            problems.error(
                    ReaderRule.WRONG_VALUE,
                    entity.name() + "." + attribute.name(),
                    attribute.node().placeOf("normalise"),
                    "a reference is normalised as what it refers to, and " + referred.entity.name() + "."
                            + referred.attribute.name()
                            + (steps.isEmpty() ? " is not normalised" : " by " + Word.list(steps)),
                    steps.isEmpty()
                            ? "write `normalise: [" + Word.list(attribute.normalise()) + "]` there, and leave it"
                                    + " out here"
                            : "leave `normalise` out here: it follows");
        }
    }

    private record Source(Entity entity, Attribute attribute) {}
}
