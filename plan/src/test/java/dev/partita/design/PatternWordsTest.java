package dev.partita.design;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.internal.text.ReadingProblems;
import dev.partita.design.internal.text.Yaml;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Node;
import dev.partita.design.model.Pattern;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.read.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every word of a pattern beside every verb: it changes what the pattern does, or it is an error at its place. The words are
 * those of the published schema, so that none can be forgotten.
 */
class PatternWordsTest {

    private static final String DESIGN = """
            design: words
            tables:
              main:
                key: { partition: pk, sort: sk }
                type-attribute: et
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                  GSI2: { partition: gsi2pk, sort: gsi2sk, projection: keys }
            entities:
              Head:
                type: HEAD
                key: { pk: "HEAD#{headId}", sk: META }
                attributes: { headId: string, title: string }
              Item:
                type: ITEM
                key: { pk: "HEAD#{headId}", sk: "ITEM#{itemId}" }
                GSI1: { gsi1pk: "ITEM#{status}", gsi1sk: "{itemId}" }
                GSI2: { gsi2pk: "DAY#{madeAt:date}", gsi2sk: "{madeAt}#{itemId}" }
                soft-delete: { flag: isGone }
                attributes:
                  headId: { type: string, references: Head }
                  itemId: { type: ulid, generate: ulid }
                  status: { enum: [OPEN, DONE], default: OPEN }
                  title: string
                  titleHash: { type: string, hash-of: [title] }
                  number: { type: integer, default: 0 }
                  words: { type: list of string, max-items: 20 }
                  isGone: flag
                  madeAt: { type: timestamp, set: on-create }
              Child:
                type: CHILD
                key: { pk: "ITEMS#{itemId}", sk: "CHILD#{childId}" }
                attributes: { headId: string, itemId: { type: ulid, references: Item }, childId: { type: ulid, generate: ulid } }
            patterns:
              head: { get: Head, by: headId }
              addItem: { create: Item }
              addHead: { create: Head }
              tested: { %s }
            """;

    /** A pattern of each verb to which a word is added. */
    private static final Map<Pattern.Verb, String> BASES = Map.ofEntries(
            Map.entry(Pattern.Verb.GET, "get: Item, by: status"),
            Map.entry(Pattern.Verb.READ, "read: [Head, Item], by: headId"),
            Map.entry(Pattern.Verb.LIST, "list: Item, by: status"),
            Map.entry(Pattern.Verb.COUNT, "count: Item, by: status"),
            Map.entry(Pattern.Verb.SEARCH, "search: Item, on: title"),
            Map.entry(Pattern.Verb.SCAN, "scan: Item"),
            Map.entry(Pattern.Verb.GATHER, "gather: [head]"),
            Map.entry(Pattern.Verb.CREATE, "create: Item"),
            Map.entry(Pattern.Verb.PUT, "put: Item"),
            Map.entry(Pattern.Verb.UPDATE, "update: Item, by: [headId, itemId]"),
            Map.entry(Pattern.Verb.DELETE, "delete: Item, by: [headId, itemId]"),
            Map.entry(Pattern.Verb.RESTORE, "restore: Item, by: [headId, itemId]"),
            Map.entry(Pattern.Verb.TRANSACT, "transact: [addItem, addHead]"));

