package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.design.model.Entity;
import dev.partita.plan.internal.read.ListPosition;
import dev.partita.plan.run.Plans;
import dev.partita.plan.run.Reads;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a search finds and in which order, without an index; an index is held to the same by its own tests. */
class SearchTest {

    private static final String DESIGN = """
            design: books
            tables:
              main: { key: { partition: pk, sort: sk }, stream: new, type-attribute: type }
            entities:
              Book:
                type: BOOK
                key: { pk: "BOOK#{bookId}", sk: META }
                attributes:
                  bookId: string
                  title: string
                  tags: list of string
                  isPublic: flag
                  isGone: flag
                soft-delete: { flag: isGone }
              Note:
                type: NOTE
                key: { pk: "BOOK#{bookId}", sk: "NOTE#{number}" }
                attributes: { bookId: string, number: integer, title: string }
            patterns:
              titles: { search: Book, on: title, page: 3 }
              publicTitles: { search: Book, on: title, where: isPublic, page: 3 }
              allTitles: { search: Book, on: title, max: 5, page: 3 }
              tagged: { search: Book, on: tags, where: isGone }
              save: { put: Book }
              saveNote: { put: Note }
              remove: { delete: Book, by: bookId }
            """;

    private final Bench bench = new Bench(DESIGN);

    private void book(String id, String title) {
        bench.run("save", "bookId", id, "title", title);
    }

    private List<Object> found(String words) {
        return bench.reads().run("titles", Map.of("title", words), 100, null).items().stream()
                .map(item -> item.values().get("bookId"))
                .toList();
    }

    @Test
    void anyWordWillDoAndMoreAreBetter() {
        book("1", "The Sum of Two Numbers");
        book("2", "Two Trees");
        book("3", "A Number");
        book("4", "Sum Two");
        assertThat(found("two SUM ")).containsExactly("4", "1", "2");
        assertThat(found("nothing ")).isEmpty();
        assertThat(found(" ")).isEmpty();
    }

    @Test
    void aWholeWordIsBetterThanABeginning() {
        book("1", "Summary");
        book("2", "One Sum That Has Many More Words");
        book("3", "Two Summaries");
        assertThat(found("sum")).containsExactly("2", "1", "3");
        assertThat(found("two sum"))
                .as("both words, one begun; then one, whole")
                .containsExactly("3", "2", "1");
        assertThat(found("sum ")).as("the word is over").containsExactly("2");
    }

    @Test
    void rareWordsAndShortTextsAreBetterAndThenTheKeyDecides() {
        book("1", "tree walk");
        book("2", "tree graph");
        book("3", "tree of life");
        book("4", "walk");
        book("5", "tree house");
        assertThat(found("tree walk graph "))
                .as("with two words first, of these the rarer; with one the rarer, then the shorter, then by key")
                .containsExactly("2", "1", "4", "5", "3");
    }

    @Test
    void whatIsDeletedOrOfAnotherEntityIsNotFound() {
        book("1", "Tree");
        book("2", "Tree");
        bench.run("saveNote", "bookId", "1", "number", 1, "title", "Tree");
        bench.run("remove", "bookId", "2");
        assertThat(found("tree")).containsExactly("1");
    }

    @Test
    void aPatternThatSpeaksOfDeletedItemsFindsThemInEveryElement() {
        bench.run("save", "bookId", "1", "title", "x", "tags", List.of("binary tree", "hard"));
        bench.run("remove", "bookId", "1");
        assertThat(bench.read("tagged", "tags", "tree").items()).hasSize(1);
    }

    @Test
    void pagesFitTogetherWhileItemsComeAndGo() {
        for (int i = 10; i < 20; i++) {
            book("b" + i, i % 2 == 0 ? "tree" : "tree walk");
        }
        List<Object> all = new ArrayList<>();
        String cursor = null;
        do {
            Result page = bench.reads().run("titles", Map.of("title", "walk tree"), null, cursor);
            page.items().forEach(item -> all.add(item.values().get("bookId")));
            cursor = page.cursor();
            // Makes `walk` common, which without a memory would turn the order.
            book("c" + all.size(), "walk");
        } while (cursor != null && all.size() < 10);
        assertThat(all.subList(0, 9))
                .as("those with both words, then as it was on the first page: walk is rarer than tree")
                .startsWith("b11", "b13", "b15", "b17", "b19")
                .doesNotHaveDuplicates();
        assertThat(all).contains("b10", "b12");
    }

