package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.plan.Result;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** Compares what a call led to with what its script says. */
final class Expectation {

    private Expectation() {}

    static void check(Script.Call call, Calls.Outcome outcome) {
        Map<String, Object> expected = call.expected();
        assertThat(outcome.refused()).as(call + ": " + outcome.message()).isEqualTo(expected.get("refused"));
        if (expected.containsKey("says")) {
            boolean isUnchanged = outcome.written().outcome().name().equals("UNCHANGED");
            assertThat(isUnchanged ? "unchanged" : "changed")
                    .as(call.toString())
                    .isEqualTo(expected.get("says"));
        }
        if (expected.containsKey("gives")) {
            checkItems(call, outcome.read(), expected.get("gives"));
        }
        if (expected.containsKey("count")) {
            assertThat(outcome.read().count())
                    .as(call.toString())
                    .isEqualTo(((Number) expected.get("count")).longValue());
        }
        if (expected.containsKey("counts")) {
            Map<String, Object> counts = new LinkedHashMap<>();
            outcome.read().counts().forEach((value, count) -> counts.put(value.toString(), count));
            assertThat(plain(counts)).as(call.toString()).isEqualTo(plain(expected.get("counts")));
        }
        if (expected.get("hides") instanceof List<?> hidden) {
            for (Result.Found item : outcome.read().items()) {
                hidden.forEach(
                        name -> assertThat(item.values()).as(call.toString()).doesNotContainKey((String) name));
            }
        }
    }

    private static void checkItems(Script.Call call, Result result, Object expected) {
        List<?> wanted = expected == null ? List.of() : expected instanceof List<?> list ? list : List.of(expected);
        List<Map<String, Object>> found =
                result.items().stream().map(Result.Found::values).toList();
        assertThat(found).as(call + " gives " + found).hasSize(wanted.size());
        List<Map<String, Object>> left = new ArrayList<>(found);
        boolean isOrdered = isOrdered(call);
        for (Object item : wanted) {
            Map<String, Object> part = Systems.map(item);
            Map<String, Object> match = isOrdered
                    ? left.get(0)
                    : left.stream()
                            .filter(candidate -> shown(candidate, part).equals(plain(part)))
                            .findFirst()
                            .orElse(left.get(0));
            left.remove(match);
            assertThat(shown(match, part)).as(call.toString()).isEqualTo(plain(part));
        }
    }

    /** Entries of an index with equal keys have no order. */
    private static boolean isOrdered(Script.Call call) {
        return !Boolean.TRUE.equals(call.expected().get("in-any-order"));
    }

    /** The values that the script mentions, and no others. */
    private static Object shown(Map<String, Object> values, Map<String, Object> part) {
        Map<String, Object> shown = new LinkedHashMap<>();
        part.forEach((name, wanted) -> {
            Object value = values.get(name);
            shown.put(
                    name,
                    value instanceof Instant moment && wanted instanceof Number ? moment.getEpochSecond() : value);
        });
        return plain(shown);
    }

    /** Numbers by value and times as text, however they came. */
    static Object plain(Object value) {
        if (value instanceof Number number) {
            return new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> plain = new LinkedHashMap<>();
            map.forEach((name, element) -> plain.put(name.toString(), plain(element)));
            return plain;
        }
        if (value instanceof Iterable<?> list) {
            List<Object> plain = new ArrayList<>();
            list.forEach(element -> plain.add(plain(element)));
            return plain;
        }
        return value == null ? null : value instanceof Boolean ? value : value.toString();
    }

    /** A call and all it led to, for comparing endpoints; {@code withUnits} where both are known to count alike. */
    static String transcript(Script.Call call, Calls.Outcome outcome, boolean withUnits) {
        StringBuilder text = new StringBuilder(cut(call.pattern() + " " + plain(call.arguments())));
        if (outcome.refused() != null) {
            text.append("\n  refused, ").append(outcome.refused()).append(": ").append(cut(outcome.message()));
        } else if (outcome.written() != null) {
            text.append("\n  ")
                    .append(outcome.written().outcome().name().toLowerCase(Locale.ROOT))
                    .append(" in ")
                    .append(requests(outcome.written().requests()));
        } else {
            read(text, outcome.read(), "  ", isOrdered(call));
            // A search that finds nothing costs half a unit on the service and on Partita, and nothing on DynamoDB
            // Local.
            if (withUnits
                    && outcome.read().requests() == 1
                    && !outcome.read().items().isEmpty()) {
                text.append(", ").append(plain(outcome.read().units())).append(" units");
            }
        }
        return text.append("\n\n").toString();
    }

    private static void read(StringBuilder text, Result result, String indent, boolean isOrdered) {
        Stream<String> items =
                result.items().stream().map(item -> item.entity() + " " + cut(String.valueOf(plain(item.values()))));
        (isOrdered ? items : items.sorted())
                .forEach(item -> text.append('\n').append(indent).append(item));
        if (!result.counts().isEmpty()) {
            text.append('\n').append(indent).append(plain(result.counts()));
        }
        result.parts().forEach((name, part) -> {
            text.append('\n').append(indent).append(name);
            read(text, part, indent + "  ", isOrdered);
        });
        text.append('\n').append(indent).append(result.count()).append(" in ").append(requests(result.requests()));
    }

    private static String requests(int count) {
        return count + (count == 1 ? " request" : " requests");
    }

    private static String cut(String text) {
        return text.replaceAll("x{100,}", "xxx…");
    }
}
