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

    As<String> TEXT = new Exactly<>(String.class, "text");
    As<Long> INTEGER = new Exactly<>(Long.class, "an integer of 64 bits");
    As<BigDecimal> DECIMAL = new Exactly<>(BigDecimal.class, "a number");
    As<Boolean> TRUTH = new Exactly<>(Boolean.class, "true or false");
    As<Bytes> BINARY = new Exactly<>(Bytes.class, "binary");
    As<Instant> TIME = new Exactly<>(Instant.class, "a time");
    As<LocalDate> DATE = new Exactly<>(LocalDate.class, "a date");
    As<Object> ANYTHING = new Exactly<>(Object.class, "anything");

    /** A value that is of the Java type already; an integer is a decimal, too. No lambda: the first call after a start pays for each of those. */
    record Exactly<T>(Class<T> type, String word) implements As<T> {
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
