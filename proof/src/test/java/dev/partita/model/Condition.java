package dev.partita.model;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;

/** A made-up condition: its text, and whether it holds, computed naively. */
record Condition(String text, Test test) {

    interface Test {
        boolean holds(Map<String, Object> item);
    }

    /** @param values gets the placeholders the text uses */
    static Condition random(SplittableRandom random, int depth, Map<String, Object> values) {
        if (depth > 0 && random.nextInt(3) == 0) {
            Condition left = random(random, depth - 1, values);
            if (random.nextInt(3) == 0) {
                return new Condition("(NOT " + left.text + ")", item -> !left.test.holds(item));
            }
            Condition right = random(random, depth - 1, values);
            return random.nextBoolean()
                    ? new Condition(
                            "(" + left.text + " AND " + right.text + ")",
                            item -> left.test.holds(item) && right.test.holds(item))
                    : new Condition(
                            "(" + left.text + " OR " + right.text + ")",
                            item -> left.test.holds(item) || right.test.holds(item));
        }
        return leaf(random, values);
    }

    private static Condition leaf(SplittableRandom random, Map<String, Object> values) {
        String name = List.of("pk", "l", "g", "rest").get(random.nextInt(4));
        return switch (random.nextInt(9)) {
            case 0 -> new Condition("attribute_exists(" + name + ")", item -> item.containsKey(name));
            case 1 -> new Condition("attribute_not_exists(" + name + ")", item -> !item.containsKey(name));
            case 2 -> {
                Object value = Map.of("S", Items.word(random));
                yield new Condition(
                        name + " = " + placeholder(values, value), item -> Objects.equals(item.get(name), value));
            }
            case 3 -> {
                int bound = random.nextInt(6);
                yield new Condition("h < " + placeholder(values, number(bound)), item -> {
                    Integer h = Items.number(item, "h");
                    return h != null && h < bound;
                });
            }
            case 4 -> {
                int low = random.nextInt(6);
                int high = low + random.nextInt(4);
                yield new Condition(
                        "h BETWEEN " + placeholder(values, number(low)) + " AND " + placeholder(values, number(high)),
                        item -> {
                            Integer h = Items.number(item, "h");
                            return h != null && low <= h && h <= high;
                        });
            }
            case 5 -> {
                Object one = Map.of("S", Items.word(random));
                Object two = number(random.nextInt(6));
                yield new Condition(
                        name + " IN (" + placeholder(values, one) + ", " + placeholder(values, two) + ")",
                        item -> one.equals(item.get(name)) || two.equals(item.get(name)));
            }
            case 6 -> {
                String prefix = Items.word(random).substring(0, 1);
                yield new Condition(
                        "begins_with(" + name + ", " + placeholder(values, Map.of("S", prefix)) + ")", item -> {
                            String text = Items.text(item, name);
                            return text != null && text.startsWith(prefix);
                        });
            }
            case 7 -> {
                String word = Items.word(random);
                yield new Condition(
                        "contains(st, " + placeholder(values, Map.of("S", word)) + ")",
                        item -> Items.set(item).contains(word));
            }
            default -> {
                int size = random.nextInt(30);
                yield new Condition("size(rest) > " + placeholder(values, number(size)), item -> {
                    String text = Items.text(item, "rest");
                    return text != null && text.length() > size;
                });
            }
        };
    }

    static String placeholder(Map<String, Object> values, Object value) {
        String name = ":v" + values.size();
        values.put(name, value);
        return name;
    }

    static Map<String, Object> number(int value) {
        return Map.of("N", String.valueOf(value));
    }
}
