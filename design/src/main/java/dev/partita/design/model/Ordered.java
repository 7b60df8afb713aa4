package dev.partita.design.model;

import java.util.AbstractMap;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** An immutable map that keeps its order; {@link Map#copyOf} does not. One of these is not copied again. */
public final class Ordered<K, V> extends AbstractMap<K, V> {

    private final Map<K, V> map;

    private Ordered(Map<K, V> map) {
        this.map = map;
    }

    public static <K, V> Map<K, V> copyOf(Map<K, V> map) {
        return map instanceof Ordered ? map : new Ordered<>(new LinkedHashMap<>(map));
    }

    /** Takes the map over; the caller must not change it afterwards. */
    public static <K, V> Map<K, V> of(LinkedHashMap<K, V> map) {
        return new Ordered<>(map);
    }

    @Override
    public V get(Object key) {
        return map.get(key);
    }

    @Override
    public boolean containsKey(Object key) {
        return map.containsKey(key);
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public Set<K> keySet() {
        return Collections.unmodifiableMap(map).keySet();
    }

    @Override
    public Collection<V> values() {
        return Collections.unmodifiableMap(map).values();
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return Collections.unmodifiableMap(map).entrySet();
    }
}
