package dev.partita.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.internal.text.ReadingProblems;
import dev.partita.design.internal.text.Yaml;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Node;
import dev.partita.lint.Linter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every option of an attribute beside every type: it has an effect there, as the table says, or it is an error at its place.
 * The options are those of the published schema, so that none can be forgotten.
 */
@Tag("slow")
class AttributeWordsTest {

    private static final String DESIGN = """
            design: words
            tables: { main: { key: { partition: pk, sort: sk }, type-attribute: et } }
            entities:
              Other:
                type: OTHER
                key: { pk: "OTHER#{otherId}", sk: META }
                attributes: { otherId: %1$s }
              Tested:
                type: TESTED
                key: { pk: "TESTED#{id}", sk: META }
                attributes:
                  id: string
                  site: { type: string, normalise: domain, immutable: true }
                  source: { %2$s }
                  tested: { %2$s%3$s }
            patterns:
              other: { get: Other, by: otherId }
              add: { create: Tested }
              remove: { delete: Tested, by: id }
            """;

    private static final int TESTED_LINE = 15;

    /** How each type is written, and a value of it. */
    private static final Map<String, List<String>> TYPES = new LinkedHashMap<>();

    static {
        simple("string", "\"x\"");
        simple("integer", "3");
        simple("decimal", "1.5");
        simple("boolean", "true");
        simple("flag", "true");
        simple("binary", "\"AAAA\"");
        simple("timestamp", "\"2020-01-01T00:00:00Z\"");
        simple("timestamp-millis", "\"2020-01-01T00:00:00.000Z\"");
        simple("epoch-seconds", "1577836800");
        simple("epoch-millis", "1577836800000");
        simple("date", "\"2020-01-01\"");
        simple("iso-time", "\"2020-01-01\"");
        simple("ulid", "\"01ARZ3NDEKTSV4RRFFQ69G5FAV\"");
        simple("uuid", "\"123e4567-e89b-12d3-a456-426614174000\"");
        simple("password", "\"long-enough\"");
        simple("any", "\"x\"");
        simple("list of string", "[a]");
        simple("list of integer", "[1]");
        simple("set of string", "[a]");
        simple("map", "{ a: b }");
        simple("map of string", "{ a: b }");
        TYPES.put("record", List.of("record: { a: string }", "{ a: b }"));
        TYPES.put("enum", List.of("enum: [A, B]", "A"));
    }

    private static void simple(String type, String value) {
        TYPES.put(type, List.of("type: " + type, value));
    }

    /** What the key that a reference is to may be as well. */
    private static final Set<String> SINGLE = Set.of(
            "string",
            "integer",
            "timestamp",
            "timestamp-millis",
            "epoch-seconds",
            "epoch-millis",
            "date",
            "iso-time",
            "ulid",
            "uuid");

    private static final String EVERY = "every type";
    private static final String TIMES = "timestamp,timestamp-millis,epoch-seconds,epoch-millis,date,iso-time";

    /** The types beside which an option has an effect. */
    private static final Map<String, String> EFFECTIVE = Map.ofEntries(
            Map.entry("about", EVERY),
            Map.entry("open", "enum"),
            Map.entry("stored", EVERY),
            Map.entry("store", "none: nothing is made of the tested attribute"),
            Map.entry("required", EVERY),
            Map.entry("default", EVERY),
            Map.entry("generate", "string,ulid"),
            Map.entry("set", "string,ulid,uuid,any," + TIMES),
            Map.entry("derive", EVERY),
            Map.entry("hash-of", "string"),
            Map.entry("normalise", "string,iso-time,ulid,uuid,password,any,list of string,set of string,enum"),
            Map.entry("unique", "string,integer,decimal,boolean,flag,binary,ulid,uuid,any,enum," + TIMES),
            Map.entry("references", "string,integer,ulid,uuid,enum," + TIMES),
            Map.entry("must-exist", "none: the tested attribute has no references"),
            Map.entry("on-delete", "none: the tested attribute has no references"),
            Map.entry("range", "integer,decimal,any"),
            Map.entry("length", "string,iso-time,password,any"),
            Map.entry("pattern", "string,iso-time,ulid,uuid,password,any"),
            Map.entry("host-in", "string,any"),
            Map.entry("max-items", "list of string,list of integer,set of string,map,map of string,any"),
            Map.entry("distinct", "list of string,list of integer,any"),
            Map.entry("moves", "enum"),
            Map.entry("hidden", EVERY),
            Map.entry("read-only", EVERY),
            Map.entry("immutable", EVERY),
            Map.entry("personal", EVERY),
            Map.entry("secret", EVERY),
            Map.entry("prefix", "string,timestamp,timestamp-millis,date,iso-time,ulid,uuid,password,enum"),
            Map.entry("absent", EVERY),
            Map.entry("size", EVERY),
            Map.entry("cardinality", EVERY),
            Map.entry("cost", "password"));

