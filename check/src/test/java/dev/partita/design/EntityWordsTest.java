package dev.partita.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.internal.text.ReadingProblems;
import dev.partita.design.internal.text.Yaml;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Node;
import dev.partita.design.model.Table;
import dev.partita.lint.Linter;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.internal.request.TableRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every word of an entity and of a table: it changes what is stored, asked or deployed, or it is an error at its place. The words are
 * those of the published schema, so that none can be forgotten. An entity is tried as it is, and as copies of another.
 */
class EntityWordsTest {

    private static final String DESIGN = """
            design: words
            tables:
              main:
                key: { partition: pk, sort: sk }
                expiry: ttl
                %s
              other: { key: { partition: pk, sort: sk } }
            entities:
              Doc:
                table: main
                key: { pk: "DOC#{docId}", sk: META }
                attributes: { docId: string, title: { type: string, required: true }, madeAt: timestamp, number: integer, isGone: flag, by: string }
              Tested:
                %s
            quotas:
              docs: { counts: Doc, per: title, limit: 3, item: { pk: "QUOTA#{title}", sk: QUOTA } }
            patterns:
              add: { create: Doc }
              edit: { update: Doc, by: docId, change: [madeAt, isGone] }
              doc: { get: Doc, by: docId }
              %s
            """;

    private static final String KEY = "key: { pk: \"TESTED#{docId}\", sk: META }";
    private static final String ATTRIBUTES =
            "attributes: { docId: string, title: { type: string, required: true }, madeAt: timestamp, number: integer, isGone: flag, by: string }";
    private static final String PATTERNS = "addTested: { create: Tested }\n"
            + "  saveTested: { update: Tested, by: docId, change: [title] }\n"
            + "  dropTested: { delete: Tested, by: docId }\n"
            + "  tested: { get: Tested, by: docId }";

    /** A value for each word, and whether it does something for items that patterns write, and for copies. */
    private static final Map<String, List<String>> WORDS = Map.ofEntries(
            Map.entry("about", List.of("x", "outside", "outside")),
            Map.entry("table", List.of("other", "acts", "acts")),
            Map.entry("type", List.of("X", "acts", "acts")),
            Map.entry("key", List.of("{ pk: \"OTHER#{docId}\", sk: META }", "acts", "acts")),
            Map.entry("attributes", List.of("{ docId: string }", "acts", "acts")),
            Map.entry("unique", List.of("{ one: { on: [title] } }", "acts", "idle")),
            Map.entry("expiry", List.of("3 days after madeAt", "acts", "acts")),
            Map.entry("soft-delete", List.of("{ flag: isGone }", "acts", "acts")),
            Map.entry("version", List.of("number", "acts", "outside")),
            Map.entry("owner", List.of("by", "outside", "outside")),
            Map.entry("from", List.of("{ entity: Doc }", "outside", "outside")),
            Map.entry("allow", List.of("anyone", "outside", "outside")),
            Map.entry("through", List.of("doc", "outside", "outside")),
            Map.entry("expect", List.of("{ items: 3, size: 9 KB }", "acts", "acts")),
            Map.entry("ignore", List.of("{}", "outside", "outside")));

