package dev.partita.whole;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One call of a pattern. Arguments are what JSON has for them.
 *
 * @param number seeds the ids that are made up, so that a call makes up the same whatever came before it
 * @param way how it is made
 * @param caller who calls: a subject and the groups of the token; empty for nobody
 * @param limit how many items a page may have; null for what the pattern says
 */
record Call(
        int number,
        String pattern,
        Map<String, Object> arguments,
        Instant at,
        Way way,
        List<String> caller,
        Integer limit) {

    enum Way {
        /** In Java, by name. */
        DATABASE,
        /** Over REST, by the route every pattern has. */
        PATTERN_ROUTE,
        /** Over REST, by the route that says what it is about. */
        RESOURCE_ROUTE
    }

    String subject() {
        return caller.isEmpty() ? null : caller.get(0);
    }

    boolean isRest() {
        return way != Way.DATABASE;
    }

    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("call", pattern);
        tree.put("with", arguments);
        tree.put("at", at.toString());
        tree.put("number", number);
        tree.put("way", way.name());
        if (!caller.isEmpty()) {
            tree.put("as", caller);
        }
        if (limit != null) {
            tree.put("limit", limit);
        }
        return tree;
    }

    static Call of(Map<String, Object> tree) {
        return new Call(
                ((Number) tree.getOrDefault("number", 0)).intValue(),
                (String) tree.get("call"),
                Tree.map(tree.get("with")),
                Instant.parse((String) tree.get("at")),
                Way.valueOf((String) tree.getOrDefault("way", "DATABASE")),
                Tree.names(tree.get("as")),
                tree.get("limit") == null ? null : (Integer) ((Number) tree.get("limit")).intValue());
    }
}