    /** What an option cannot do without. */
    private static final Map<String, String> BESIDE =
            Map.of("host-in", ", normalise: url, immutable: true", "moves", ", default: A");

    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("about", "x"),
            Map.entry("open", "true"),
            Map.entry("stored", "t"),
            Map.entry("store", "false"),
            Map.entry("required", "true"),
            Map.entry("default", "of the type"),
            Map.entry("generate", "ulid"),
            Map.entry("set", "on-create"),
            Map.entry("derive", "source"),
            Map.entry("hash-of", "[source]"),
            Map.entry("normalise", "lower"),
            Map.entry("unique", "true"),
            Map.entry("references", "Other"),
            Map.entry("must-exist", "true"),
            Map.entry("on-delete", "keep"),
            Map.entry("range", "1..5"),
            Map.entry("length", "8..40"),
            Map.entry("pattern", "\".*\""),
            Map.entry("host-in", "site"),
            Map.entry("max-items", "3"),
            Map.entry("distinct", "true"),
            Map.entry("moves", "{ A: B }"),
            Map.entry("hidden", "true"),
            Map.entry("read-only", "true"),
            Map.entry("immutable", "true"),
            Map.entry("personal", "true"),
            Map.entry("secret", "true"),
            Map.entry("prefix", "P-"),
            Map.entry("absent", "null"),
            Map.entry("size", "3 KB"),
            Map.entry("cardinality", "7"),
            Map.entry("cost", "5"));

    static Stream<Arguments> combinations() {
        return TYPES.keySet().stream()
                .flatMap(type -> VALUES.keySet().stream().sorted().map(word -> Arguments.of(type, word)));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void anOptionBesideATypeHasAnEffectOrIsAnError(String type, String word) {
        String effective = EFFECTIVE.get(word);
        List<Finding> errors = errors(type, word);
        if (effective.equals(EVERY) || List.of(effective.split(",")).contains(type)) {
            assertThat(errors).as("%s beside %s", word, type).isEmpty();
        } else {
            assertThat(errors).as("%s beside %s", word, type).anySatisfy(finding -> {
                assertThat(finding.message()).contains(word.equals("references") ? "which it refers to" : "`" + word);
                assertThat(finding.place().line()).isEqualTo(TESTED_LINE);
            });
        }
    }

    @Test
    void thereIsAValueForEveryOption() {
        Node tree = Yaml.read(DesignSchema.text(), new ReadingProblems());
        List<String> options = new ArrayList<>(
                ((Node.Mapping) tree.get("$defs").get("attribute").get("properties"))
                        .entries()
                        .keySet());
        // What gives the type itself, and what is about findings.
        options.removeAll(List.of("type", "enum", "record", "ignore"));
        assertThat(VALUES.keySet()).containsExactlyInAnyOrderElementsOf(options);
        assertThat(EFFECTIVE.keySet()).containsExactlyInAnyOrderElementsOf(options);
    }

    private static List<Finding> errors(String type, String word) {
        String written = TYPES.get(type).get(0);
        String value = word.equals("default") ? TYPES.get(type).get(1) : VALUES.get(word);
        String keyType = SINGLE.contains(type) ? type : "string";
        String options = BESIDE.getOrDefault(word, "") + ", " + word + ": " + value;
        Reading reading = Reader.read(new Source("words.yaml", DESIGN.formatted(keyType, written, options)));
        return Stream.concat(reading.findings().stream(), Linter.lint(reading).stream())
                .filter(Finding::isError)
                .toList();
    }
}
