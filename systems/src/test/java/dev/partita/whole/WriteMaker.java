package dev.partita.whole;

import dev.partita.whole.Sketch.Attribute;
import dev.partita.whole.Sketch.Entity;
import dev.partita.whole.Sketch.Part;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/** Makes up patterns that write. */
final class WriteMaker {

    private final Dice dice;
    private final Sketch sketch;
    private final BiConsumer<String, Map<String, Object>> add;

    WriteMaker(Dice dice, Sketch sketch, BiConsumer<String, Map<String, Object>> add) {
        this.dice = dice;
        this.sketch = sketch;
        this.add = add;
    }

    void make(Entity entity) {
        String name = entity.name();
        Object key = PatternMaker.names(entity.keyNames());
        boolean isFilledIn = entity.keyNames().stream()
                .anyMatch(one ->
                        ModelWrites.isOthersToWrite(entity, entity.attributes().get(one)));
        Map<String, Object> create = Tree.of("create", name);
        with(entity, create);
        requires(entity, create);
        set(entity, create);
        Map<String, Object> constants = new LinkedHashMap<>(Tree.map(create.remove("set")));
        constants.keySet().removeIf(one -> !entity.attributes().get(one).moves().isEmpty());
        if (!constants.isEmpty()) {
            create.put("set", constants);
        }
        if (dice.chance(0.15)) {
            List<String> optional = changeable(entity);
            if (!optional.isEmpty()) {
                create.put("require", dice.some(optional, 1));
            }
        }
        if (create.containsKey("set") && create.containsKey("require")) {
            create.remove("require");
        }
        add.accept("create" + name, create);
        boolean isMoving = entity.attributes().values().stream()
                .anyMatch(attribute -> !attribute.moves().isEmpty());
        if (dice.chance(0.4) && !isFilledIn && !isMoving) {
            Map<String, Object> put = Tree.of("put", name);
            if (dice.chance(0.2)) {
                requires(entity, put);
            }
            if (entity.attributes().containsKey("noteHash") && dice.chance(0.6)) {
                put.put("detect", "noteHash");
            }
            add.accept("put" + name, put);
        }
        updates(entity, key);
        if (dice.chance(0.7)) {
            Map<String, Object> delete = Tree.of("delete", name, "by", key);
            if (!entity.map("soft-delete").isEmpty() && dice.chance(0.3)) {
                delete.put("hard", true);
            }
            when(entity, delete, 0.2);
            add.accept("delete" + name, delete);
        }
        if (!entity.map("soft-delete").isEmpty()) {
            add.accept("restore" + name, Tree.of("restore", name, "by", key));
            if (dice.chance(0.5)) {
                add.accept("erase" + name, Tree.of("delete", name, "by", key, "hard", true));
            }
        }
    }

    private List<String> changeable(Entity entity) {
        List<String> counted = sketch.section("quotas").values().stream()
                .map(Tree::map)
                .filter(quota -> entity.name().equals(quota.get("counts")))
                .flatMap(quota -> Tree.names(quota.get("per")).stream())
                .toList();
        return entity.attributes().values().stream()
                .filter(attribute -> !counted.contains(attribute.name()))
                .filter(attribute -> !entity.keyNames().contains(attribute.name()))
                .filter(attribute -> !ModelWrites.isOthersToWrite(entity, attribute))
                .filter(attribute -> !attribute.is("immutable") && attribute.get("generate") == null)
                .map(Attribute::name)
                .toList();
    }

    private void updates(Entity entity, Object key) {
        List<String> changeable = changeable(entity);
        if (!changeable.isEmpty() && dice.chance(0.8)) {
            Map<String, Object> words = Tree.of(
                    "update", entity.name(), "by", by(entity, key), "change", dice.some(changeable, 1 + dice.below(5)));
            List<String> changed = Tree.names(words.get("change"));
            when(entity, words, 0.25);
            if (dice.chance(0.15)) {
                words.put("require", dice.some(changed, 1));
            }
            if (dice.chance(0.2)) {
                requires(entity, words);
            }
            if (changed.contains("note") && entity.attributes().containsKey("noteHash") && dice.chance(0.4)) {
                words.put("detect", "noteHash");
            }
            set(entity, words);
            orCreate(entity, key, words);
            add.accept("update" + entity.name(), words);
        }
        Map<String, Attribute> all = entity.attributes();
        for (String name : List.of("count", "tries", "amount")) {
            if (all.containsKey(name) && dice.chance(0.6)) {
                Object add = dice.chance(0.6) ? Tree.of(name, dice.of(1, 2, -1)) : List.of(name);
                Map<String, Object> words = Tree.of("update", entity.name(), "by", by(entity, key), "add", add);
                when(entity, words, 0.2);
                orCreate(entity, key, words);
                this.add.accept("add" + entity.name(), words);
            }
        }
        for (String name : List.of("tags", "days", "lines", "marks")) {
            if (all.containsKey(name) && dice.chance(0.6)) {
                Map<String, Object> words =
                        Tree.of("update", entity.name(), "by", by(entity, key), "append", List.of(name));
                orCreate(entity, key, words);
                add.accept("append" + entity.name(), words);
            }
            if (all.containsKey(name) && dice.chance(0.5)) {
                add.accept(
                        "takeFrom" + entity.name(),
                        Tree.of("update", entity.name(), "by", by(entity, key), "remove", List.of(name)));
            }
        }
        List<String> removable = changeable.stream()
                .filter(name -> !all.get(name).is("required"))
                .filter(name ->
                        !all.get(name).shape().isMany() && all.get(name).moves().isEmpty())
                .toList();
        if (!removable.isEmpty() && dice.chance(0.3)) {
            add.accept(
                    "clear" + entity.name(),
                    Tree.of("update", entity.name(), "by", by(entity, key), "remove", dice.some(removable, 1)));
        }
    }

