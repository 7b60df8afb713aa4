package dev.partita.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A made-up update: its text, the attributes it names, and what it makes of an item, computed naively; null where it must be refused.
 */
record Update(String text, Set<String> touched, Effect effect) {

    /** Whether it makes an item where there is none; to take something from nothing does not. */
    boolean creates() {
        return text.contains("SET ") || text.contains("ADD ");
    }

    interface Effect {
        /** The item after, or null if an operand is missing. */
        Map<String, Object> apply(Map<String, Object> item);
    }

    /** @param safe whether it may be refused for want of an operand */
    static Update random(SplittableRandom random, Map<String, Object> values, boolean safe) {
        List<String> set = new ArrayList<>();
        List<String> remove = new ArrayList<>();
        List<String> add = new ArrayList<>();
        List<String> delete = new ArrayList<>();
        List<Effect> effects = new ArrayList<>();
        Set<String> touched = new TreeSet<>();
        if (random.nextBoolean()) {
            String name = random.nextBoolean() ? "l" : "g";
            if (random.nextInt(4) == 0) {
                remove.add(name);
                effects.add(item -> without(item, name));
            } else {
                Object value = Map.of("S", Items.word(random));
                set.add(name + " = " + Condition.placeholder(values, value));
                effects.add(item -> with(item, name, value));
            }
            touched.add(name);
        }
        switch (random.nextInt(5)) {
            case 0 -> {
                set.add("h = if_not_exists(h, " + Condition.placeholder(values, Condition.number(0)) + ") + "
                        + Condition.placeholder(values, Condition.number(1)));
                effects.add(item -> with(item, "h", plus(item, 1)));
                touched.add("h");
            }
            case 1 -> {
                add.add("h " + Condition.placeholder(values, Condition.number(2)));
                effects.add(item -> with(item, "h", plus(item, 2)));
                touched.add("h");
            }
            case 2 -> {
                if (!safe) {
                    set.add("h = h - " + Condition.placeholder(values, Condition.number(1)));
                    effects.add(item -> item.containsKey("h") ? with(item, "h", plus(item, -1)) : null);
                    touched.add("h");
                }
            }
            default -> {}
        }
        if (random.nextInt(3) == 0) {
            String word = Items.word(random);
            String operand = "st " + Condition.placeholder(values, Map.of("SS", List.of(word)));
            if (random.nextBoolean()) {
                add.add(operand);
                effects.add(item -> {
                    TreeSet<String> words = Items.set(item);
                    words.add(word);
                    return with(item, "st", Items.setOf(words));
                });
            } else {
                delete.add(operand);
                effects.add(item -> {
                    TreeSet<String> words = Items.set(item);
                    words.remove(word);
                    return words.isEmpty() ? without(item, "st") : with(item, "st", Items.setOf(words));
                });
            }
            touched.add("st");
        }
        if (touched.isEmpty()) {
            Object value = Map.of("S", Items.word(random));
            set.add("rest = " + Condition.placeholder(values, value));
            effects.add(item -> with(item, "rest", value));
            touched.add("rest");
        }
        String text = clause("SET", set) + clause("REMOVE", remove) + clause("ADD", add) + clause("DELETE", delete);
        return new Update(text.strip(), touched, item -> {
            Map<String, Object> after = item;
            for (Effect effect : effects) {
                after = after == null ? null : effect.apply(after);
            }
            return after;
        });
    }

    private static String clause(String word, List<String> parts) {
        return parts.isEmpty() ? "" : word + " " + String.join(", ", parts) + " ";
    }

    private static Map<String, Object> plus(Map<String, Object> item, int amount) {
        Integer h = Items.number(item, "h");
        return Condition.number((h == null ? 0 : h) + amount);
    }

    private static Map<String, Object> with(Map<String, Object> item, String name, Object value) {
        Map<String, Object> after = new TreeMap<>(item);
        after.put(name, value);
        return after;
    }

    private static Map<String, Object> without(Map<String, Object> item, String name) {
        Map<String, Object> after = new TreeMap<>(item);
        after.remove(name);
        return after;
    }
}
