package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.item.Item;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.run.Explanation;
import dev.partita.plan.run.Reads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code each: { bookId: given }}: what a caller gives is asked for value by value, or key by key. */
class EachGivenTest {

    private static final String DESIGN = """
            design: shelves
            tables:
              main:
                key: { partition: pk, sort: sk }
                expiry: ttl
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Book:
                key: { pk: "T#{tenant}", sk: "BOOK#{isbn}" }
                GSI1: { gsi1pk: "STATE#{state}", gsi1sk: "{isbn}" }
                soft-delete: { flag: isGone }
                attributes:
                  tenant: string
                  isbn:   { type: string, normalise: [trim, lower] }
                  state:  { enum: [open, lent, lost], required: true }
                  title:  string
                  stars:  integer
                  isGone: flag
              Hold:
                key: { pk: "HOLD#{number:05}", sk: HOLD }
                GSI1: { gsi1pk: "LANE#{lane}#{number:shard(3)}", gsi1sk: "{number:05}" }
                expiry: 1 day after madeAt
                attributes:
                  number: { type: integer, range: 0.. }
                  lane:   string
                  madeAt: { type: timestamp, set: on-create }
              Shelf:
                key: { pk: "SHELF#{mark}", sk: SHELF }
                attributes: { mark: any }
              Cart:
                key: { pk: "CART#{cartId}", sk: CART }
                attributes: { cartId: string, tenant: string, isbns: set of string }
            patterns:
              add:      { create: Book }
              lose:     { delete: Book, by: [tenant, isbn] }
              hold:     { create: Hold }
              fill:     { create: Cart }
              books:    { list: Book, by: [tenant, isbn], each: { isbn: given } }
              few:      { list: Book, by: [tenant, isbn], each: { isbn: given }, page: 2 }
              strong:   { list: Book, by: [tenant, isbn], each: { isbn: given }, consistency: strong, return: [title] }
              good:     { list: Book, by: [tenant, isbn], each: { isbn: given }, where: stars >= :least, page: 3 }
              first:    { list: Book, by: [tenant, isbn], each: { isbn: given }, max: 3, page: 2 }
              howMany:  { count: Book, by: [tenant, isbn], each: { isbn: given } }
              rated:    { count: Book, by: [tenant, isbn], each: { isbn: given }, where: stars > 3 }
              byState:  { list: Book, by: state, each: { state: given }, page: 3 }
              states:   { count: Book, by: state, each: { state: given } }
              holds:    { list: Hold, by: number, each: { number: given } }
              lanes:    { list: Hold, by: lane, each: { lane: given }, page: 2 }
              inCart:   { get: Cart, by: cartId, then: books }
            """;

    private final Bench bench = new Bench(DESIGN);

    @BeforeEach
    void shelve() {
        for (int i = 0; i < 9; i++) {
            bench.run(
                    "add",
                    "tenant",
                    "t",
                    "isbn",
                    "b" + i,
                    "state",
                    List.of("open", "lent", "lost").get(i % 3),
                    "title",
                    "Title " + i,
                    "stars",
                    i);
        }
        bench.run("add", "tenant", "other", "isbn", "x", "state", "lent", "title", "Theirs");
        bench.sent();
    }

    @Test
    void itemsComeInTheOrderOfTheValuesInOneRequest() {
        assertThat(ids(bench.read("books", "tenant", "t", "isbns", List.of("b7", "b1", "b4"))))
                .containsExactly("b7", "b1", "b4");
        assertThat(bench.sent()).containsExactly("BatchGetItem");
    }

    @Test
    void whatIsMissingIsLeftOut() {
        assertThat(ids(bench.read("books", "tenant", "t", "isbns", List.of("b7", "none", "b1"))))
                .containsExactly("b7", "b1");
        assertThat(ids(bench.read("books", "tenant", "nobody", "isbns", List.of("b7"))))
                .isEmpty();
    }

    @Test
    void twiceTheSameCountsOnceInWhateverSpelling() {
        assertThat(ids(bench.read("books", "tenant", "t", "isbns", List.of("b2", " B2 ", "b1", "B2", "b1"))))
                .containsExactly("b2", "b1");
        List<String> many = new ArrayList<>(Collections.nCopies(300, "B3"));
        many.add("b1");
        assertThat(ids(bench.read("books", "tenant", "t", "isbns", many))).containsExactly("b3", "b1");
        assertThat(bench.read("howMany", "tenant", "t", "isbns", many).count()).isEqualTo(2);
    }

