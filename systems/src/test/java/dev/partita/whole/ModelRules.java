package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Part;
import dev.partita.whole.Sketch.Pattern;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What writes are refused by, and which item they are about. */
abstract class ModelRules extends ModelCounts {

    ModelRules(Given given) {
        super(given);
    }

    void unique(Entity entity, Map<String, Object> values) {
        List<Object> key = model.key(entity, values);
        for (List<String> names : entity.uniques().values()) {
            boolean isTaken = names.stream().allMatch(name -> values.get(name) != null)
                    && model.all(entity).stream()
                            .filter(other -> !model.isExpired(entity, other))
                            .filter(other -> !model.key(entity, other).equals(key))
                            .anyMatch(other -> names.stream()
                                    .allMatch(name -> values.get(name).equals(other.get(name))));
            if (isTaken) {
                refusals.add("not-unique");
            }
        }
    }

    void references(Entity entity, Map<String, Object> values, Collection<String> touched) {
        for (Attribute attribute : entity.attributes().values()) {
            Object value = values.get(attribute.name());
            if (attribute.is("must-exist") && value != null && touched.contains(attribute.name())) {
                Entity parent = sketch.entity(attribute.text("references"));
                if (!model.isAlive(parent, model.find(parent, List.of(value)))) {
                    refusals.add("reference-missing");
                }
            }
        }
    }

    void requires(Pattern pattern, Entity entity, Map<String, Object> values, Map<String, Object> arguments) {
        Object words = pattern.words().get("requires");
        Map<String, Object> all = new LinkedHashMap<>();
        if (words instanceof Map<?, ?>) {
            all.putAll(Tree.map(words));
        } else {
            Tree.names(words).forEach(name -> all.put(name, "exists"));
        }
        all.forEach((name, condition) -> {
            Entity parent = sketch.entity(name);
            Map<String, Object> there = model.parent(entity, parent, values);
            // What the same transaction changes is judged as it is before, and what it makes as it is made.
            Map<String, Object> then = before.parent(entity, parent, values);
            Map<String, Object> judged = before.isAlive(parent, then) ? counted(parent, then, there) : there;
            if (!model.isAlive(parent, there)) {
                refusals.add("reference-missing");
            } else if (!condition.equals("exists")
                    && !Condition.holds(
                            (String) condition, new Condition.Subject(parent, judged, arguments, model.now()))) {
                refusals.add("condition-not-met");
            }
        });
    }

    /** A sequence is counted up before anything else is looked at. */
    private Map<String, Object> counted(Entity parent, Map<String, Object> then, Map<String, Object> there) {
        Map<String, Object> counted = new LinkedHashMap<>(then);
        for (Entity child : sketch.entities().values()) {
            for (Attribute attribute : child.attributes().values()) {
                if (attribute.get("generate") instanceof Map<?, ?> generate
                        && String.valueOf(generate.get("sequence")).startsWith(parent.name() + ".")
                        && there != null) {
                    String counter = ((String) generate.get("sequence"))
                            .substring(parent.name().length() + 1);
                    counted.put(counter, there.get(counter));
                }
            }
        }
        counted.values().removeIf(Objects::isNull);
        return counted;
    }

    void guard(Pattern pattern, Map<String, Object> arguments) {
        Map<String, Object> guard = Tree.map(pattern.words().get("guard"));
        if (!guard.isEmpty()) {
            long count = new ModelReads(model)
                    .read((String) guard.get("count"), arguments)
                    .count();
            if (count >= Long.parseLong(String.valueOf(guard.get("below")))) {
                refusals.add("quota-reached");
            }
        }
    }

    void version(Entity entity, Object given, Map<String, Object> before, Map<String, Object> after) {
        if (entity.text("version") != null) {
            BigDecimal there = (BigDecimal) before.get(entity.text("version"));
            if (given != null && !(given instanceof Number)) {
                throw new Values.Invalid("no version: " + given);
            }
            if (given != null && there.compareTo(new BigDecimal(given.toString())) != 0) {
                refusals.add("version-changed");
            }
            after.put(entity.text("version"), there.add(BigDecimal.ONE));
        }
    }

