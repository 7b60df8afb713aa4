package dev.partita.design;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.partita.design.internal.text.ReadingProblems;
import dev.partita.design.internal.text.Yaml;
import dev.partita.design.internal.text.YamlValues;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema and the reader know the same language. */
class DesignSchemaTest {

    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(DesignSchema.text());
    private static final Node TREE = Yaml.read(DesignSchema.text(), new ReadingProblems());

    static List<Path> designs() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("..", "systems", "designs"))) {
            List<Path> designs = new ArrayList<>(
                    files.filter(f -> f.toString().endsWith(".yaml")).sorted().toList());
            designs.add(Path.of("src/test/resources/dev/partita/design/everything.yaml"));
            return designs;
        }
    }

    @ParameterizedTest
    @MethodSource("designs")
    void everyDesignThatCanBeReadPassesTheSchema(Path file) throws IOException {
        String text = Files.readString(file);
        Source source = new Source(file.getFileName().toString(), text);
        List<Finding> findings = Reader.read(source).findings();
        assertThat(findings).as(new Report(source, false).text(findings)).isEmpty();
        assertThat(errors(text)).isEmpty();
    }

    @Test
    void everyDesignOnTheReferencePagePassesTheSchema() throws IOException {
        for (String block : new DesignFilePageTest().blocks()) {
            if (block.startsWith("design:")) {
                assertThat(errors(block)).as(block).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Vocabulary.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"PATTERN"})
    void theSchemaHasTheWordsOfEachConstruct(Vocabulary words) {
        assertThat(definition(words).keySet()).containsExactlyInAnyOrderElementsOf(words.list());
    }

    @Test
    void theSchemaHasTheWordsOfPatterns() {
        Set<String> words = new LinkedHashSet<>(Vocabulary.PATTERN.list());
        words.addAll(Vocabulary.VERBS);
        words.addAll(Vocabulary.allOptions());
        assertThat(definition(Vocabulary.PATTERN).keySet()).containsExactlyInAnyOrderElementsOf(words);
    }

    @Test
    void theSchemaHasTheChoicesOfTheReader() {
        Map<String, List<String>> choices = Map.ofEntries(
                Map.entry("simpleType", Vocabulary.SIMPLE_TYPES),
                Map.entry("keyType", Vocabulary.KEY_TYPES),
                Map.entry("stream", Vocabulary.STREAMS),
                Map.entry("tableClass", Vocabulary.TABLE_CLASSES),
                Map.entry("set", Vocabulary.SET),
                Map.entry("normalise", Vocabulary.NORMALISE),
                Map.entry("onDelete", Vocabulary.ON_DELETE),
                Map.entry("consistency", Vocabulary.CONSISTENCY),
                Map.entry("direction", Vocabulary.DIRECTION),
                Map.entry("order", Vocabulary.ORDERS),
                Map.entry("metric", Vocabulary.METRICS),
                Map.entry("allowWord", Vocabulary.ALLOW));
        choices.forEach((name, words) -> assertThat(
                        YamlValues.of(TREE.get("$defs").get(name).get("enum")))
                .isEqualTo(words));
    }

    @Test
    void everyWordIsDescribed() {
        for (Vocabulary words : Vocabulary.values()) {
            definition(words)
                    .forEach((word, node) ->
                            assertThat(isDescribed(node)).as(words + " " + word).isTrue());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "design: Shop\ntables: {}",
                "tables: {}",
                "design: shop",
                "design: shop\ntables: { a: { key: pk } }",
                "design: shop\ntables: { a: { key: { partition: pk }, stream: yes } }",
                "design: shop\ntables: { a: { key: { partition: pk }, backups: { every: 7 days } } }",
                "design: shop\ntables: { a: { key: { partition: pk }, billing: { read: 1 } } }",
                "design: shop\ntables: { a: { key: { partition: pk }, indexes: { i: { partition: [] } } } }",
                "design: shop\ntables: {}\nentities: { A: { key: {} } }",
                "design: shop\ntables: {}\nentities: { A: { key: {}, attributes: { a: { required: true } } } }",
                "design: shop\ntables: {}\nentities: { A: { key: {}, attributes: { a: { type: string, requird: true } } } }",
                "design: shop\ntables: {}\nentities: { A: { key: {}, attributes: { a: { type: string, size: 3 } } } }",
                "design: shop\ntables: {}\nentities: { A: { key: {}, attributes: {}, expiry: 90 days } }",
                "design: shop\ntables: {}\npatterns: { a: { by: id } }",
                "design: shop\ntables: {}\npatterns: { a: { transact: [], gather: [] } }",
                "design: shop\ntables: {}\npatterns: { a: { gather: [], cache: 5 } }",
                "design: shop\ntables: {}\nalarms: { a: { metric: item-size } }",
                "design: shop\ntables: {}\nignore: [ { rule: a } ]",
                "design: shop\ntables: {}\ntypes: { A: {} }",
            })
    void whatHasTheWrongShapeIsRefusedByBoth(String text) throws IOException {
        assertThat(Reader.read(new Source("a.yaml", text)).isClean()).isFalse();
        assertThat(errors(text)).isNotEmpty();
    }

    private static List<String> errors(String yaml) throws IOException {
        Node tree = Yaml.read(yaml, new ReadingProblems());
        return SCHEMA.validate(json(YamlValues.of(tree)), InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    /** The properties of a construct's definition, which has the name of the constant. */
    private static Map<String, Node> definition(Vocabulary words) {
        StringBuilder name = new StringBuilder();
        for (String part : words.name().toLowerCase(java.util.Locale.ROOT).split("_")) {
            name.append(name.isEmpty() ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
        }
        Node definition = words == Vocabulary.DESIGN ? TREE : TREE.get("$defs").get(name.toString());
        if (words == Vocabulary.TYPE) {
            definition = ((Node.Sequence) definition.get("anyOf")).items().get(1);
        }
        return ((Node.Mapping) definition.get("properties")).entries();
    }

    private static boolean isDescribed(Node node) {
        if (node.get("description") != null) {
            return true;
        }
        String reference = ((Node.Text) node.get("$ref")).value();
        return TREE.get("$defs").get(reference.substring("#/$defs/".length())).get("description") != null;
    }

    private static String json(Object value) {
        if (value instanceof String text) {
            return '"'
                    + new String(tools.jackson.core.io.JsonStringEncoder.getInstance()
                            .quoteAsCharArray(text))
                    + '"';
        }
        if (value instanceof List<?> list) {
            return "["
                    + String.join(",", list.stream().map(DesignSchemaTest::json).toList()) + "]";
        }
        if (value instanceof Map<?, ?> map) {
            List<String> entries = new ArrayList<>();
            map.forEach((key, entry) -> entries.add(json(key) + ":" + json(entry)));
            return "{" + String.join(",", entries) + "}";
        }
        return value instanceof java.math.BigDecimal number ? number.toPlainString() : String.valueOf(value);
    }
}
