package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.item.Utf8;
import dev.partita.lint.Linter;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.run.Reads;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever stands in a sort key: a list that is served has the order of the values, and a range all that lie in it. */
class KeyOrderTest {

    private static final String DESIGN = """
            design: t
            separator: "%s"
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                  byX: { partition: p, sort: x, projection: all }
            entities:
              Item:
                key:  { pk: "I%s{id}", sk: I }
                GSI1: { gsi1pk: "P%s{p}", gsi1sk: "%s" }
                attributes:
                  id: string
                  p: { type: string, required: true }
                  x: { %s, required: true%s }
            patterns:
              add: { create: Item }
              all: { scan: Item, about: "A test, by hand." }
            """;

    private static final Map<String, String> PATTERNS = new TreeMap<>(Map.ofEntries(
            Map.entry("up", "order: x"),
            Map.entry("down", "order: x descending"),
            Map.entry("rangeUp", "range: x, order: x"),
            Map.entry("rangeDown", "range: x, order: x descending, page: 2"),
            Map.entry("range", "range: x"),
            Map.entry("counted", "range: x"),
            Map.entry("above", "where: x > :a"),
            Map.entry("atMost", "where: x <= :a"),
            Map.entry("between", "where: x BETWEEN :a AND :b"),
            Map.entry("either", "where: \"x IN (:a, :b)\""),
            Map.entry("equal", "where: x = :a"),
            Map.entry("other", "where: NOT x = :a"),
            Map.entry("belowOr", "where: x < :a OR x = :b"),
            Map.entry("begins", "where: \"begins_with(x, :a)\"")));

    private static final Map<String, List<?>> TYPES = new LinkedHashMap<>();

    static {
        TYPES.put(
                "type: string",
                List.of(
                        "a",
                        "a#",
                        "a$",
                        "a%",
                        "a%1",
                        "a%23",
                        "a b",
                        "a|",
                        "a/",
                        "aB",
                        "ab",
                        "B",
                        "b",
                        "A",
                        "é",
                        "\uFFFD",
                        "\uD83D\uDE00",
                        "a!",
                        "z"));
        TYPES.put("type: string, pattern: \"[a-z]+\"", List.of("a", "ab", "b", "ba", "zz"));
        TYPES.put("enum: [ab, a b, aB, B, a]", List.of("ab", "a b", "aB", "B", "a"));
        TYPES.put("type: integer", List.of(-100, -9, -1, 0, 1, 9, 10, 99, 100, 1000));
        TYPES.put("type: integer, range: 0..999", List.of(0, 1, 9, 10, 99, 100, 999));
        TYPES.put("type: integer, range: 10..99", List.of(10, 11, 99));
        TYPES.put("type: integer, range: -99..99", List.of(-99, -10, -1, 0, 5, 10, 99));
        TYPES.put("type: decimal", List.of("-1.5", "0", "0.5", "1", "1.5", "10", "2", "1E+3", "0.00001"));
        TYPES.put(
                "type: date",
                List.of("0099-01-01", "1969-12-31", "1999-01-01", "2024-06-29", "2024-06-30", "9999-12-31"));
        TYPES.put(
                "type: timestamp",
                List.of(
                        "0099-01-01T00:00:00Z",
                        "1969-12-31T00:00:00Z",
                        "1999-01-01T00:00:00Z",
                        "2024-06-29T12:00:00Z",
                        "2024-06-29T12:00:01Z",
                        "2300-01-01T00:00:00Z",
                        "9999-12-31T23:59:59Z"));
        TYPES.put(
                "type: timestamp-millis",
                List.of(
                        "1969-12-31T00:00:00Z",
                        "1999-01-01T00:00:00Z",
                        "2024-06-29T12:00:00Z",
                        "2024-06-29T12:00:00.001Z",
                        "2300-01-01T00:00:00Z"));
        TYPES.put(
                "type: epoch-seconds",
                List.of(
                        "0099-01-01T00:00:00Z",
                        "1969-12-31T00:00:00Z",
                        "1970-01-01T00:00:00Z",
                        "1999-01-01T00:00:00Z",
                        "2024-06-29T12:00:00Z",
                        "2024-06-29T12:00:01Z",
                        "2300-01-01T00:00:00Z"));
        TYPES.put(
                "type: epoch-millis",
                List.of(
                        "1969-12-31T00:00:00Z",
                        "1970-01-01T00:00:00Z",
                        "1999-01-01T00:00:00Z",
                        "2024-06-29T12:00:00Z",
                        "2024-06-29T12:00:00.001Z",
                        "2300-01-01T00:00:00Z"));
        TYPES.put(
                "type: ulid",
                List.of(
                        "01ARZ3NDEKTSV4RRFFQ69G5FAV",
                        "01BX5ZZKBKACTAV9WEVGEMMVRZ",
                        "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
                        "00000000000000000000000000"));
        TYPES.put(
                "type: uuid",
                List.of(
                        "00000000-0000-0000-0000-000000000000",
                        "9d1b2c3a-0000-0000-0000-000000000000",
                        "ad1b2c3a-0000-0000-0000-000000000000",
                        "ffffffff-ffff-ffff-ffff-ffffffffffff"));
        TYPES.put("type: boolean", List.of(true, false));
        TYPES.put("type: flag", List.of(true, false));
    }

