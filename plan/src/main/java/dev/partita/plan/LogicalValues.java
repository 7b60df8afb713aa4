package dev.partita.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Typed values as logical ones, the way back from {@link JavaType}, and copies that nobody changes: for generated code. Null stays null. */
public final class LogicalValues {

    private LogicalValues() {}

    public static <T> Object value(T typed, Function<T, ?> plain) {
        return typed == null ? null : plain.apply(typed);
    }

    public static <T> List<Object> list(List<T> typed, Function<T, ?> plain) {
        if (typed == null) {
            return null;
        }
        List<Object> values = new ArrayList<>(typed.size());
        typed.forEach(element -> values.add(value(element, plain)));
        return values;
    }

    public static <T> Set<Object> set(Set<T> typed, Function<T, ?> plain) {
        if (typed == null) {
            return null;
        }
        Set<Object> values = new LinkedHashSet<>();
        typed.forEach(element -> values.add(value(element, plain)));
        return values;
    }

    public static <T> Map<String, Object> map(Map<String, T> typed, Function<T, ?> plain) {
        if (typed == null) {
            return null;
        }
        Map<String, Object> values = new LinkedHashMap<>();
        typed.forEach((name, element) -> values.put(name, value(element, plain)));
        return values;
    }

    /** Unlike {@link List#copyOf} it takes nulls, which a list of anything may hold. */
    public static <T> List<T> copy(List<T> list) {
        return list == null ? null : Collections.unmodifiableList(new ArrayList<>(list));
    }

    /** In its own order. */
    public static <T> Set<T> copy(Set<T> set) {
        return set == null ? null : Collections.unmodifiableSet(new LinkedHashSet<>(set));
    }

    /** In its own order. */
    public static <T> Map<String, T> copy(Map<String, T> map) {
        return map == null ? null : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
