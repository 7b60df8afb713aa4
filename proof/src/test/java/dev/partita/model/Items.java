package dev.partita.model;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/** Made-up items, as JSON has them, and what is in them. */
final class Items {

    private Items() {}

    static String word(SplittableRandom random) {
        return List.of("ada", "bob", "cleo", "dan", "eve").get(random.nextInt(5));
    }

    /** {@code l} and {@code g} are words, {@code h} is a number, {@code st} a set, {@code rest} a text, {@code ttl} a time. */
    static Map<String, Object> random(SplittableRandom random, Key key, long now) {
        Map<String, Object> item = new TreeMap<>(key.toJson());
        if (random.nextBoolean()) {
            item.put("l", Map.of("S", word(random)));
        }
        if (random.nextBoolean()) {
            item.put("g", Map.of("S", word(random)));
        }
        if (random.nextBoolean()) {
            item.put("h", Condition.number(random.nextInt(6)));
        }
        if (random.nextInt(3) == 0) {
            item.put("st", setOf(new TreeSet<>(List.of(word(random), "x"))));
        }
        if (random.nextInt(6) == 0) {
            item.put("ttl", Map.of("N", String.valueOf(now + random.nextInt(-300, 600))));
        }
        int length = random.nextInt(200) == 0 ? 60_000 : random.nextInt(40);
        item.put("rest", Map.of("S", "r".repeat(length)));
        return item;
    }

    static Map<String, Object> setOf(TreeSet<String> words) {
        return Map.of("SS", List.copyOf(words));
    }

    static Integer number(Map<String, Object> item, String name) {
        Object value = item.get(name);
        return value != null && map(value).get("N") instanceof String text ? Integer.valueOf(text) : null;
    }

    static String text(Map<String, Object> item, String name) {
        Object value = item.get(name);
        return value != null && map(value).get("S") instanceof String text ? text : null;
    }

    static TreeSet<String> set(Map<String, Object> item) {
        TreeSet<String> words = new TreeSet<>();
        if (item.get("st") != null) {
            ((List<?>) map(item.get("st")).get("SS")).forEach(word -> words.add((String) word));
        }
        return words;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }
}
