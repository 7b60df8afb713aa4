package dev.partita.runtime;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Arguments by name, as generated code hands them to a plan, which says what is wrong with them. Null is allowed.
 *
 * <p>One thread fills it and hands it over.
 */
public final class Values extends LinkedHashMap<String, Object> {

    private static final long serialVersionUID = 1;

    public static Values none() {
        return new Values();
    }

    public static Values of(String name, Object value) {
        return none().and(name, value);
    }

    /** The arguments of many calls. */
    public static <K> List<Map<String, Object>> each(Collection<K> keys, Function<K, Values> values) {
        return keys.stream().<Map<String, Object>>map(values).toList();
    }

    public Values and(String name, Object value) {
        put(name, value);
        return this;
    }

    /** Leaves out what is null. */
    public Values andIfGiven(String name, Object value) {
        return value == null ? this : and(name, value);
    }

    /** Both bounds of a range, by the names that plans know them by. */
    public Values within(String name, Range<?> range) {
        return and(name + "From", range.from()).and(name + "To", range.to());
    }
}