    @Test
    void anEmptyListIsAnEmptyPageWithoutARequest() {
        for (String pattern : List.of("books", "howMany")) {
            Result none = bench.read(pattern, "tenant", "t", "isbns", List.of());
            assertThat(none.items()).isEmpty();
            assertThat(none.count()).isZero();
            assertThat(none.cursor()).isNull();
        }
        assertThat(bench.read("byState", "states", List.of()).items()).isEmpty();
        assertThat(bench.read("states", "states", List.of()).counts()).isEmpty();
        assertThat(bench.sent()).isEmpty();
    }

    @Test
    void aValueOfAnotherTenantReadsNothingOfIt() {
        assertThat(ids(bench.read("books", "tenant", "t", "isbns", List.of("x", "b1#", "OTHER#x", "b1"))))
                .containsExactly("b1");
    }

    @Test
    void eachValueIsJudgedAndNamedByItsPlace() {
        assertRefused("byState", Map.of("states", List.of("open", "Lent", "new")), "states[1]", "states[2]");
        assertRefused("books", Map.of("tenant", "t", "isbns", List.of("b1", "")), "isbns[1]");
        assertRefused("books", Map.of("tenant", "t", "isbns", Arrays.asList("b1", null)), "isbns[1]");
        assertRefused("books", Map.of("tenant", "t", "isbns", List.of("b1", "x".repeat(3000))), "isbns[1]");
        assertRefused("books", Map.of("tenant", "t", "isbns", List.of("b1", Map.of("a", 1))), "isbns[1]");
        assertRefused("holds", Map.of("numbers", List.of(1, "two", 123456)), "numbers[1]");
        assertRefused("holds", Map.of("numbers", List.of(1, 123456)), "numbers[1]");
        assertRefused("books", Map.of("tenant", "t", "isbns", "b1"), "isbns");
        assertRefused("books", Map.of("tenant", "t"), "isbns");
        assertRefused("books", Map.of("tenant", "t", "isbn", "b1", "isbns", List.of()), "isbn");
        // Also on a page that is never reached.
        assertRefused("lanes", Map.of("lanes", List.of("a", "b", "")), "lanes[2]");
        assertThat(bench.sent()).isEmpty();
    }

    @Test
    void aHundredValuesAreOneRequestAndOneMoreIsRefused() {
        List<String> hundred =
                IntStream.range(0, 100).mapToObj(i -> "b" + (99 - i)).toList();
        assertThat(ids(bench.read("books", "tenant", "t", "isbns", hundred)))
                .containsExactly("b8", "b7", "b6", "b5", "b4", "b3", "b2", "b1", "b0");
        assertThat(bench.sent()).containsExactly("BatchGetItem");
        List<String> more = new ArrayList<>(hundred);
        more.add("B5");
        assertThat(ids(bench.read("books", "tenant", "t", "isbns", more))).hasSize(9);
        bench.sent();
        more.add("b100");
        assertThatThrownBy(() -> bench.read("books", "tenant", "t", "isbns", more))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("books.isbns takes 100 different values at most in one call");
        assertThat(bench.sent()).isEmpty();
    }

    @Test
    void pagesGoOnBehindWhatWasGiven() {
        List<String> values = List.of("b8", "none", "b1", "b2", "gone", "b3", "b4", "no");
        assertThat(pages("few", Map.of("tenant", "t", "isbns", values)))
                .containsExactly(List.of("b8", "b1"), List.of("b2", "b3"), List.of("b4"));
        assertThat(pages("first", Map.of("tenant", "t", "isbns", values)))
                .containsExactly(List.of("b8", "b1"), List.of("b2"));
        assertThat(pages("byState", Map.of("states", List.of("lost", "open"))))
                .containsExactly(List.of("b2", "b5", "b8"), List.of("b0", "b3", "b6"), List.of());
    }