    @Test
    void aPageIsFilledThoughAFilterEmptiesIt() {
        for (int i = 100; i < 200; i++) {
            bench.run("save", "bookId", "b" + i, "title", "tree", "isPublic", i % 10 == 0);
        }
        List<Object> all = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        String cursor = null;
        do {
            Result page = bench.reads().run("publicTitles", Map.of("title", "tree"), null, cursor);
            page.items().forEach(item -> all.add(item.values().get("bookId")));
            sizes.add(page.items().size());
            cursor = page.cursor();
        } while (cursor != null);
        assertThat(all).containsExactly("b100", "b110", "b120", "b130", "b140", "b150", "b160", "b170", "b180", "b190");
        assertThat(sizes.subList(0, 3)).containsExactly(3, 3, 3);
    }

    @Test
    void thereAreNoMoreThanThePatternSays() {
        for (int i = 0; i < 9; i++) {
            book("b" + i, "tree");
        }
        Result first = bench.read("allTitles", "title", "tree");
        Result second = bench.reads().run("allTitles", Map.of("title", "tree"), null, first.cursor());
        assertThat(first.items()).hasSize(3);
        assertThat(second.items()).hasSize(2);
        assertThat(second.cursor()).isNull();
    }

    @Test
    void aCursorOfSomethingElseIsRefused() {
        for (int i = 0; i < 5; i++) {
            book("b" + i, "tree");
        }
        String cursor = bench.read("titles", "title", "tree").cursor();
        for (String wrong : List.of(
                "x",
                ListPosition.startOf("").text(),
                ListPosition.startOf("search 12 7").text(),
                new ListPosition("search x 7", ListPosition.of(cursor).keys(), 0).text(),
                new ListPosition("search", ListPosition.of(cursor).keys(), 0).text())) {
            assertThatThrownBy(() -> bench.reads().run("titles", Map.of("title", "tree"), null, wrong))
                    .isInstanceOf(InvalidValues.class);
        }
        assertThatThrownBy(() -> bench.reads().run("titles", Map.of("title", "two words"), null, cursor))
                .isInstanceOf(InvalidValues.class);
    }

    @Test
    void tooMuchIsRefused() {
        assertThatThrownBy(() -> found("x".repeat(SearchQuery.LONGEST_TEXT + 1)))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("1000 characters");
        StringBuilder many = new StringBuilder();
        for (int i = 0; i < SearchQuery.MOST_WORDS; i++) {
            many.append(" w").append(i);
        }
        assertThat(found(many.toString())).isEmpty();
        assertThatThrownBy(() -> found(many + " more"))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("32 words");
    }

    @Test
    void anIndexThatIsNotThereYetIsPassedOver() {
        book("1", "Tree");
        List<String> asked = new ArrayList<>();
        SearchIndex building = (Entity entity, String attribute, SearchQuery sought, int limit) -> {
            asked.add(entity.name() + "." + attribute + " " + sought.words() + " " + limit);
            return null;
        };
        Reads reads = new Reads(new Plans(bench.design()), bench, bench.surroundings(), building);
        assertThat(reads.run("titles", Map.of("title", "tree")).items()).hasSize(1);
        assertThat(asked).containsExactly("Book.title [tree] 3");
    }

    @Test
    void theBestRankFitsIntoItsNumber() {
        List<String> words = new ArrayList<>();
        List<Integer> weights = new ArrayList<>();
        for (int i = 0; i < SearchQuery.MOST_WORDS; i++) {
            words.add("word" + i);
            weights.add(SearchQuery.weight(0, Long.MAX_VALUE));
        }
        SearchQuery sought = new SearchQuery(words, true, null, null);
        assertThat(sought.rank(-1, true, 0, weights))
                .isGreaterThan(sought.rank(-1, true, 1, weights))
                .isGreaterThan(sought.rank(-1 >>> 1, true, 0, weights))
                .isPositive();
        assertThat(sought.rank(-1 >>> 1, true, Integer.MAX_VALUE, weights))
                .isGreaterThan(sought.rank(-1 >>> 1, false, 0, weights))
                .isGreaterThan(sought.rank(-1 >>> 2, true, 0, weights));
    }
}
