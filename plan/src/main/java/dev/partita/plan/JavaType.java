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
 * What a logical value is as a value of a Java type, for generated code: {@code JavaType.TEXT}, {@code JavaType.listOf(JavaType.INTEGER)}.
 *
 * @param <T> the Java type
 */
@FunctionalInterface
public interface JavaType<T> {

    JavaType<String> TEXT = new Exactly<>(String.class, "text");
    JavaType<Long> INTEGER = new Exactly<>(Long.class, "an integer of 64 bits");
    JavaType<BigDecimal> DECIMAL = new Exactly<>(BigDecimal.class, "a number");
    JavaType<Boolean> TRUTH = new Exactly<>(Boolean.class, "true or false");
    JavaType<Bytes> BINARY = new Exactly<>(Bytes.class, "binary");
    JavaType<Instant> TIME = new Exactly<>(Instant.class, "a time");
    JavaType<LocalDate> DATE = new Exactly<>(LocalDate.class, "a date");
    JavaType<Object> ANYTHING = new Exactly<>(Object.class, "anything");

    /** A value that is of the Java type already; an integer is a decimal, too. No lambda: the first call after a start pays for each of those. */
    record Exactly<T>(Class<T> type, String word) implements JavaType<T> {
        @Override
        public T of(Object logical) {
            if (type.isInstance(logical)) {
                return type.cast(logical);
            }
            if (type == BigDecimal.class && logical instanceof Long whole) {
                return type.cast(BigDecimal.valueOf(whole));
            }
            throw new IllegalArgumentException("is not " + word);
        }
    }

    /** @throws IllegalArgumentException when it is none; says what it is not */
    T of(Object logical);

    /** One of an enumeration. */
    static <T> JavaType<T> textOf(Function<String, T> type) {
        return value -> type.apply(TEXT.of(value));
    }

    /** A record, from its members. */
    static <T> JavaType<T> record(Function<Map<String, Object>, T> type) {
        return value -> type.apply(members(value));
    }

    static <T> JavaType<List<T>> listOf(JavaType<T> element) {
        return value -> Collections.unmodifiableList(elements(value, element, new ArrayList<>()));
    }

    static <T> JavaType<Set<T>> setOf(JavaType<T> element) {
        return value -> Collections.unmodifiableSet(elements(value, element, new LinkedHashSet<>()));
    }

    static <T> JavaType<Map<String, T>> mapOf(JavaType<T> element) {
        return value -> {
            Map<String, T> typed = new LinkedHashMap<>();
            members(value).forEach((name, member) -> typed.put(name, member == null ? null : element.of(member)));
            return Collections.unmodifiableMap(typed);
        };
    }

    private static <T, C extends Collection<T>> C elements(Object value, JavaType<T> element, C typed) {
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
