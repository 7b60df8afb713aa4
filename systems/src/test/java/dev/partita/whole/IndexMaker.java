package dev.partita.whole;

import dev.partita.whole.DesignMaker.Draft;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Makes up indexes, and puts entities into them. */
final class IndexMaker {

    private final Dice dice;
    private final DesignMaker design;
    private final Map<String, Object> indexes = new LinkedHashMap<>();

    IndexMaker(Dice dice, DesignMaker design) {
        this.dice = dice;
        this.design = design;
    }

    void make() {
        int count = dice.below(4);
        for (int i = 1; i <= count; i++) {
            templated(i);
        }
        for (Draft draft : design.drafts()) {
            if (draft.table.equals("main") && dice.chance(0.25)) {
                implied(draft);
            }
        }
        if (!indexes.isEmpty()) {
            Map<String, Object> main = Tree.map(design.tables().get("main"));
            main.put("indexes", indexes);
            if (main.get("billing") instanceof Map<?, ?>) {
                indexes.values().forEach(index -> {
                    if (!Tree.map(index).containsKey("local")) {
                        Tree.map(index).put("billing", Tree.of("read", 5, "write", 3));
                    }
                });
            }
        }
    }

    private void templated(int number) {
        String name = "GSI" + number;
        String partition = "gsi" + number + "pk";
        String sort = "gsi" + number + "sk";
        boolean hasSort = dice.chance(0.9);
        boolean isUsed = false;
        for (Draft draft : design.drafts()) {
            if (dice.chance(0.6) && !draft.groups.isEmpty() && draft.table.equals("main")) {
                draft.words.put(name, alternatives(draft, partition, hasSort ? sort : null));
                isUsed = true;
            }
        }
        if (isUsed) {
            Map<String, Object> index = Tree.of("partition", partition);
            if (hasSort) {
                index.put("sort", sort);
            }
            index.put("projection", dice.chance(0.85) ? "all" : dice.of("keys", held()));
            if (dice.chance(0.1)) {
                index.put("about", "Lookups.");
            }
            if (dice.chance(0.05)) {
                index.put("ignore", Tree.of("unused-index", "A toy."));
            }
            indexes.put(name, index);
        }
    }

    /** What entities of the table have. */
    private Object held() {
        List<Object> held = new ArrayList<>();
        for (Draft draft : design.drafts()) {
            for (String name : List.of("status", "rank")) {
                if (draft.table.equals("main") && draft.attributes.containsKey(name) && !held.contains(name)) {
                    held.add(name);
                }
            }
        }
        return held.isEmpty() ? "keys" : held;
    }

    /** Templates, perhaps sparse, perhaps others for other items. */
    private Object alternatives(Draft draft, String partition, String sort) {
        Map<String, Object> keys = keys(draft, partition, sort, draft.name.toUpperCase(Locale.ROOT));
        String when = when(draft);
        if (when == null) {
            return keys;
        }
        Map<String, Object> sparse = Tree.of("when", when);
        sparse.putAll(keys);
        if (dice.chance(0.75)) {
            return sparse;
        }
        Map<String, Object> other = Tree.of("when", "NOT (" + when + ")");
        other.putAll(keys(draft, partition, sort, "OTHER" + draft.name.toUpperCase(Locale.ROOT)));
        return new ArrayList<>(List.of(sparse, other));
    }

    private String when(Draft draft) {
        if (!dice.chance(0.3)) {
            return null;
        }
        if (draft.attributes.containsKey("isHot") && dice.chance(0.6)) {
            return "isHot";
        }
        return draft.attributes.containsKey("status") ? "status = 'open'" : null;
    }

    private Map<String, Object> keys(Draft draft, String partition, String sort, String prefix) {
        String separator = design.separator();
        List<String> parts = new ArrayList<>(List.of(prefix));
        boolean isByDay = draft.sorts.contains("createdAt") && dice.chance(0.15);
        if (isByDay) {
            parts.add("{createdAt:" + dice.of("date", "date", "month", "hour", "year") + "}");
        }
        if (!isByDay || dice.chance(0.3)) {
            for (String group : dice.some(List.copyOf(draft.groups), 1 + dice.below(2))) {
                parts.add(formatted(draft, group));
            }
        }
        if (dice.chance(0.1)) {
            parts.add("{" + draft.id() + ":shard(" + dice.of(2, 4) + ")}");
        }
        Map<String, Object> keys = Tree.of(partition, String.join(separator, parts));
        if (sort == null) {
            return keys;
        }
        List<String> sorted = new ArrayList<>(List.of(prefix));
        for (String one : dice.some(List.copyOf(draft.sorts), 1 + dice.below(2))) {
            boolean isTime = one.equals("createdAt");
            if (!one.equals(draft.id())) {
                sorted.add(
                        isTime && dice.chance(0.4)
                                ? "{" + one + ":newest-first}"
                                : one.equals("label") && dice.chance(0.15)
                                        ? "{label:shorten}"
                                        : DesignMaker.part(draft, one));
            }
        }
        sorted.add(DesignMaker.part(draft, draft.id()));
        if (draft.sorts.contains("rank") && dice.chance(0.3)) {
            sorted.remove("{rank:06}");
            sorted.add(1, "{rank:06}");
            sorted.remove(0);
        } else if (dice.chance(0.4)) {
            sorted.remove(0);
        }
        keys.put(sort, String.join(separator, sorted));
        return keys;
    }

    private String formatted(Draft draft, String group) {
        if (group.equals("label") && dice.chance(0.4)) {
            return dice.of(
                    "{label:hash}",
                    "{label:raw}",
                    "{label:shorten}",
                    "{label:lower:hash}",
                    "{label:lower}",
                    "{label:upper}");
        }
        return DesignMaker.part(draft, group);
    }

    /** An index on attributes as they are. */
    private void implied(Draft draft) {
        List<String> partition = new ArrayList<>();
        for (String name : List.of("label", "status", "mail")) {
            if (draft.attributes.containsKey(name) && !draft.attribute(name).containsKey("absent")) {
                partition.add(stored(draft, name));
            }
        }
        if (partition.isEmpty()) {
            return;
        }
        boolean isNumber = draft.attributes.containsKey("rank");
        Object sort = isNumber ? numeric("rank") : "pk";
        String name = "by" + draft.name;
        if (dice.chance(0.3) && isNumber) {
            indexes.put(
                    "near" + draft.name,
                    Tree.of(
                            "local",
                            true,
                            "sort",
                            numeric("rank"),
                            "projection",
                            dice.of("all", "keys", List.of("rank"))));
            return;
        }
        if (partition.size() > 1 && dice.chance(0.5)) {
            Object sorts = isNumber && dice.chance(0.5) ? List.of(numeric("rank"), "pk") : sort;
            indexes.put(name, Tree.of("partition", partition.subList(0, 2), "sort", sorts, "projection", "all"));
            return;
        }
        indexes.put(name, Tree.of("partition", dice.pick(partition), "sort", sort, "projection", "all"));
    }

    private Object numeric(String name) {
        return Tree.of("name", name, "type", "number");
    }

    private static String stored(Draft draft, String name) {
        return (String) draft.attribute(name).getOrDefault("stored", name);
    }
}
