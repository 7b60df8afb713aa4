package dev.partita.plan;

import dev.partita.item.Bytes;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What a logical value is as a value of a Java type, for generated code: {@code As.TEXT}, {@code As.listOf(As.INTEGER)}.
 *
 * @param <T> the Java type
 */
@FunctionalInterface
public interface As<T> {

    As<String> TEXT = of(String.class, "text");
    As<Long> INTEGER = of(Long.class, "an integer of 64 bits");
    As<BigDecimal> DECIMAL = value -> value instanceof Long whole ? BigDecimal.valueOf(whole) : As.decimal(value);
    As<Boolean> TRUTH = of(Boolean.class, "true or false");
    As<Bytes> BINARY = of(Bytes.class, "binary");
    As<Instant> TIME = of(Instant.class, "a time");
    As<LocalDate> DATE = of(LocalDate.class, "a date");
    As<Object> ANYTHING = value -> value;

    /** @throws IllegalArgumentException when it is none; says what it is not */
    T of(Object logical);

    /** One of an enumeration. */
    static <T> As<T> textOf(Function<String, T> type) {
        return value -> type.apply(TEXT.of(value));
    }

    /** A record, from its members. */
    static <T> As<T> record(Function<Map<String, Object>, T> type) {
        return value -> type.apply(members(value));
    }

    static <T> As<List<T>> listOf(As<T> element) {
        return value -> Collections.unmodifiableList(elements(value, element, new ArrayList<>()));
    }

    static <T> As<Set<T>> setOf(As<T> element) {
        return value -> Collections.unmodifiableSet(elements(value, element, new LinkedHashSet<>()));
    }

    static <T> As<Map<String, T>> mapOf(As<T> element) {
        return value -> {
            Map<String, T> typed = new LinkedHashMap<>();
            members(value).forEach((name, member) -> typed.put(name, member == null ? null : element.of(member)));
            return Collections.unmodifiableMap(typed);
        };
    }

    private static <T> As<T> of(Class<T> type, String word) {
        return value -> {
            if (type.isInstance(value)) {
                return type.cast(value);
            }
            throw new IllegalArgumentException("is not " + word);
        };
    }

    private static BigDecimal decimal(Object value) {
        if (value instanceof BigDecimal exact) {
            return exact;
        }
        throw new IllegalArgumentException("is not a number");
    }

    private static <T, C extends Collection<T>> C elements(Object value, As<T> element, C typed) {
        if (!(value instanceof Collection<?> all)) {
            throw new IllegalArgumentException("is not a list");
        }
        all.forEach(member -> typed.add(member == null ? null : element.of(member)));
        return typed;
    }

    // Logical maps are made by the codec, with text for names.
    @SuppressWarnings("unchecked")
    private static Map<String, Object> members(Object value) {
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) map;
        }
        throw new IllegalArgumentException("is not a map");
    }
}
