package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Pattern;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** An item made or replaced. */
final class ModelPut extends ModelCreate {

    ModelPut(Given given) {
        super(given);
    }

    @Override
    ModelWrites.Verdict run(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> given = new LinkedHashMap<>(arguments);
        Object version = entity.text("version") == null ? null : given.remove(entity.text("version"));
        Map<String, Object> values = complete(pattern, entity, given, learned);
        if (version != null && !(version instanceof Number)) {
            refusals.add("invalid");
        }
        if (!refusals.isEmpty()) {
            return refused();
        }
        Map<String, Object> before = model.find(entity, model.key(entity, values));
        if (before != null && !model.isExpired(entity, before) && isSomebodyElses(entity, before)) {
            refusals.add("not-found");
            refusals.add("already-exists");
            return refused();
        }
        if (before == null || model.isExpired(entity, before)) {
            if (version != null) {
                tolerated.add("version-changed");
                tolerated.add("not-found");
            }
            requires(pattern, entity, values, arguments);
            add(pattern, entity, values);
            return refusals.isEmpty()
                    ? new ModelWrites.Verdict(
                            Set.of(), tolerated, "created", Model.visible(entity, values, List.of()), List.of())
                    : refused();
        }
        Map<String, Object> after = new LinkedHashMap<>(values);
        Set<String> counters = counters(entity);
        Set<String> added = added(entity);
        for (Attribute attribute : entity.attributes().values()) {
            String name = attribute.name();
            boolean isOwnerKept = isOwnerLeftOut && name.equals(entity.text("owner"));
            boolean isKept = isOwnerKept
                    || "on-create".equals(attribute.text("set"))
                    || attribute.get("generate") != null
                    || attribute.is("immutable")
                    || attribute.is("read-only")
                            && !Tree.map(pattern.words().get("set")).containsKey(name)
                            && !entity.map("soft-delete").containsValue(name)
                    || counters.contains(name)
                    || added.contains(name)
                            && given.get(name) == null
                            && !Tree.map(pattern.words().get("set")).containsKey(name);
            if (isKept && before.get(name) != null && !entity.keyNames().contains(name)) {
                if (!isOwnerKept && given.get(name) != null && !Objects.equals(values.get(name), before.get(name))) {
                    if (attribute.is("immutable")) {
                        refusals.add("invalid");
                    } else {
                        // A generated id that is given again and differs: kept, or refused.
                        tolerated.add("invalid");
                    }
                }
                after.put(name, before.get(name));
            }
        }
        compute(entity, after, values, true);
        hosts(entity, after);
        version(entity, version, before, after);
        if (pattern.text("detect") != null
                && after.get(pattern.text("detect")) != null
                && Objects.equals(after.get(pattern.text("detect")), before.get(pattern.text("detect")))
                && !model.isMarked(entity, before)) {
            return refusals.isEmpty()
                    ? new ModelWrites.Verdict(
                            Set.of(), tolerated, "unchanged", Model.visible(entity, before, List.of()), List.of())
                    : refused();
        }
        unique(entity, after);
        references(entity, after, entity.attributes().keySet());
        requires(pattern, entity, values, arguments);
        if (model.isMarked(entity, before)) {
            entity.map("soft-delete").values().forEach(mark -> {
                if (after.get(mark) == before.get(mark)) {
                    after.remove(mark);
                }
            });
            countUp(entity, after);
        } else {
            countMove(entity, before, after);
        }
        if (!refusals.isEmpty()) {
            return refused();
        }
        model.put(entity, after);
        return new ModelWrites.Verdict(
                Set.of(), tolerated, "replaced", Model.visible(entity, after, List.of()), List.of());
    }

    /** Attributes that patterns add to. */
    private Set<String> added(Entity entity) {
        Set<String> names = new LinkedHashSet<>();
        sketch.patterns().values().stream()
                .filter(pattern -> pattern.of().contains(entity.name()))
                .forEach(pattern -> names.addAll(
                        pattern.words().get("add") instanceof Map<?, ?> amounts
                                ? Tree.map(amounts).keySet()
                                : pattern.names("add")));
        return names;
    }

    /** Attributes that quotas and sequences count in. */
    private Set<String> counters(Entity entity) {
        Set<String> names = new LinkedHashSet<>();
        sketch.section("quotas").values().forEach(quota -> {
            String counter = (String) Tree.map(quota).get("counter");
            if (counter != null && counter.startsWith(entity.name() + ".")) {
                names.add(counter.split("\\.")[1]);
            }
        });
        sketch.entities().values().forEach(other -> other.attributes().values().forEach(attribute -> {
            if (attribute.sequence() != null && attribute.sequence()[0].equals(entity.name())) {
                names.add(attribute.sequence()[1]);
            }
        }));
        return names;
    }
}
