package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Part;
import dev.partita.whole.Sketch.Way;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes up patterns for the keys that are there. */
final class PatternMaker {

    private final Dice dice;
    private final Sketch sketch;
    private final Map<String, Object> patterns = new LinkedHashMap<>();

    PatternMaker(Dice dice, Sketch sketch) {
        this.dice = dice;
        this.sketch = sketch;
    }

    Map<String, Object> make() {
        for (Entity entity : sketch.entities().values()) {
            writes(entity);
            add("get" + entity.name(), Tree.of("get", entity.name(), "by", names(entity.keyNames())));
            for (Way way : entity.ways()) {
                int count = way.index() == null ? dice.below(2) : 1 + dice.below(2);
                for (int i = 0; i < count; i++) {
                    list(entity, way);
                }
            }
        }
        return patterns;
    }

    private String add(String name, Map<String, Object> words) {
        String free = name;
        for (int i = 2; patterns.containsKey(free); i++) {
            free = name + i;
        }
        patterns.put(free, words);
        return free;
    }

    /** One name or a list of them. */
    private static Object names(Set<String> names) {
        return names.size() == 1 ? names.iterator().next() : List.copyOf(names);
    }

    private void writes(Entity entity) {
        String name = entity.name();
        Object key = names(entity.keyNames());
        boolean isGenerated = entity.keyNames().stream()
                .anyMatch(one ->
                        ModelWrites.isOthersToWrite(entity, entity.attributes().get(one)));
        add("create" + name, Tree.of("create", name));
        if (dice.chance(0.4) && !isGenerated) {
            add("put" + name, Tree.of("put", name));
        }
        List<String> changeable = entity.attributes().values().stream()
                .filter(attribute -> !entity.keyNames().contains(attribute.name()))
                .filter(attribute -> !ModelWrites.isOthersToWrite(entity, attribute))
                .filter(attribute -> !attribute.is("immutable") && attribute.get("generate") == null)
                .map(Attribute::name)
                .toList();
        if (!changeable.isEmpty() && dice.chance(0.8)) {
            add(
                    "update" + name,
                    Tree.of("update", name, "by", key, "change", dice.some(changeable, 1 + dice.below(5))));
        }
        if (dice.chance(0.7)) {
            add("delete" + name, Tree.of("delete", name, "by", key));
        }
    }

    private void list(Entity entity, Way way) {
        Set<String> by = new LinkedHashSet<>();
        way.partition().stream().filter(Part::isAttribute).forEach(part -> by.add(by(part)));
        List<Part> sorted =
                new ArrayList<>(way.sort().stream().filter(Part::isAttribute).toList());
        while (sorted.size() > 1 && dice.chance(0.25)) {
            by.add(by(sorted.remove(0)));
        }
        if (by.isEmpty()) {
            return;
        }
        String verb = dice.of("list", "list", "list", "count");
        Map<String, Object> words = Tree.of(verb, entity.name(), "by", names(by));
        Part next = sorted.isEmpty() ? null : sorted.get(0);
        if (next != null && !by.contains(next.attribute())) {
            options(entity, next, words, verb);
        }
        if (dice.chance(0.3)) {
            String where = new ConditionMaker(dice, entity).make(by, false);
            if (where != null) {
                words.put("where", where);
            }
        }
        if (verb.equals("list") && dice.chance(0.5)) {
            words.put("page", 1 + dice.below(4));
        }
        if (verb.equals("list") && dice.chance(0.15)) {
            words.put("max", 1 + dice.below(5));
        }
        if (way.index() == null && dice.chance(0.3)) {
            words.put("consistency", dice.of("strong", "eventual"));
        }
        if (verb.equals("list") && dice.chance(0.2)) {
            List<String> shown = entity.attributes().values().stream()
                    .filter(attribute -> !attribute.is("hidden") && attribute.isStored())
                    .map(Attribute::name)
                    .toList();
            words.put("return", dice.some(shown, 1 + dice.below(3)));
        }
        add(verb + entity.name(), words);
    }

    private static String by(Part part) {
        return part.bucket() == null ? part.attribute() : part.attribute() + ":" + part.bucket();
    }

    private void options(Entity entity, Part next, Map<String, Object> words, String verb) {
        Attribute attribute = entity.attributes().get(next.attribute());
        boolean isTime = attribute.shape().isTime()
                || attribute.shape().word().equals("ulid")
                || String.valueOf(attribute.get("generate")).contains("ulid");
        if (verb.equals("list") && dice.chance(0.6)) {
            words.put(
                    "order",
                    isTime && dice.chance(0.7)
                            ? dice.of("newest-first", "oldest-first")
                            : dice.of("ascending", "descending", attribute.name(), attribute.name() + " descending"));
        }
        boolean isRanged = attribute.shape().isTime() || attribute.shape().isNumber();
        if (isRanged && next.bucket() == null && dice.chance(0.4)) {
            words.put("range", attribute.name());
        }
    }
}