    /** A value for each word that goes with some verb. */
    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("by", "status"),
            Map.entry("where", "title = 'x'"),
            Map.entry("order", "newest-first"),
            Map.entry("range", "itemId"),
            Map.entry("page", "7"),
            Map.entry("max", "3"),
            Map.entry("return", "[title]"),
            Map.entry("consistency", "strong"),
            Map.entry("cache", "5 minutes"),
            Map.entry("fetch", "Head"),
            Map.entry("then", "head"),
            Map.entry("each", "status"),
            Map.entry("walk", "3 days"),
            Map.entry("on", "title"),
            Map.entry("index", "GSI1"),
            Map.entry("key", "{ gsi1pk: \"ITEM#{status}\" }"),
            Map.entry("direction", "backward"),
            Map.entry("limit", "9"),
            Map.entry("filter", "title = 'x'"),
            Map.entry("change", "[title]"),
            Map.entry("set", "{ title: x }"),
            Map.entry("add", "{ number: 1 }"),
            Map.entry("append", "[words]"),
            Map.entry("remove", "[title]"),
            Map.entry("require", "[title]"),
            Map.entry("when", "title = 'x'"),
            Map.entry("with", "Child"),
            Map.entry("detect", "titleHash"),
            Map.entry("or-create", "true"),
            Map.entry("hard", "true"),
            Map.entry("same", "[headId]"),
            Map.entry("requires", "[Head]"),
            Map.entry("guard", "{ count: tested, below: 5 }"));

    /** Another base where the usual one leaves no room for a word. */
    private static final Map<String, String> OTHERS = Map.ofEntries(
            Map.entry("get walk", "get: Item, return: [itemId]"),
            Map.entry("get consistency", "get: Item, by: [headId, itemId]"),
            Map.entry("list walk", "list: Item, return: [itemId]"),
            Map.entry("list consistency", "list: Item, by: headId"),
            Map.entry("count walk", "count: Item, where: NOT exists(title)"),
            Map.entry("count consistency", "count: Item, by: headId"),
            Map.entry("read range", "read: Item, by: headId"),
            Map.entry("read walk", "read: Item, return: [itemId]"),
            Map.entry("update require", "update: Item, by: [headId, itemId], change: [title]"),
            Map.entry("update detect", "update: Item, by: [headId, itemId], change: [title]"));

    /**
     * Words that act outside the plan: the cache keeps answers, the linter refuses guards and holds a stated direction against
     * the order, callers are asked for more.
     */
    private static final Set<String> OUTSIDE =
            Set.of("cache", "guard", "require", "same", "order beside a stated request");

    static Stream<Arguments> combinations() {
        return Stream.of(Pattern.Verb.values()).flatMap(verb -> words().stream().map(word -> Arguments.of(verb, word)));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void aWordBesideAVerbChangesSomethingOrIsAnError(Pattern.Verb verb, String word) {
        String base = OTHERS.getOrDefault(verb.word() + " " + word, BASES.get(verb));
        if (!Vocabulary.options(verb).contains(word)) {
            assertThat(errors(base + ", " + word + ": " + VALUES.get(word)))
                    .as("%s beside %s", word, verb)
                    .anySatisfy(finding -> {
                        assertThat(finding.rule()).isEqualTo("unknown-word");
                        assertThat(finding.message())
                                .startsWith("`" + word + "` does not go with `" + verb.word() + "`");
                    });
            return;
        }
        if (word.equals("on") || Vocabulary.STATED.contains(word)) {
            // A search is none without it; and what states a request is tried beside one.
            return;
        }
        String without = base.replaceAll(", " + word + ": (\\[[^]]*]|[A-Za-z]+)", "");
        String with = base.contains(", " + word + ":") ? base : base + ", " + word + ": " + VALUES.get(word);
        requireChange(without, with, word);
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void aWordBesideAStatedRequestChangesSomethingOrIsAnError(Pattern.Verb verb, String word) {
        Set<String> beside = Vocabulary.besideStated(verb);
        if (beside.isEmpty() || !Vocabulary.options(verb).contains(word)) {
            return;
        }
        String entity = BASES.get(verb).replaceAll(",(?! Item]).*", "");
        String stated = beside.contains("key") ? ", index: GSI1, key: { gsi1pk: \"ITEM#{status}\" }" : ", index: GSI1";
        if (!beside.contains(word)) {
            assertThat(errors(entity + stated + ", " + word + ": " + VALUES.get(word)))
                    .extracting(Finding::rule)
                    .contains("unknown-word");
        } else if (!stated.contains(word + ":")) {
            String what = word.equals("order") ? "order beside a stated request" : word;
            requireChange(entity + stated, entity + stated + ", " + word + ": " + VALUES.get(word), what);
        }
    }

    @Test
    void thereIsAValueForEveryWord() {
        assertThat(VALUES.keySet()).containsExactlyInAnyOrderElementsOf(words());
    }

    private static void requireChange(String without, String with, String word) {
        List<Finding> read = Reader.read(source(with)).findings();
        assertThat(read).as(with).filteredOn(Finding::isError).isEmpty();
        if (!OUTSIDE.contains(word)) {
            assertThat(served(with)).as(with).isNotEqualTo(served(without));
        }
    }

    /** What a pattern does: its plan, what it takes, and what is found of it. */
    private static String served(String pattern) {
        Compiled compiled = Compiler.compile(Reader.read(source(pattern)).design());
        Plan plan = compiled.plans().get("tested");
        List<Finding> errors = compiled.findings().stream()
                .filter(finding -> finding.subject().equals("tested"))
                .toList();
        if (plan == null) {
            assertThat(errors).as(pattern).isNotEmpty();
        }
        return plan == null
                ? errors.toString()
                : plan.data() + "\n"
                        + plan.arguments().stream().map(Argument::name).toList() + plan;
    }

    private static List<Finding> errors(String pattern) {
        return Reader.read(source(pattern)).findings().stream()
                .filter(Finding::isError)
                .toList();
    }

    private static Source source(String pattern) {
        return new Source("words.yaml", DESIGN.formatted(pattern));
    }

    /** What the schema lets a pattern say, besides the verbs and what goes with every one of them. */
    private static List<String> words() {
        Node tree = Yaml.read(DesignSchema.text(), new ReadingProblems());
        List<String> words =
                new ArrayList<>(((Node.Mapping) tree.get("$defs").get("pattern").get("properties"))
                        .entries()
                        .keySet());
        words.removeAll(Vocabulary.PATTERN.list());
        words.removeAll(Vocabulary.VERBS);
        return words;
    }
}