    /** What a table's word is tried with, and beside what. */
    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("name", "words-main"),
            Map.entry("type-attribute", "et"),
            Map.entry("billing", "{ read: 5, write: 5 }"),
            Map.entry("stream", "both"),
            Map.entry("encryption", "aws-managed"),
            Map.entry("class", "infrequent-access"),
            Map.entry("deletion-protection", "true"),
            Map.entry("indexes", "{ GSI1: { partition: a } }"));

    /** Words of a table that act elsewhere: for the reader, the linter, in a deployment; or that stand in every design here. */
    private static final Set<String> ELSEWHERE = Set.of("about", "key", "expiry", "recovery", "backups", "ignore");

    static Stream<Arguments> combinations() {
        return WORDS.keySet().stream().sorted().flatMap(word -> Stream.of(false, true)
                .map(isCopy -> Arguments.of(word, isCopy)));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void aWordOfAnEntityChangesSomethingOrIsAnError(String word, boolean isCopy) {
        String expected = WORDS.get(word).get(isCopy ? 2 : 1);
        String line = word + ": " + WORDS.get(word).get(0);
        String with = entity(isCopy, word, line);
        if (expected.equals("acts")) {
            assertThat(errors(with)).as(with).isEmpty();
            assertThat(effects(with)).as(line).isNotEqualTo(effects(entity(isCopy, "", "")));
        } else if (expected.equals("idle")) {
            assertThat(errors(with)).as(with).anySatisfy(finding -> assertThat(finding.message())
                    .startsWith("`" + word + "` has no effect"));
        }
    }

    @ParameterizedTest
    @CsvSource({"generate, ulid", "set, on-create", "unique, true", "must-exist, true"})
    void whatIsOfWritesIsAnErrorAtACopy(String word, String value) {
        String attribute = word.equals("generate") ? "madeAt: timestamp" : "title: { type: string, required: true }";
        String tested = word.equals("generate")
                ? "madeAt: { type: timestamp, generate: ulid }"
                : "title: { type: string, references: Doc, " + word + ": " + value + " }";
        assertThat(errors(entity(true, "", "").replace(attribute, tested)))
                .anySatisfy(finding -> assertThat(finding.message()).startsWith("`" + word + "`"));
    }

    @Test
    void copiesAreNotCounted() {
        assertThat(errors(entity(true, "", "").replace("counts: Doc", "counts: Tested")))
                .anySatisfy(finding -> assertThat(finding.message()).startsWith("`counts` has no effect"));
    }

    /** Nothing says where to write it. */
    @Test
    void aTypeWantsATypeAttribute() {
        String design =
                DESIGN.formatted("about: x", KEY + "\n    table: main\n    type: X\n    " + ATTRIBUTES, PATTERNS);
        assertThat(errors(design)).singleElement().satisfies(finding -> assertThat(finding.message())
                .startsWith("`type` has no effect"));
    }

    @ParameterizedTest
    @MethodSource("settings")
    void aWordOfATableChangesWhatIsAskedFor(String word) {
        String without = DESIGN.formatted("about: x", KEY + "\n    table: main\n    " + ATTRIBUTES, PATTERNS);
        String with = DESIGN.formatted(
                word + ": " + SETTINGS.get(word),
                KEY + "\n    table: main\n    " + (word.equals("type-attribute") ? "type: X\n    " : "") + ATTRIBUTES,
                PATTERNS);
        assertThat(errors(with)).as(with).isEmpty();
        assertThat(effects(with)).as(word).isNotEqualTo(effects(without));
    }

    static Stream<String> settings() {
        return SETTINGS.keySet().stream().sorted();
    }

    @Test
    void thereIsAValueForEveryWord() {
        assertThat(WORDS.keySet()).containsExactlyInAnyOrderElementsOf(words("entity"));
        List<String> ofTables = words("table");
        ofTables.removeAll(ELSEWHERE);
        assertThat(SETTINGS.keySet()).containsExactlyInAnyOrderElementsOf(ofTables);
    }

    private static List<String> words(String construct) {
        Node tree = Yaml.read(DesignSchema.text(), new ReadingProblems());
        return new ArrayList<>(((Node.Mapping) tree.get("$defs").get(construct).get("properties"))
                .entries()
                .keySet());
    }

    private static String entity(boolean isCopy, String word, String line) {
        List<String> lines = new ArrayList<>();
        lines.add(word.equals("key") ? line : KEY);
        lines.add(word.equals("table") ? line : "table: main");
        lines.add(word.equals("attributes") ? line : ATTRIBUTES);
        if (isCopy) {
            lines.add("from: { entity: Doc }");
        }
        if (!line.isEmpty()
                && !List.of("key", "table", "attributes").contains(word)
                && !(isCopy && word.equals("from"))) {
            lines.add(line);
        }
        String patterns = isCopy
                ? "tested: { get: Tested, by: docId }"
                : word.equals("attributes") ? PATTERNS.replaceAll("\\n  saveTested.*", "") : PATTERNS;
        return DESIGN.formatted("type-attribute: et", String.join("\n    ", lines), patterns);
    }

    private static List<Finding> errors(String design) {
        Reading reading = Reader.read(new Source("words.yaml", design));
        return Stream.concat(reading.findings().stream(), Linter.lint(reading).stream())
                .filter(Finding::isError)
                .distinct()
                .toList();
    }

    /** The requests that make the tables, and the plans of all patterns. */
    private static List<String> effects(String design) {
        Reading reading = Reader.read(new Source("words.yaml", design));
        Compiled compiled = Compiler.compile(reading.design());
        List<String> effects = new ArrayList<>();
        TableRequests tables = new TableRequests(reading.design(), Map.of("stage", "s"));
        for (Table table : reading.design().tables().values()) {
            effects.add(tables.createTable(table).toJson());
        }
        for (Plan plan : compiled.plans().values()) {
            effects.add(plan.toString());
        }
        reading.design()
                .entities()
                .values()
                .forEach(entity -> effects.add(entity.name() + " "
                        + reading.design().tableOf(entity).id() + " " + entity.type() + " " + entity.expiry()));
        return effects;
    }
}
