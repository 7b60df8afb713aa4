package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Pattern;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A change of an item that is there. */
final class ModelUpdate extends ModelRules {

    ModelUpdate(Given given) {
        super(given);
    }

    @Override
    ModelWrites.Verdict run(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        if (pattern.names("require").stream()
                .anyMatch(name -> arguments.get(ModelWrites.argument(pattern, name)) == null)) {
            refusals.add("invalid");
        }
        if (!(pattern.words().get("add") instanceof Map<?, ?>)
                && pattern.names("add").stream().anyMatch(name -> arguments.get(name) == null)) {
            refusals.add("invalid");
        }
        if (!known(pattern, entity).containsAll(arguments.keySet())) {
            refusals.add("invalid");
        }
        Map<String, Object> changes = new LinkedHashMap<>();
        for (String name : pattern.names("change")) {
            if (arguments.containsKey(ModelWrites.argument(pattern, name))) {
                Attribute attribute = entity.attributes().get(name);
                Object given = arguments.get(ModelWrites.argument(pattern, name));
                Object value = Values.kept(attribute, given == null ? attribute.get("default") : given);
                if (value == null && attribute.is("required")) {
                    refusals.add("invalid");
                }
                changes.put(name, value);
            }
        }
        Tree.map(pattern.words().get("set")).forEach((name, value) -> {
            Attribute attribute = entity.attributes().get(name);
            changes.put(name, constant(attribute, value));
            // Nobody calls, and somebody has to be named.
            if (changes.get(name) == null && attribute.is("required")) {
                refusals.add("invalid");
            }
        });
        changes.forEach((name, state) -> {
            Attribute attribute = entity.attributes().get(name);
            if (!attribute.moves().isEmpty() && !attribute.reached().contains(state)) {
                refusals.add("invalid");
            }
        });
        Map<String, Object> before = located(pattern, entity, arguments);
        elements(pattern, entity, arguments);
        for (String name : pattern.names("remove")) {
            Attribute attribute = entity.attributes().get(name);
            if (attribute.is("required") && !(attribute.shape().isMany() && arguments.get(name) != null)) {
                refusals.add("invalid");
            }
        }
        boolean isExpected = arguments.get(entity.text("version")) != null;
        if (pattern.words().containsKey("or-create") && !isExpected && isFree(pattern, entity, arguments)) {
            return made(pattern, entity, arguments);
        }
        if (!model.isAlive(entity, before)) {
            if (!refusals.contains("invalid")) {
                boolean isMarked =
                        before != null && !isExpected && pattern.words().containsKey("or-create");
                refusals.add(isMarked ? "already-exists" : "not-found");
                // Its parent may break a rule as well, and be looked at first.
                requires(pattern, entity, asked(pattern, entity, arguments), arguments);
            }
            return refused();
        }
        Map<String, Object> after = new LinkedHashMap<>(before);
        after.putAll(changes);
        append(pattern, entity, arguments, changes, after);
        takeAway(pattern, entity, arguments, changes, after);
        addNumbers(pattern, entity, arguments, changes, after);
        touch(entity, after, changes, false);
        after.values().removeIf(Objects::isNull);
        compute(entity, after, changes, false);
        version(entity, arguments.get(entity.text("version")), before, after);
        changes.keySet().stream()
                .map(entity.attributes()::get)
                .filter(attribute -> !attribute.moves().isEmpty())
                .filter(attribute -> !attribute
                        .moves()
                        .getOrDefault(before.get(attribute.name()), List.of())
                        .contains(after.get(attribute.name())))
                .forEach(attribute -> refusals.add("condition-not-met"));
        if (!Condition.holds(pattern.text("when"), new Condition.Subject(entity, before, arguments, model.now()))) {
            refusals.add("condition-not-met");
        }
        if (pattern.text("detect") != null
                && refusals.isEmpty()
                && isHashGivenOrNothing(pattern, entity, changes)
                && isAllInHash(pattern, entity, arguments)
                && after.get(pattern.text("detect")) != null
                && Objects.equals(after.get(pattern.text("detect")), before.get(pattern.text("detect")))) {
            return new ModelWrites.Verdict(
                    Set.of(), tolerated, "unchanged", Model.visible(entity, before, List.of()), List.of());
        }
        unique(entity, after);
        references(entity, after, changes.keySet());
        requires(pattern, entity, after, arguments);
        countMove(entity, before, after);
        if (!refusals.isEmpty()) {
            return refused();
        }
        model.put(entity, after);
        return new ModelWrites.Verdict(
                Set.of(), tolerated, "updated", Model.visible(entity, after, List.of()), List.of());
    }

