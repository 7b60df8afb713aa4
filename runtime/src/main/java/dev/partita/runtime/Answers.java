package dev.partita.runtime;

import dev.partita.plan.JavaType;
import dev.partita.plan.Result;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Answers of plans, turned into the types of generated code. */
public final class Answers {

    /** An item of its values; null of null. */
    public static <T> T item(Map<String, Object> values, Function<Map<String, Object>, T> item) {
        return values == null ? null : item.apply(values);
    }

    /** The one item there is. */
    public static <T> Optional<T> one(Result result, Function<Map<String, Object>, T> item) {
        return result.items().isEmpty()
                ? Optional.empty()
                : Optional.of(item.apply(result.one().values()));
    }

    /** The items of a page, and where the next one begins. */
    public static <T> Page<T> page(Result result, Function<Map<String, Object>, T> item) {
        return new Page<>(
                result.items().stream().map(found -> item.apply(found.values())).toList(),
                result.cursor() == null ? null : Cursor.of(result.cursor()),
                result.stoppedAt());
    }

    /** Something made of all items; empty when there are none. */
    public static <T> Optional<T> whole(Result result, Function<Result, T> whole) {
        return result.items().isEmpty() ? Optional.empty() : Optional.of(whole.apply(result));
    }

    /** All pages as one. */
    public static Result joined(Stream<Result> pages) {
        List<Result> all = pages.toList();
        List<Result.Found> items =
                all.stream().flatMap(page -> page.items().stream()).toList();
        int requests = all.stream().mapToInt(Result::requests).sum();
        double units = all.stream().mapToDouble(Result::units).sum();
        return new Result(items, items.size(), Map.of(), null, Map.of(), requests, units);
    }

    /** How many there are of each value, in the order of the values. */
    public static <K> Map<K, Long> counts(Result result, JavaType<K> value) {
        Map<K, Long> counts = new LinkedHashMap<>();
        result.counts().forEach((counted, number) -> counts.put(value.of(counted), number));
        return Collections.unmodifiableMap(counts);
    }

    private Answers() {}
}
