package dev.partita.crash;

import java.util.Map;

/** Where an item lives. */
record Key(String table, String pk, String sk) {

    static Key of(String table, Map<String, Object> attributes) {
        return new Key(table, text(attributes, "pk"), text(attributes, "sk"));
    }

    Map<String, Object> toJson() {
        return sk == null ? Map.of("pk", Map.of("S", pk)) : Map.of("pk", Map.of("S", pk), "sk", Map.of("N", sk));
    }

    private static String text(Map<String, Object> attributes, String name) {
        Object value = attributes.get(name);
        return value == null
                ? null
                : ((Map<?, ?>) value).values().iterator().next().toString();
    }
}
