package dev.partita.search;

import static dev.partita.search.Shelf.found;
import static dev.partita.search.Shelf.titles;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.cache.Caches;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Result;
import dev.partita.runtime.Cursor;
import dev.partita.runtime.Database;
import dev.partita.runtime.PageRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SearchIndexesTest {

    private final Shelf shelf = new Shelf();
    private final SearchIndexes indexes = shelf.indexes().open();
    private final Database database = shelf.with(indexes);

    @AfterEach
    void close() {
        indexes.close();
        shelf.close();
    }

    private List<Object> search(String words) {
        indexes.catchUp();
        return titles(database, words);
    }

    private SearchStatus status() {
        return indexes.status().get(0);
    }

    @Test
    void anyWordFindsInAnyCaseAndMoreWordsAreBetter() {
        shelf.book("1", "The Sum of Two Numbers");
        shelf.book("2", "Two Trees");
        shelf.book("3", "A Number");
        shelf.book("4", "Sum Two");
        assertThat(search("two SUM ")).containsExactly("4", "1", "2");
        assertThat(search("nothing")).isEmpty();
        assertThat(search("…")).isEmpty();
    }

    @Test
    void rareWordsAreBetterThenShortTextsThenKeys() {
        shelf.book("10", "tree walk");
        shelf.book("2", "tree graph");
        shelf.book("3", "tree of life");
        shelf.book("4", "walk");
        shelf.book("5", "tree house");
        shelf.book("11", "tree house");
        assertThat(search("tree walk graph ")).containsExactly("2", "10", "4", "11", "5", "3");
    }

    @Test
    void theBeginningOfTheLastWordFindsAndIsLessThanTheWord() {
        shelf.book("1", "Summary");
        shelf.book("2", "One Sum That Has Many More Words");
        shelf.book("3", "Two Summaries");
        assertThat(search("sum")).containsExactly("2", "1", "3");
        assertThat(search("two sum")).containsExactly("3", "2", "1");
        assertThat(search("sum ")).containsExactly("2");
        assertThat(search("summa")).containsExactly("1", "3");
    }

    @Test
    void accentsWidthsAndScriptsDoNotMatter() {
        shelf.book("1", "Größte gemeinsame Teiler");
        shelf.book("2", "Le Café de l'École");
        shelf.book("3", "最短経路問題");
        shelf.book("4", "두 수의 합");
        shelf.book("5", "Ｆｕｌｌ Ｗｉｄｔｈ");
        shelf.book("6", "Straße");
        assertThat(search("GROSSTE")).containsExactly("1");
        assertThat(search("gro\u0308ßte ")).containsExactly("1");
        assertThat(search("ecole")).containsExactly("2");
        assertThat(search("cafe\u0301")).containsExactly("2");
        assertThat(search("経路")).containsExactly("3");
        assertThat(search("短")).as("one letter in the middle").containsExactly("3");
        assertThat(search("路経")).as("letters that do not stand together").isEmpty();
        assertThat(search("수의 합")).containsExactly("4");
        assertThat(search("width")).containsExactly("5");
        assertThat(search("strasse")).containsExactly("6");
    }

    @Test
    void itFollowsChangesOfAllKinds() {
        shelf.write("save", "bookId", "1", "title", "Tree", "subtitle", "A Story");
        assertThat(search("tree")).containsExactly("1");
        shelf.write("rename", "bookId", "1", "title", "House");
        assertThat(search("tree")).isEmpty();
        assertThat(search("house")).containsExactly("1");
        assertThat(found(database, "subtitles", "subtitle", "story")).containsExactly("1");
        shelf.write("read", "bookId", "1");
        assertThat(search("house")).containsExactly("1");
        shelf.write("remove", "bookId", "1");
        indexes.catchUp();
        assertThat(status().documents())
                .as("of what is marked as deleted nothing is kept")
                .isZero();
        shelf.write("bringBack", "bookId", "1");
        assertThat(search("house")).containsExactly("1");
        shelf.write("saveMagazine", "bookId", "1", "title", "House");
        indexes.catchUp();
        assertThat(status().documents()).as("another entity took the key").isZero();
        shelf.book("1", "Garden");
        assertThat(search("garden")).containsExactly("1");
        shelf.write("write", "authorId", "a", "name", "Ann Garden");
        assertThat(search("garden")).containsExactly("1");
        assertThat(found(database, "authors", "name", "garden")).containsExactly("a");
        shelf.write("forget", "authorId", "a");
        assertThat(search("garden")).containsExactly("1");
        assertThat(found(database, "authors", "name", "garden")).isEmpty();
    }

    @Test
    void whatHasExpiredIsNotFoundAndThenForgotten() {
        shelf.write(
                "save",
                "bookId",
                "1",
                "title",
                "Tree",
                "lentUntil",
                shelf.clock.instant().getEpochSecond());
        assertThat(search("tree")).containsExactly("1");
        shelf.clock.forward(Duration.ofHours(2));
        assertThat(search("tree")).as("though the item is still there").isEmpty();
        assertThat(status().documents()).isOne();
        shelf.pass(Duration.ofMinutes(1));
        indexes.catchUp();
        assertThat(status().documents()).isZero();
    }

    @Test
    void anItemWithoutWordsIsNotKept() {
        shelf.book("1", "?!");
        shelf.write("save", "bookId", "2");
        shelf.book("3", "x");
        shelf.write("rename", "bookId", "3", "title", "…");
        indexes.catchUp();
        assertThat(status().documents()).isZero();
    }

    @Test
    void pagesGoOnWhereTheLastOneEnded() {
        for (int i = 10; i < 30; i++) {
            shelf.book("b" + i, i % 3 == 0 ? "tree walk" : "tree");
        }
        indexes.catchUp();
        Result first = database.read("titles", Map.of("title", "tree walk"), PageRequest.of(5));
        assertThat(Shelf.ids(first)).containsExactly("b12", "b15", "b18", "b21", "b24");
        shelf.book("b11", "walk");
        for (int i = 0; i < 20; i++) {
            shelf.book("c" + i, "walk about");
        }
        indexes.catchUp();
        List<Object> rest = titles(database, "tree walk");
        assertThat(rest).hasSize(40);
        Result second =
                database.read("titles", Map.of("title", "tree walk"), new PageRequest(5, Cursor.of(first.cursor())));
        assertThat(Shelf.ids(second))
                .as("walk counts as it did, and what came since has its place")
                .containsExactly("b27", "b11", "c0", "c1", "c10");
    }

    @Test
    void aFilteredPageIsFilled() {
        for (int i = 100; i < 160; i++) {
            shelf.write("save", "bookId", "b" + i, "title", "tree", "isPublic", i % 20 == 0);
        }
        indexes.catchUp();
        assertThat(found(database, "publicTitles", "title", "tree")).containsExactly("b100", "b120", "b140");
    }

    @Test
    void theItemsThemselvesAreLookedAtUntilTheIndexIsBuilt() {
        shelf.book("1", "Tree");
        assertThat(status().isReady()).isFalse();
        assertThat(status().isBuilding()).isTrue();
        assertThat(titles(database, "tree")).containsExactly("1");
        assertThat(status().searches()).isZero();
        indexes.catchUp();
        assertThat(status().isReady()).isTrue();
        assertThat(status().isBuilding()).isFalse();
        assertThat(titles(database, "tree")).containsExactly("1");
        assertThat(status().searches()).isOne();
        assertThat(status().documents()).isOne();
        assertThat(status().attributes()).containsExactly("Book.title", "Book.subtitle");
        assertThat(status().behind()).isZero();
        assertThat(status().sizeBytes()).isPositive();
    }

    @Test
    void aSearchIsRefusedMeanwhileWhereThatIsWanted() {
        try (SearchIndexes refusing = shelf.indexes().refuseWhileBuilding().open()) {
            Database asking = shelf.with(refusing);
            assertThatThrownBy(() -> titles(asking, "tree"))
                    .isInstanceOfSatisfying(
                            EndpointException.class, e -> assertThat(e.code()).isEqualTo(SearchIndexes.BUILDING))
                    .hasMessageContaining("Book.title is being built");
            refusing.catchUp();
            assertThat(titles(asking, "tree")).isEmpty();
        }
    }

    @Test
    void aTableWithoutAStreamIsToldWhatItLacks() {
        String off = Shelf.DESIGN.replace("stream: new", "stream: off");
        assertThatThrownBy(() -> SearchIndexes.of(Shelf.design(off), shelf.partita.endpoint(), shelf.partita.streams())
                        .open())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Book.title, Book.subtitle follows the stream of the table main, which is off")
                .hasMessageContaining("write `stream: new`");
        shelf.partita.client().updateTable(table -> table.tableName("shelf")
                .streamSpecification(stream -> stream.streamEnabled(false)));
        assertThatThrownBy(() -> shelf.indexes().open())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("The table shelf has no stream")
                .hasMessageContaining("`stream: new`");
        shelf.partita.client().updateTable(table -> table.tableName("shelf")
                .streamSpecification(stream -> stream.streamEnabled(true).streamViewType("KEYS_ONLY")));
        assertThatThrownBy(() -> shelf.indexes().open()).hasMessageContaining("KEYS_ONLY");
    }

    @Test
    void aDesignThatSearchesNothingNeedsNoIndex() {
        assertThat(SearchIndexes.areNeeded(shelf.design)).isTrue();
        String without = Shelf.DESIGN.replaceAll("(?m)^.*\\bsearch:.*\n", "");
        assertThat(SearchIndexes.areNeeded(Shelf.design(without))).isFalse();
        try (SearchIndexes none = SearchIndexes.of(
                        Shelf.design(without), shelf.partita.endpoint(), shelf.partita.streams())
                .start()) {
            none.catchUp();
            assertThat(none.status()).isEmpty();
        }
    }

    @Test
    void whatWasKeptOfAnOldIndexIsForgottenWhenItHasCaughtUp() {
        Shelf cached = new Shelf(Shelf.DESIGN.replace("on: title, page: 4", "on: title, page: 4, cache: 1 hour"));
        Caches caches = Caches.of(cached.design);
        try (cached;
                SearchIndexes late = cached.indexes().caches(caches).open()) {
            Database asking = Database.builder(cached.design, cached.partita.endpoint())
                    .clock(cached.clock)
                    .environment(Map.of())
                    .caches(caches)
                    .search(late)
                    .build();
            late.catchUp();
            cached.book("1", "Tree");
            cached.clock.forward(Duration.ofMinutes(1));
            assertThat(titles(asking, "tree"))
                    .as("the index is a minute behind")
                    .isEmpty();
            assertThat(titles(asking, "tree")).isEmpty();
            assertThat(late.status().get(0).searches())
                    .as("the answer was kept")
                    .isOne();
            late.catchUp();
            assertThat(titles(asking, "tree")).containsExactly("1");
        }
    }

    @Test
    void afterItIsClosedTheItemsAreLookedAt() {
        shelf.book("1", "Tree");
        indexes.catchUp();
        indexes.close();
        assertThat(titles(database, "tree")).containsExactly("1");
        assertThatThrownBy(indexes::catchUp).hasMessageContaining("closed");
        indexes.close();
    }
}