    @Test
    void aPageAsksForNoMoreKeysThanItIsLong() {
        List<Integer> asked = new ArrayList<>();
        Reads reads = new Reads(
                Compiler.compile(bench.design()),
                (request, context) -> {
                    asked.add(((Request.BatchGetItem) request).keys().size());
                    return bench.call(request, context);
                },
                bench.surroundings());
        List<String> values = List.of("b0", "n1", "n2", "n3", "n4", "n5", "n6", "b1");
        reads.run("few", Map.of("tenant", "t", "isbns", values));
        assertThat(asked).allMatch(keys -> keys <= 2).hasSize(4);
    }

    @Test
    void aCursorIsOfTheValuesThatItWasGivenFor() {
        Map<String, Object> values = Map.of("tenant", "t", "isbns", List.of("b1", "b2", "b3"));
        String cursor = bench.reads().run("few", values).cursor();
        assertThat(ids(bench.reads()
                        .run("few", Map.of("tenant", "t", "isbns", List.of(" B1", "b2", "b3", "b1")), null, cursor)))
                .containsExactly("b3");
        for (List<String> others : List.of(
                List.of("b1", "b2", "b4"),
                List.of("b2", "b1", "b3"),
                List.of("b3"),
                List.of("b1", "b2", "b3", "b4"),
                List.<String>of())) {
            assertThatThrownBy(() -> bench.reads().run("few", Map.of("tenant", "t", "isbns", others), null, cursor))
                    .isInstanceOf(InvalidValues.class)
                    .hasMessageContaining("is none that a list has given out");
        }
        String ofStates = bench.reads()
                .run("byState", Map.of("states", List.of("lost", "open")))
                .cursor();
        assertThatThrownBy(
                        () -> bench.reads().run("byState", Map.of("states", List.of("lost", "lent")), null, ofStates))
                .isInstanceOf(InvalidValues.class);
    }

    @Test
    void aConditionLeavesOutAsInAnyList() {
        assertThat(pages(
                        "good",
                        Map.of("tenant", "t", "least", 4, "isbns", List.of("b1", "b8", "b2", "b4", "b6", "b3", "b5"))))
                .containsExactly(List.of("b8", "b4", "b6"), List.of("b5"));
        bench.run("lose", "tenant", "t", "isbn", "b8");
        assertThat(ids(bench.read("books", "tenant", "t", "isbns", List.of("b8", "b1"))))
                .containsExactly("b1");
    }

    @Test
    void whatIsOverIsLeftOut() {
        bench.run("hold", "number", 7, "lane", "a");
        bench.run("hold", "number", 8, "lane", "a");
        assertThat(bench.read("holds", "numbers", List.of("8", 7)).items()).hasSize(2);
        bench.pass(Duration.ofDays(2));
        assertThat(bench.read("holds", "numbers", List.of("8", 7)).items()).isEmpty();
    }

    @Test
    void strongReadsAndProjectionsAreHonoured() {
        List<Request.BatchGetItem> sent = new ArrayList<>();
        Reads reads = new Reads(
                Compiler.compile(bench.design()),
                (request, context) -> {
                    sent.add((Request.BatchGetItem) request);
                    return bench.call(request, context);
                },
                bench.surroundings());
        Result two = reads.run("strong", Map.of("tenant", "t", "isbns", List.of("b2", "b1")));
        assertThat(two.items())
                .extracting(Result.Found::values)
                .containsExactly(Map.of("title", "Title 2"), Map.of("title", "Title 1"));
        assertThat(sent.get(0).consistent()).isTrue();
        assertThat(sent.get(0).names()).containsValue("title").doesNotContainValue("stars");
        assertThat(two.units()).isEqualTo(2);
        assertThat(reads.run("books", Map.of("tenant", "t", "isbns", List.of("b2", "b1")))
                        .units())
                .isEqualTo(1);
    }

    @Test
    void whatIsNotProcessedIsAskedForAgain() {
        List<Integer> asked = new ArrayList<>();
        Reads reads = new Reads(
                Compiler.compile(bench.design()),
                (request, context) -> {
                    Request.BatchGetItem batch = (Request.BatchGetItem) request;
                    asked.add(batch.keys().size());
                    List<Item> some = batch.keys().subList(0, (batch.keys().size() + 1) / 2);
                    Answer part = bench.call(
                            new Request.BatchGetItem(
                                    batch.table(), some, batch.consistent(), batch.projection(), batch.names()),
                            context);
                    return unprocessed(
                            part, batch.keys().subList(some.size(), batch.keys().size()));
                },
                bench.surroundings());
        assertThat(ids(reads.run("books", Map.of("tenant", "t", "isbns", List.of("b5", "b1", "b4", "b0")))))
                .containsExactly("b5", "b1", "b4", "b0");
        assertThat(asked).containsExactly(4, 2, 1);
    }

