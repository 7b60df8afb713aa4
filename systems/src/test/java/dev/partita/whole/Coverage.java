package dev.partita.whole;

import dev.partita.document.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * How often each word of the language was in a design that passed, and was tried there: every property of the JSON Schema, by its
 * construct, and every value of its enumerations. A pattern's words are tried when it found something or wrote, an entity's when a
 * pattern of it did, all others when anything did.
 */
final class Coverage {

    private static final String SCHEMA = "dev/partita/design/partita-design.schema.json";

    private final Map<String, Object> schema;
    private final Map<String, int[]> counts = new TreeMap<>();

    Coverage() {
        try (InputStream in = Coverage.class.getClassLoader().getResourceAsStream(SCHEMA)) {
            schema = Tree.map(Json.read(new String(in.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        words("design", schema);
        Tree.map(schema.get("$defs")).forEach((name, node) -> words(name, Tree.map(node)));
    }

    private void words(String construct, Map<String, Object> node) {
        Tree.map(node.get("properties")).forEach((word, inner) -> {
            counts.put(construct + "." + word, new int[2]);
            words(construct + "." + word, Tree.map(inner));
        });
        Tree.list(node.get("enum")).forEach(value -> counts.put(construct + " = " + value, new int[2]));
        Tree.list(node.get("anyOf")).forEach(one -> words(construct, Tree.map(one)));
        if (node.get("items") instanceof Map<?, ?> items) {
            words(construct, Tree.map(items));
        }
    }

    /** Times generated and passed, and times tried, by word. */
    Map<String, int[]> counts() {
        return counts;
    }

    void add(Trial trial) {
        Set<String> all = new HashSet<>();
        walk("design", schema, trial.tree(), all);
        all.forEach(word -> count(word, 0));
        Map<String, Object> tried = new LinkedHashMap<>(trial.tree());
        Map<String, Object> patterns = new LinkedHashMap<>(Tree.map(tried.get("patterns")));
        patterns.keySet().retainAll(trial.hits().keySet());
        Set<String> entities = new HashSet<>();
        patterns.values()
                .forEach(pattern -> Tree.map(pattern).values().forEach(value -> entities.addAll(names(value))));
        Map<String, Object> called = new LinkedHashMap<>(Tree.map(tried.get("entities")));
        called.keySet().retainAll(entities);
        tried.put("patterns", patterns);
        tried.put("entities", called);
        if (!trial.hits().isEmpty()) {
            Set<String> exercised = new HashSet<>();
            walk("design", schema, tried, exercised);
            exercised.forEach(word -> count(word, 1));
        }
    }

    private static List<String> names(Object value) {
        return value instanceof String || value instanceof List<?> ? Tree.names(value) : List.of();
    }

    private void count(String word, int column) {
        int[] count = counts.get(word);
        if (count != null) {
            count[column]++;
        }
    }

    private void walk(String construct, Map<String, Object> node, Object value, Set<String> found) {
        String ref = (String) node.get("$ref");
        if (ref != null) {
            String name = ref.substring(ref.lastIndexOf('/') + 1);
            walk(name, Tree.map(Tree.map(schema.get("$defs")).get(name)), value, found);
        }
        if (value != null && Tree.list(node.get("enum")).contains(value)) {
            found.add(construct + " = " + value);
        }
        Tree.list(node.get("anyOf")).forEach(one -> walk(construct, Tree.map(one), value, found));
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> {
                Object property = Tree.map(node.get("properties")).get(name);
                if (property != null) {
                    found.add(construct + "." + name);
                    walk(construct + "." + name, Tree.map(property), member, found);
                } else if (node.get("additionalProperties") instanceof Map<?, ?> additional) {
                    walk(construct, Tree.map(additional), member, found);
                }
            });
        }
        if (value instanceof List<?> list && node.get("items") instanceof Map<?, ?> items) {
            list.forEach(element -> walk(construct, Tree.map(items), element, found));
        }
    }

    /** Words that were never tried. */
    List<String> zeros() {
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue()[1] == 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The table: word, in how many designs, tried in how many. */
    String table() {
        StringBuilder out = new StringBuilder();
        counts.forEach((word, count) -> out.append(String.format("%-40s %6d %6d%n", word, count[0], count[1])));
        return out.toString();
    }
}
