package dev.partita.model;

import java.util.Map;

/** Where an item lives; {@code sk} is null in a table without one. */
record Key(String table, String pk, Integer sk) {

    Map<String, Object> toJson() {
        return sk == null
                ? Map.of("pk", Map.of("S", pk))
                : Map.of("pk", Map.of("S", pk), "sk", Map.of("N", String.valueOf(sk)));
    }

    static Key of(String table, Map<String, Object> item) {
        return new Key(table, Items.text(item, "pk"), Items.number(item, "sk"));
    }
}