    @Test
    void countsAreByTheValuesGiven() {
        assertThat(bench.read("howMany", "tenant", "t", "isbns", List.of("b3", "none", "B1"))
                        .counts())
                .containsExactly(Map.entry("b3", 1L), Map.entry("none", 0L), Map.entry("b1", 1L));
        assertThat(bench.sent()).containsExactly("BatchGetItem");
        assertThat(bench.read("rated", "tenant", "t", "isbns", List.of("b3", "b4"))
                        .counts())
                .containsExactly(Map.entry("b3", 0L), Map.entry("b4", 1L));
        bench.sent();
        assertThat(bench.read("states", "states", List.of("lent", "open")).counts())
                .containsExactly(Map.entry("lent", 4L), Map.entry("open", 3L));
        assertThat(bench.sent()).containsExactly("Query", "Query");
    }

    @Test
    void shardsOfEachValueAreAskedTogether() {
        for (int i = 0; i < 6; i++) {
            bench.run("hold", "number", i, "lane", i < 4 ? "a" : "b");
        }
        assertThat(pages("lanes", Map.of("lanes", List.of("b", "a")), "number").stream()
                        .flatMap(List::stream))
                .containsExactlyInAnyOrder(4L, 5L, 0L, 1L, 2L, 3L)
                .startsWith(4L, 5L);
    }

    @Test
    void anItemLeadsToTheItemsItNames() {
        bench.run("fill", "cartId", "c", "tenant", "t", "isbns", List.of("b4", "b2", "none"));
        bench.run("fill", "cartId", "e", "tenant", "t");
        assertThat(ids(bench.read("inCart", "cartId", "c"))).containsExactlyInAnyOrder("b2", "b4");
        assertThat(bench.read("inCart", "cartId", "e").items()).isEmpty();
    }

    @Test
    void thePlanSaysSo() {
        Compiled compiled = Compiler.compile(bench.design());
        assertThat(compiled.findings()).isEmpty();
        assertThat(compiled.plans().get("good").toString()).isEqualTo("""
                good: list Book
                  takes     tenant: string
                            isbns: list of string
                            least: integer
                  1         BatchGetItem from main where pk = T#{tenant} and sk = BOOK#{isbn}
                            for each isbn given in isbns
                            at most 3
                            filter stars >= :least and NOT isGone (deleted ones are hidden)
                  because   the whole key of Book is known from tenant, isbn
                            asks for each isbn given in isbns, a hundred keys a request
                  requests  1 or more
                  units     1.5
                """);
        assertThat(compiled.plans().get("states").toString()).isEqualTo("""
                states: count Book
                  takes     states: list of enum
                  1         Query of main.GSI1 where gsi1pk = STATE#{state}
                            for each state given in states
                            forward, counted by the service, all pages
                  because   the partition gsi1pk = STATE#{state} is known from state
                            no other item has such keys
                            main.GSI1 holds no deleted items
                            asks for each state given in states
                  requests  1 or more
                  units     5
                """);
    }

    @Test
    void explainShowsTheKeys() {
        assertThat(explained("books", Map.of())).contains("T#‹tenant›").contains("BOOK#‹isbns[0]›");
        assertThat(explained("books", Map.of("tenant", "t", "isbns", List.of("b1", " B1", "b2"))))
                .contains("BOOK#b1")
                .contains("BOOK#b2")
                .contains("one for each isbn given in isbns");
        assertThat(explained("books", Map.of("tenant", "t", "isbns", List.of())))
                .contains("nothing is asked");
        assertThat(explained("byState", Map.of())).contains("STATE#‹states[0]›");
        assertThat(explained("byState", Map.of("states", List.of()))).contains("nothing is asked");
        assertThat(explained("inCart", Map.of())).contains("BOOK#‹isbns of step 1›");
    }