    /** Whether nobody has the key, whoever may see it. */
    private boolean isFree(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> there = model.find(entity, model.key(entity, asked(pattern, entity, arguments)));
        return there == null || model.isExpired(entity, there);
    }

    /** What is not there is made, and begins with what is added to it. */
    private ModelWrites.Verdict made(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> given = new LinkedHashMap<>();
        pattern.by().forEach(part -> given.put(part.attribute(), arguments.get(part.attribute())));
        pattern.names("change").forEach(name -> given.put(name, arguments.get(name)));
        Map<String, Object> start = new LinkedHashMap<>();
        entity.attributes().values().forEach(attribute -> {
            Object usual = Values.kept(attribute, attribute.get("default"));
            if (usual != null) {
                start.put(attribute.name(), usual);
            }
        });
        Map<String, Object> started = new LinkedHashMap<>();
        append(pattern, entity, arguments, started, start);
        takeAway(pattern, entity, arguments, started, start);
        addNumbers(pattern, entity, arguments, started, start);
        Map<String, Object> words = new LinkedHashMap<>(pattern.words());
        Map<String, Object> set = new LinkedHashMap<>(Tree.map(words.get("set")));
        started.forEach((name, value) -> {
            if (value != null) {
                set.put(name, value);
            }
        });
        words.put("set", set);
        ModelCreate create =
                new ModelCreate(new Given(model, this.before, claim, isOwnerLeftOut, learned, learnedParts));
        create.refusals.addAll(refusals);
        ModelWrites.Verdict verdict =
                create.run(new Pattern(pattern.name(), "create", pattern.of(), words), entity, given);
        taken.addAll(create.taken);
        return verdict;
    }

    private static Map<String, Object> asked(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        Map<String, Object> asked = new LinkedHashMap<>();
        pattern.by()
                .forEach(part -> asked.put(
                        part.attribute(),
                        Values.argument(entity.attributes().get(part.attribute()), arguments.get(part.attribute()))));
        return asked;
    }

    /** Whether the hash is made anew, or nothing is written that it does not tell of. */
    private static boolean isHashGivenOrNothing(Pattern pattern, Entity entity, Map<String, Object> changes) {
        List<String> made =
                Tree.names(entity.attributes().get(pattern.text("detect")).get("hash-of"));
        return made.stream().anyMatch(changes::containsKey)
                || made.containsAll(Tree.map(pattern.words().get("set")).keySet());
    }

    /** Whether the caller gives nothing that the hash is not made of. */
    private static boolean isAllInHash(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        List<String> made =
                Tree.names(entity.attributes().get(pattern.text("detect")).get("hash-of"));
        return pattern.words().get("add") == null
                && made.containsAll(pattern.names("remove"))
                && pattern.names("append").stream().allMatch(name -> arguments.get(name) == null || made.contains(name))
                && pattern.names("change").stream()
                        .allMatch(name ->
                                !arguments.containsKey(ModelWrites.argument(pattern, name)) || made.contains(name));
    }

    /** What an update takes. */
    private Set<String> known(Pattern pattern, Entity entity) {
        Set<String> known = new LinkedHashSet<>();
        pattern.by().forEach(part -> known.add(part.attribute()));
        pattern.names("change").forEach(name -> known.add(ModelWrites.argument(pattern, name)));
        known.addAll(pattern.names("append"));
        known.addAll(pattern.names("remove"));
        if (!(pattern.words().get("add") instanceof Map<?, ?>)) {
            known.addAll(pattern.names("add"));
        }
        known.add(String.valueOf(entity.text("version")));
        entity.attributes()
                .keySet()
                .forEach(name ->
                        known.add(ConditionMaker.WANTED + Character.toUpperCase(name.charAt(0)) + name.substring(1)));
        return known;
    }

