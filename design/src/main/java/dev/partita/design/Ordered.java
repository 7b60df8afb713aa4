package dev.partita.design;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Immutable copies of maps that keep their order; {@link Map#copyOf} does not. */
final class Ordered {

    static <K, V> Map<K, V> copyOf(Map<K, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    private Ordered() {}
}