    @Test
    void namesThatMeetAndPartsOfValuesAreErrors() {
        assertThat(findings("a: { list: Book, by: [tenant, isbn], each: { isbn: given }, where: stars > :isbns }"))
                .containsExactly(
                        "argument-named-twice: the argument isbns would be both the values of isbn and :isbns of"
                                + " the condition, and a caller gives it once");
        assertThat(findings("a: { list: Book, by: [tenant, \"isbn:lower\"], each: { isbn: given } }"))
                .containsExactly(
                        "each-without-values: `each: { isbn: given }` takes whole values, and `by` has isbn:lower");
        assertThat(findings("a: { list: Shelf, by: mark, each: { mark: given } }"))
                .containsExactly("each-without-values: `each: { mark: given }` tells values apart, and as mark may be"
                        + " anything, a number and its text would find the same items");
        assertThat(findings("a: { list: Book, by: state, each: { isbn: given } }"))
                .containsExactly("option-without-effect: `each` has no effect: isbn is not in `by`, so each of its"
                        + " values would find the same items");
        assertThat(findings("a: { list: Book, by: [tenant, isbn], each: { isbn: given }, order: isbn }"))
                .hasSize(1)
                .allMatch(finding -> finding.startsWith("order-not-served"));
        assertThat(findings("a: { list: Book, by: state, each: { state: given }, consistency: strong }"))
                .hasSize(1);
    }

    /** A call was refused with 422, since nobody gave what the item was to be compared with. */
    @Test
    void keysThatAreTheSameForSeveralValuesDoNotServe() {
        String derived = """
                design: people
                tables:
                  main:
                    key: { partition: pk }
                    indexes: { byFull: { partition: full, sort: pk, projection: all } }
                entities:
                  Person:
                    key: { pk: "PERSON#{personId}" }
                    attributes:
                      personId: string
                      kind: { enum: [a, b], required: true }
                      last: { type: string, required: true }
                      full: { type: string, derive: "{kind}-{last}" }
                patterns:
                  one: { list: Person, by: [kind, last] }
                """;
        for (String each : List.of("kind", "{ kind: given }")) {
            String yaml = derived + "  all: { list: Person, by: [kind, last], each: " + each + " }\n";
            assertThat(Compiler.compile(
                                    Reader.read(new Source("test.yaml", yaml)).design())
                            .findings())
                    .extracting(finding -> finding.rule() + ": " + finding.message())
                    .singleElement()
                    .asString()
                    .startsWith("no-index-serves")
                    .contains("main.byFull: its keys are the same for several values of kind");
        }
    }

    private static List<String> findings(String pattern) {
        String yaml = DESIGN.substring(0, DESIGN.indexOf("patterns:")) + "patterns:\n  " + pattern + "\n";
        return Compiler.compile(Reader.read(new Source("test.yaml", yaml)).design()).findings().stream()
                .map(finding -> finding.rule() + ": " + finding.message())
                .toList();
    }

    private String explained(String pattern, Map<String, Object> arguments) {
        return Explanation.of(
                        (ReadPlan) Compiler.compile(bench.design()).plans().get(pattern),
                        arguments,
                        Map.of(),
                        Bench.START)
                .toString();
    }

    private void assertRefused(String pattern, Map<String, Object> arguments, String... places) {
        assertThatThrownBy(() -> bench.reads().run(pattern, arguments))
                .isInstanceOfSatisfying(InvalidValues.class, refused -> assertThat(refused.violations())
                        .extracting(Violation::attribute)
                        .containsExactly(places));
    }

    private List<List<Object>> pages(String pattern, Map<String, Object> arguments) {
        return pages(pattern, arguments, "isbn");
    }

    private List<List<Object>> pages(String pattern, Map<String, Object> arguments, String attribute) {
        List<List<Object>> pages = new ArrayList<>();
        String cursor = null;
        do {
            Result page = bench.reads().run(pattern, arguments, null, cursor);
            pages.add(page.items().stream()
                    .map(found -> found.values().get(attribute))
                    .toList());
            cursor = page.cursor();
        } while (cursor != null);
        return pages;
    }

    private static List<Object> ids(Result result) {
        return result.items().stream().map(found -> found.values().get("isbn")).toList();
    }

    private static Answer unprocessed(Answer answer, List<Item> keys) {
        return new Answer(
                answer.found(),
                null,
                Item.NONE,
                answer.count(),
                answer.scannedCount(),
                answer.capacity(),
                keys,
                List.of());
    }
}