    /** The item that {@code by} leads to, alive or not; null when there is none. */
    Map<String, Object> located(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Object version = entity.text("version") == null ? null : arguments.get(entity.text("version"));
        if (version != null && !(version instanceof Number)) {
            refusals.add("invalid");
        }
        for (Part part : pattern.by()) {
            Object given = arguments.get(part.attribute());
            if (given == null || given.equals("")) {
                throw new Values.Invalid(part.attribute() + " is missing");
            }
            try {
                Values.kept(entity.attributes().get(part.attribute()), given);
                Values.equalled(entity.attributes().get(part.attribute()), given);
            } catch (Values.Invalid e) {
                // No item can have this: whether it is not found or no such value is not said.
                refusals.add("invalid");
                refusals.add("not-found");
            }
        }
        ModelReads reads = new ModelReads(model);
        List<Map<String, Object>> found = model.all(entity).stream()
                .filter(values -> reads.isMeant(pattern, entity, values, arguments))
                .toList();
        boolean isByKey = isByKey(pattern, entity);
        Set<String> by =
                new LinkedHashSet<>(pattern.by().stream().map(Part::attribute).toList());
        boolean isByLock = entity.uniques().values().stream().anyMatch(by::containsAll);
        if (!isByKey && !isByLock) {
            found = found.stream()
                    .filter(values -> isInIndex(entity, by, values))
                    .toList();
        }
        if (!isByKey
                && !isByLock
                && !found.isEmpty()
                && found.stream().noneMatch(values -> isAskedFor(pattern, entity, values, arguments))) {
            // An index that holds only what may be written does not have them.
            refusals.add("not-found");
        }
        if (found.size() > 1 && !isByKey) {
            List<Map<String, Object>> alive = found.stream()
                    .filter(values -> model.isAlive(entity, values))
                    .toList();
            if (alive.size() > 1) {
                refusals.add("several-found");
            } else {
                // Whether those that are deleted or over still count as found is not said.
                tolerated.add("several-found");
            }
            found = alive.isEmpty() ? found : alive;
        }
        // Somebody else's is as if it were not there.
        return found.isEmpty() || isSomebodyElses(entity, found.get(0)) ? null : found.get(0);
    }

    private boolean isAskedFor(
            Pattern pattern, Entity entity, Map<String, Object> values, Map<String, Object> arguments) {
        return Condition.holds(pattern.text("when"), new Condition.Subject(entity, values, arguments, model.now()));
    }

    /** Whether an index that these attributes lead into holds the item. */
    boolean isInIndex(Entity entity, Set<String> by, Map<String, Object> values) {
        return entity.ways().stream()
                .filter(way ->
                        way.partition().stream().allMatch(part -> !part.isAttribute() || by.contains(part.attribute())))
                .anyMatch(way -> way.parts().stream()
                        .allMatch(part -> !part.isAttribute() || values.get(part.attribute()) != null));
    }

    static boolean isByKey(Pattern pattern, Entity entity) {
        return pattern.by().stream().map(Part::attribute).toList().containsAll(entity.keyNames());
    }

    boolean isSomebodyElses(Entity entity, Map<String, Object> values) {
        return claim != null && !claim.holds(entity, values);
    }

    void touch(Entity entity, Map<String, Object> after, Map<String, Object> changes, boolean isDelete) {
        entity.attributes().values().stream()
                .filter(attribute -> "on-write".equals(attribute.text("set"))
                        || isDelete && "on-delete".equals(attribute.text("set")))
                .forEach(attribute -> {
                    after.put(attribute.name(), moment(attribute));
                    changes.put(attribute.name(), after.get(attribute.name()));
                });
    }
}
