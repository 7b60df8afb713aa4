package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Pattern;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A new item, and what is created along with it. */
class ModelCreate extends ModelRules {

    ModelCreate(Given given) {
        super(given);
    }

    @Override
    ModelWrites.Verdict run(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> given = new LinkedHashMap<>(arguments);
        List<Object> children = pattern.text("with") == null
                ? List.of()
                : Tree.list(given.remove(ModelWrites.childrenArgument(pattern.text("with"))));
        Map<String, Object> values = complete(pattern, entity, given, learned);
        List<Map<String, Object>> made = children(pattern, entity, values, children);
        if (!refusals.isEmpty()) {
            return refused();
        }
        number(entity, values);
        Map<String, Object> there = refusals.isEmpty() ? model.find(entity, model.key(entity, values)) : null;
        if (there != null && !model.isExpired(entity, there)) {
            refusals.add("already-exists");
        }
        // Conditions are about items as they are, before this write counts in them.
        requires(pattern, entity, values, arguments);
        guard(pattern, arguments);
        add(pattern, entity, values);
        Entity child = sketch.entity(pattern.text("with"));
        Set<List<Object>> keys = new LinkedHashSet<>();
        for (Map<String, Object> one : made) {
            for (List<String> unique : child.uniques().values()) {
                List<Object> shared = new ArrayList<>(List.of(unique));
                unique.forEach(name -> shared.add(one.get(name)));
                if (!shared.contains(null) && !keys.add(shared)) {
                    refusals.add("not-unique");
                }
            }
            boolean isMadeUp = child.attributes().values().stream()
                    .anyMatch(attribute -> attribute.get("generate") instanceof String
                            && one.get(attribute.name()) == ModelWrites.MADE_UP);
            if (!keys.add(model.key(child, one)) && !isMadeUp) {
                refusals.add("already-exists");
            }
            Map<String, Object> same = model.find(child, model.key(child, one));
            if (same != null && one.containsValue(ModelWrites.MADE_UP)) {
                tolerated.add("already-exists");
            } else if (same != null && !model.isExpired(child, same)) {
                refusals.add("already-exists");
            }
            add(null, child, one);
        }
        if (!made.isEmpty() && !refusals.isEmpty() && !quotas(child).isEmpty()) {
            // What breaks one rule is not counted any more, and might have broken this one, too.
            tolerated.add("quota-reached");
        }
        if (there != null && child != null && !quotas(child).isEmpty()) {
            // The children may be too many for the parent that is there, or for the one that was to come.
            tolerated.add("quota-reached");
        }
        if (refusals.contains("not-unique") && !made.isEmpty()) {
            // Two of one transaction that are not unique are one lock written twice.
            refusals.add("already-exists");
        }
        if (!refusals.isEmpty()) {
            return refused();
        }
        List<ModelWrites.Verdict> parts = made.stream()
                .map(one -> new ModelWrites.Verdict(
                        Set.of(), Set.of(), "created", Model.visible(child, one, List.of()), List.of()))
                .toList();
        // Quotas count the children in their parent, and the answer shows what is stored.
        Map<String, Object> left = model.find(entity, model.key(entity, values));
        Map<String, Object> shown = Model.visible(entity, left, List.of());
        return new ModelWrites.Verdict(Set.of(), tolerated, "created", shown, parts);
    }

    /** Puts a new item, if nothing forbids it. */
    void add(Pattern pattern, Entity entity, Map<String, Object> values) {
        unique(entity, values);
        references(entity, values, entity.attributes().keySet());
        countUp(entity, values);
        if (refusals.isEmpty()) {
            // What was there is over: this is another one.
            model.replaceExpired(entity, values);
            model.put(entity, values);
            if (chosen.contains(values)) {
                model.forgetWrite(entity, values);
            }
        }
    }

    private List<Map<String, Object>> children(
            Pattern pattern, Entity entity, Map<String, Object> parent, List<Object> given) {
        List<Map<String, Object>> all = new ArrayList<>();
        if (pattern.text("with") == null) {
            return all;
        }
        Entity child = sketch.entity(pattern.text("with"));
        Attribute numbered = numbered(child);
        boolean isNumbered = numbered != null && numbered.sequence()[0].equals(entity.name());
        for (Object one : given) {
            Map<String, Object> inputs = new LinkedHashMap<>(Tree.map(one));
            Map<String, Object> told = all.size() < learnedParts.size() ? learnedParts.get(all.size()) : Map.of();
            child.attributes().values().forEach(attribute -> {
                boolean isReference = entity.name().equals(attribute.text("references"))
                        && entity.keyNames().size() == 1;
                if (isReference) {
                    inputs.put(
                            attribute.name(),
                            parent.get(entity.keyNames().iterator().next()));
                } else if (entity.keyNames().contains(attribute.name())) {
                    inputs.put(attribute.name(), parent.get(attribute.name()));
                }
            });
            Map<String, Object> values = complete(null, child, inputs, told);
            if (isSomebodyElses(child, values)) {
                // Whoever makes something of their own makes what comes along with it in their own name, too.
                refusals.add("invalid");
            }
            if (isNumbered) {
                values.put(numbered.name(), BigDecimal.valueOf(all.size() + 1));
            }
            all.add(values);
        }
        if (isNumbered) {
            parent.put(numbered.sequence()[1], BigDecimal.valueOf(all.size()));
        }
        return all;
    }

    private static Attribute numbered(Entity entity) {
        return entity.attributes().values().stream()
                .filter(attribute -> attribute.sequence() != null)
                .findFirst()
                .orElse(null);
    }

    /** A number is taken when all that can be seen without looking at others is right, and is gone then. */
    private void number(Entity entity, Map<String, Object> values) {
        Attribute numbered = numbered(entity);
        if (numbered == null) {
            return;
        }
        Entity parent = sketch.entity(numbered.sequence()[0]);
        Map<String, Object> there = model.parent(entity, parent, values);
        if (!model.isAlive(parent, there)) {
            refusals.add("reference-missing");
            return;
        }
        BigDecimal next =
                ((BigDecimal) there.getOrDefault(numbered.sequence()[1], BigDecimal.ZERO)).add(BigDecimal.ONE);
        Object max = Tree.map(numbered.get("generate")).get("max");
        if (max != null && next.compareTo(new BigDecimal(max.toString())) > 0) {
            refusals.add("sequence-exhausted");
            return;
        }
        Map<String, Object> counted = new LinkedHashMap<>(there);
        counted.put(numbered.sequence()[1], next);
        model.put(parent, counted);
        // It is counted up before the item is written, but for a parent that comes with it.
        if (model.isAlive(parent, before.parent(entity, parent, values))) {
            taken.add(new Object[] {parent, model.key(parent, there), numbered.sequence()[1]});
        }
        values.put(numbered.name(), next);
        compute(entity, values, values, true);
    }
}