    /** Makes what is not there, where a call always says enough for a whole item. */
    private void orCreate(Entity entity, Object key, Map<String, Object> words) {
        boolean isFollowing = entity.words().containsKey("through");
        boolean isKeyGiven = entity.keyNames().stream()
                .map(entity.attributes()::get)
                .noneMatch(attribute -> ModelWrites.isOthersToWrite(entity, attribute));
        if (words.get("by") != key || isFollowing || !isKeyGiven || !dice.chance(0.4)) {
            return;
        }
        Set<String> needed = new LinkedHashSet<>();
        for (Attribute attribute : entity.attributes().values()) {
            boolean isNeeded = attribute.is("required") || attribute.name().equals(entity.text("owner"));
            boolean isSaid = entity.keyNames().contains(attribute.name())
                    || attribute.get("default") != null
                    || attribute.get("generate") != null
                    || ModelWrites.isOthersToWrite(entity, attribute)
                    || Tree.map(words.get("set")).get(attribute.name()) != null
                    || Tree.names(words.get("add")).contains(attribute.name());
            if (isNeeded && !isSaid) {
                needed.add(attribute.name());
            }
        }
        if (!Tree.names(words.get("change")).containsAll(needed)) {
            return;
        }
        words.put("or-create", true);
        if (!needed.isEmpty()) {
            needed.addAll(Tree.names(words.get("require")));
            words.put("require", List.copyOf(needed));
        }
    }

    /** By the key, or now and then by what is unique, or by an index. */
    private Object by(Entity entity, Object key) {
        List<List<String>> uniques = List.copyOf(entity.uniques().values());
        if (!uniques.isEmpty() && dice.chance(0.3)) {
            return PatternMaker.names(new LinkedHashSet<>(dice.pick(uniques)));
        }
        List<Sketch.Way> ways = entity.ways().stream()
                .filter(way -> way.index() != null && way.when() == null)
                .filter(way -> way.partition().stream().noneMatch(part -> part.bucket() != null || part.has("shard")))
                .toList();
        if (!ways.isEmpty() && dice.chance(0.15)) {
            Set<String> names = new LinkedHashSet<>();
            dice.pick(ways).partition().stream().filter(Part::isAttribute).forEach(part -> names.add(part.attribute()));
            return names.isEmpty() ? key : PatternMaker.names(names);
        }
        return key;
    }

    private void when(Entity entity, Map<String, Object> words, double share) {
        if (dice.chance(share)) {
            String when = new ConditionMaker(dice, entity).make(entity.keyNames(), false);
            if (when != null) {
                words.put("when", when);
            }
        }
    }

    private void set(Entity entity, Map<String, Object> words) {
        if (!dice.chance(0.2)) {
            return;
        }
        Map<String, Object> set = new LinkedHashMap<>();
        List<String> changed = Tree.names(words.get("change"));
        for (String name : changeable(entity)) {
            Attribute attribute = entity.attributes().get(name);
            if (changed.contains(name) || !dice.chance(0.3)) {
                continue;
            }
            switch (attribute.shape().word()) {
                case "enum" ->
                    set.put(
                            name,
                            dice.pick(
                                    attribute.moves().isEmpty()
                                            ? attribute.shape().values()
                                            : List.copyOf(attribute.reached())));
                case "flag", "boolean" -> set.put(name, dice.chance(0.5));
                case "timestamp", "epoch-seconds", "timestamp-millis", "epoch-millis" ->
                    set.put(name, dice.of("now", "now", "now + 2 hours", "now - 30 minutes", "now + 1 day"));
                case "integer" -> {
                    if (attribute.text("range") == null) {
                        set.put(name, dice.below(9));
                    }
                }
                case "string" -> {
                    if (name.equals("note") || name.equals("once")) {
                        set.put(name, dice.of("me", "word"));
                    }
                }
                default -> {}
            }
        }
        if (!set.isEmpty()) {
            words.put("set", set);
        }
    }

    private void with(Entity entity, Map<String, Object> create) {
        for (Entity child : sketch.entities().values()) {
            boolean isChild = child.map("from").isEmpty()
                    && child.attributes().values().stream()
                            .anyMatch(attribute -> entity.name().equals(attribute.text("references")));
            if (isChild && dice.chance(0.25)) {
                create.put("with", child.name());
                return;
            }
        }
    }

    private void requires(Entity entity, Map<String, Object> words) {
        Attribute reference = entity.attributes().values().stream()
                .filter(attribute -> attribute.text("references") != null)
                .findFirst()
                .orElse(null);
        if (reference == null || !dice.chance(0.3)) {
            return;
        }
        Entity parent = sketch.entity(reference.text("references"));
        String condition = new ConditionMaker(dice, parent).make(parent.keyNames(), true);
        words.put(
                "requires",
                condition == null || dice.chance(0.4)
                        ? dice.of(parent.name(), List.of(parent.name()), Tree.of(parent.name(), "exists"))
                        : Tree.of(parent.name(), condition));
    }
}
