package dev.partita.crash;

import java.util.List;
import java.util.Map;

/**
 * One request that changes something, and what it makes of the items it touches.
 *
 * @param atomic whether all effects happen or none
 */
record Write(String operation, Map<String, Object> request, List<Effect> effects, boolean atomic) {

    /** {@code after} is null for an item that is gone. */
    record Effect(Key key, Map<String, Object> after) {}

    Effect on(Key key) {
        return effects.stream()
                .filter(effect -> effect.key().equals(key))
                .findFirst()
                .orElse(null);
    }
}