    private static final List<String> TEMPLATES = List.of(
            "{x}",
            "S#{x}",
            "S#{x}#{id}",
            "{x}#{id}",
            "{x:05}#{id}",
            "S#{x:012}",
            "{x:newest-first}",
            "{x:newest-first}#{id}",
            "S#{x:lower}",
            "S#{x:shorten}",
            "{x:date}#{x}#{id}",
            "{x:raw}",
            "S#{x:raw}",
            "{x:hash}");

    private final List<String> faults = new ArrayList<>();
    private int served;

    @Tag("slow")
    @Test
    void whatIsServedHasTheOrderOfTheValuesAndAllThatLiesInTheRange() {
        TYPES.forEach((type, values) -> {
            TEMPLATES.forEach(template -> judge(type, values, template, "#", "", false));
            judge(type, values, "", "#", "", true);
        });
        List<?> texts = TYPES.get("type: string");
        for (String separator : List.of("|", "/")) {
            for (String template : List.of("S#{x}", "S#{x}#{id}", "S#{x:lower}")) {
                judge("type: string", texts, template.replace("#", separator), separator, "", false);
            }
        }
        for (String template : List.of("{x}", "S#{x}")) {
            judge("type: string", texts, template, "#", ", prefix: \"X%\"", false);
        }
        judge("type: string", texts, "", "#", ", prefix: \"X%\"", true);
        assertThat(faults).isEmpty();
        assertThat(served).isGreaterThan(1_000);
    }