    /** Judges what is to be appended or taken out, by itself. */
    private static void elements(Pattern pattern, Entity entity, Map<String, Object> arguments) {
        for (String word : List.of("append", "remove")) {
            for (String name : pattern.names(word)) {
                Attribute attribute = entity.attributes().get(name);
                if (attribute.shape().isMany()) {
                    Values.kept(attribute, arguments.get(name));
                }
            }
        }
    }

    private void append(
            Pattern pattern,
            Entity entity,
            Map<String, Object> arguments,
            Map<String, Object> changes,
            Map<String, Object> after) {
        for (String name : pattern.names("append")) {
            Attribute attribute = entity.attributes().get(name);
            Object given = Values.kept(attribute, arguments.get(name));
            if (given != null) {
                Collection<Object> all = empty(attribute);
                all.addAll((Collection<?>) after.getOrDefault(name, List.of()));
                ((Collection<?>) given).forEach(element -> {
                    if (!attribute.is("distinct") || !all.contains(element)) {
                        all.add(element);
                    }
                });
                judge(attribute, all);
                after.put(name, all);
                changes.put(name, all);
            }
        }
    }

    private static Collection<Object> empty(Attribute attribute) {
        return attribute.shape().word().equals("set") ? new LinkedHashSet<>() : new ArrayList<>();
    }

    private void judge(Attribute attribute, Object value) {
        try {
            Values.kept(new Attribute(attribute.name(), attribute.shape(), withoutNormalise(attribute)), value);
        } catch (Values.Invalid e) {
            refusals.add("invalid");
        }
    }

    private static Map<String, Object> withoutNormalise(Attribute attribute) {
        Map<String, Object> words = new LinkedHashMap<>(attribute.words());
        words.remove("normalise");
        return words;
    }

    private void takeAway(
            Pattern pattern,
            Entity entity,
            Map<String, Object> arguments,
            Map<String, Object> changes,
            Map<String, Object> after) {
        for (String name : pattern.names("remove")) {
            Attribute attribute = entity.attributes().get(name);
            if (attribute.shape().isMany() && arguments.get(name) != null) {
                Object given = Values.kept(attribute, arguments.get(name));
                if (after.get(name) != null) {
                    Collection<Object> left = empty(attribute);
                    left.addAll((Collection<?>) after.get(name));
                    left.removeAll(given == null ? List.of() : (Collection<?>) given);
                    if (attribute.is("required") && Values.isEmptySet(left)) {
                        refusals.add("invalid");
                    }
                    after.put(name, Values.isEmptySet(left) ? null : left);
                }
            } else {
                if (attribute.is("required")) {
                    refusals.add("invalid");
                }
                after.put(name, Values.kept(attribute, attribute.get("default")));
            }
            changes.put(name, after.get(name));
        }
    }

    private void addNumbers(
            Pattern pattern,
            Entity entity,
            Map<String, Object> arguments,
            Map<String, Object> changes,
            Map<String, Object> after) {
        Object add = pattern.words().get("add");
        Map<String, Object> amounts = new LinkedHashMap<>();
        if (add instanceof Map<?, ?>) {
            amounts.putAll(Tree.map(add));
        } else {
            Tree.names(add).forEach(name -> amounts.put(name, arguments.get(name)));
        }
        amounts.forEach((name, amount) -> {
            if (amount != null) {
                Attribute attribute = entity.attributes().get(name);
                BigDecimal sum =
                        ((BigDecimal) after.getOrDefault(name, BigDecimal.ZERO)).add(new BigDecimal(amount.toString()));
                Object kept = Values.free(sum);
                judge(attribute, kept);
                after.put(name, kept);
                changes.put(name, kept);
            }
        });
    }
}