    @Test
    void anEpochTimeThatWouldSortWronglyAsTextIsRefusedByName() {
        Bench bench = new Bench(design("S#{x}#{id}", "type: epoch-seconds"));
        bench.run("add", "id", "a", "p", "p", "x", "2001-09-09T01:46:40Z");
        assertThatThrownBy(() -> bench.run("add", "id", "b", "p", "p", "x", "1999-01-01T00:00:00Z"))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Item.x = 1999-01-01T00:00:00Z lies outside 2001-09-09 to 2286-11-20, "
                        + "the times that sort as text in gsi1sk; the design can pad them: {x:12}");
        Bench padded = new Bench(design("S#{x:12}#{id}", "type: epoch-seconds"));
        padded.run("add", "id", "b", "p", "p", "x", "1999-01-01T00:00:00Z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "S#{x:shorten} | type: string | order: x | order-not-served",
                "S#{x:shorten} | type: string | range: x | order-not-served",
                "S#{x:lower} | type: string | range: x | case-lost-in-key",
                "S#{x:lower} | 'type: string, normalise: lower' | range: x |",
                "S#{x:lower} | type: string | order: x |",
                "{x:newest-first} | type: string | order: x | attribute-of-wrong-type",
                "{x:newest-first} | type: uuid | order: x | attribute-of-wrong-type",
                "{x:newest-first} | 'enum: [a, b]' | order: x | attribute-of-wrong-type",
                "{x:newest-first} | 'type: string, generate: ulid' | order: x | order-not-served",
                "{x:date} | type: integer | order: x | attribute-of-wrong-type",
                "{x:03} | type: decimal | order: x | attribute-of-wrong-type",
            })
    void whatDoesNotSortAsItsValuesDoIsRefused(String template, String type, String words, String rule) {
        List<Finding> findings = Compiler.compile(Reader.read(new Source(
                                "t.yaml", design(template, type) + "  some: { list: Item, by: p, " + words + " }\n"))
                        .design())
                .findings();
        assertThat(findings.isEmpty() ? null : findings.get(0).rule()).isEqualTo(rule);
    }

    private static String design(String template, String type) {
        return DESIGN.formatted("#", "#", "#", template, type, "").replaceAll("(?m)^ +byX:.*\n", "");
    }

    private void judge(String type, List<?> values, String template, String separator, String option, boolean isPlain) {
        String yaml = DESIGN.formatted(separator, separator, separator, template, type, option)
                .replaceAll(isPlain ? "(?m)^ +GSI1:.*\n" : "(?m)^ +byX:.*\n", "");
        StringBuilder all = new StringBuilder(yaml);
        PATTERNS.forEach((name, words) -> all.append("  ")
                .append(name)
                .append(name.equals("counted") ? ": { count: Item, by: p, " : ": { list: Item, by: p, ")
                .append(words)
                .append(" }\n"));
        Reading reading = Reader.read(new Source("t.yaml", all.toString()));
        assertThat(reading.findings()).filteredOn(Finding::isError).isEmpty();
        Compiled compiled = Compiler.compile(reading.design());
        // Whether an attribute as it is can be a key is for the linter to say.
        Set<String> refused = (isPlain ? Linter.lint(reading, compiled) : compiled.findings())
                .stream().filter(Finding::isError).map(Finding::subject).collect(Collectors.toSet());
        if (!PATTERNS.keySet().containsAll(refused)) {
            return;
        }
        String what = type + option + (isPlain ? " as it is" : " in " + template);
        Bench bench = new Bench(all.toString());
        for (int i = 0; i < values.size(); i++) {
            try {
                bench.run("add", "id", "i" + i, "p", "p", "x", values.get(i));
            } catch (InvalidValues e) {
                // Refused with a word is not wrong.
            }
        }
        Map<String, Object> held = new TreeMap<>();
        bench.read("all")
                .items()
                .forEach(item ->
                        held.put((String) item.values().get("id"), item.values().get("x")));
        boolean isEscaped = isPlain || template.equals("{x}") || template.contains(":raw");
        Comparator<Object> sorts = (one, two) -> compare(
                sorted(template, isEscaped ? "" : separator, one), sorted(template, isEscaped ? "" : separator, two));
        Reads reads = bench.reads();
        for (String name : PATTERNS.keySet()) {
            // The text of a time with milliseconds is not the one that was given.
            if (!refused.contains(name) && !(name.equals("begins") && type.endsWith("millis"))) {
                served++;
                judge(what + ", " + name, name, reads, held, values, sorts);
            }
        }
    }

    private void judge(
            String what, String name, Reads reads, Map<String, Object> held, List<?> values, Comparator<Object> sorts) {
        String words = PATTERNS.get(name);
        boolean isRange = words.contains("range:");
        List<Object> open = new ArrayList<>();
        open.add(null);
        List<Object> bounds = new ArrayList<>(isRange ? open : List.of());
        bounds.addAll(values);
        int turn = 0;
        for (Object a : isRange || words.contains(":a") ? bounds : open) {
            for (Object b : isRange || words.contains(":b") ? bounds : open) {
                if (bounds.size() > 5 && turn++ % 5 != 0) {
                    // Of many pairs every fifth will do.
                    continue;
                }
                Map<String, Object> arguments = new LinkedHashMap<>(Map.of("p", "p"));
                if (a != null) {
                    arguments.put(isRange ? "xFrom" : "a", a);
                }
                if (b != null) {
                    arguments.put(isRange ? "xTo" : "b", b);
                }
                Object low = logical(held, values, a);
                Object high = logical(held, values, b);
                List<Object> expected = held.values().stream()
                        .filter(x -> holds(name, x, low, high))
                        .sorted(sorts)
                        .collect(Collectors.toCollection(ArrayList::new));
                if (words.contains("descending")) {
                    Collections.reverse(expected);
                }
                try {
                    List<Object> found = new ArrayList<>();
                    String cursor = null;
                    do {
                        Result result = reads.run(name, arguments, null, cursor);
                        if (name.equals("counted")) {
                            assertThat(result.count()).isEqualTo(expected.size());
                            break;
                        }
                        result.items().forEach(item -> found.add(item.values().get("x")));
                        cursor = result.cursor();
                    } while (cursor != null);
                    boolean isSame = name.equals("counted")
                            || found.size() == expected.size()
                                    && (words.contains("order:")
                                            ? IntStream.range(0, found.size())
                                                    .allMatch(i -> sorts.compare(found.get(i), expected.get(i)) == 0)
                                            : found.containsAll(expected));
                    if (!isSame) {
                        faults.add(what + " " + a + ".." + b + ": " + found + " instead of " + expected);
                        return;
                    }
                } catch (InvalidValues e) {
                    // A value that no key can hold may be refused where it is looked for; a bound never is.
                    if (!name.equals("equal")) {
                        faults.add(what + " " + a + ".." + b + " refused " + e);
                        return;
                    }
                } catch (RuntimeException | AssertionError e) {
                    faults.add(what + " " + a + ".." + b + " threw " + e);
                    return;
                }
            }
        }
    }

    /** What a key sorts by: text without its case where the key has lost it, and a separator as what stands for it. */
    private static Object sorted(String template, String separator, Object value) {
        if (!(value instanceof String text)) {
            return value;
        }
        String cased = template.contains(":lower")
                ? text.toLowerCase(Locale.ROOT)
                : template.contains(":upper") ? text.toUpperCase(Locale.ROOT) : text;
        return separator.isEmpty()
                ? cased
                : cased.replace("%23", "%2523")
                        .replace(
                                separator,
                                "%" + Integer.toHexString(separator.charAt(0)).toUpperCase(Locale.ROOT));
    }

    /** What is stored of one of the values, or would be. */
    private static Object logical(Map<String, Object> held, List<?> values, Object value) {
        if (value == null) {
            return null;
        }
        Object stored = held.get("i" + values.indexOf(value));
        return stored != null
                ? stored
                : value instanceof Number number
                        ? number.longValue()
                        : held.values().stream().anyMatch(Instant.class::isInstance)
                                ? Instant.parse(value.toString())
                                : held.values().stream().anyMatch(LocalDate.class::isInstance)
                                        ? LocalDate.parse(value.toString())
                                        : held.values().stream().anyMatch(BigDecimal.class::isInstance)
                                                ? new BigDecimal(value.toString())
                                                : value;
    }

    private static boolean holds(String name, Object x, Object a, Object b) {
        return switch (name) {
            case "above" -> compare(x, a) > 0;
            case "atMost" -> compare(x, a) <= 0;
            case "either" -> compare(x, a) == 0 || compare(x, b) == 0;
            case "equal" -> compare(x, a) == 0;
            case "other" -> compare(x, a) != 0;
            case "belowOr" -> compare(x, a) < 0 || compare(x, b) == 0;
            case "begins" -> x.toString().startsWith(a.toString());
            default -> (a == null || compare(x, a) >= 0) && (b == null || compare(x, b) <= 0);
        };
    }

    @SuppressWarnings("unchecked")
    private static int compare(Object one, Object other) {
        return one instanceof String text
                ? Utf8.compare(text, (String) other)
                : one instanceof Number number
                        ? new BigDecimal(number.toString()).compareTo(new BigDecimal(other.toString()))
                        : ((Comparable<Object>) one).compareTo(other);
    }
}
