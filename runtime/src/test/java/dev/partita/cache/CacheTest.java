package dev.partita.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.InvalidValues;
import dev.partita.plan.Request;
import dev.partita.plan.Result;
import dev.partita.runtime.CallOptions;
import dev.partita.runtime.Database;
import dev.partita.runtime.PageRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CacheTest {

    private final Library library = new Library(Caches.inProcess());

    @AfterEach
    void close() {
        library.close();
    }

    @Test
    void theSecondReadAsksNobody() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        Result first = library.read("reader", "readerId", "1");
        Result second = library.read("reader", "readerId", "1");
        assertThat(second.items()).isEqualTo(first.items());
        assertThat(second.requests()).isZero();
        assertThat(library.cost("reader", "readerId", "1")).isZero();
        assertThat(library.cost("uncached", "readerId", "1")).isEqualTo(1);
        assertThat(library.counts("reader").hits()).isEqualTo(2);
        assertThat(library.counts("reader").misses()).isEqualTo(1);
        assertThat(library.counts("reader").hitRate()).isEqualTo(2 / 3.0);
    }

    @Test
    void thatThereIsNothingIsAnAnswerToo() {
        assertThat(library.cost("reader", "readerId", "1")).isEqualTo(1);
        assertThat(library.cost("reader", "readerId", "1")).isZero();
        library.write("join", "readerId", "1", "email", "a@x.org");
        assertThat(library.read("reader", "readerId", "1").items()).hasSize(1);
    }

    @Test
    void anAnswerIsForgottenWhenItsTimeIsOver() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        library.cost("reader", "readerId", "1");
        library.clock.forward(Duration.ofMinutes(5).minusMillis(1));
        assertThat(library.cost("reader", "readerId", "1")).isZero();
        library.clock.forward(Duration.ofMillis(1));
        assertThat(library.cost("reader", "readerId", "1")).isEqualTo(1);
    }

    @Test
    void aWriteForgetsTheAnswersItCouldChangeAndNoOthers() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        library.write("join", "readerId", "2", "email", "b@x.org");
        library.cost("reader", "readerId", "1");
        library.cost("reader", "readerId", "2");
        library.cost("readerByMail", "email", "a@x.org");
        library.cost("readerByMail", "email", "b@x.org");
        library.write("rename", "readerId", "1", "name", "Ann");
        assertThat(library.cost("reader", "readerId", "2")).isZero();
        assertThat(library.cost("readerByMail", "email", "b@x.org")).isZero();
        assertThat(library.read("reader", "readerId", "1").one().values()).containsEntry("name", "Ann");
        assertThat(library.read("readerByMail", "email", " A@X.org ").one().values())
                .containsEntry("name", "Ann");
    }

    @Test
    void aValueThatMovesIsForgottenAtBothEnds() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        library.cost("readerByMail", "email", "a@x.org");
        library.cost("readerByMail", "email", "b@x.org");
        library.write("readdress", "readerId", "1", "email", "b@x.org");
        assertThat(library.read("readerByMail", "email", "a@x.org").items()).isEmpty();
        assertThat(library.read("readerByMail", "email", "b@x.org").items()).hasSize(1);
    }

    @Test
    void whatIsGivenValueByValueIsForgottenWhenOneOfThemChangesOrComes() {
        library.write("addBook", "bookId", "a", "title", "One");
        assertThat(library.read("someBooks", "bookIds", List.of("b", "a")).items())
                .hasSize(1);
        assertThat(library.cost("someBooks", "bookIds", List.of("b", "a"))).isZero();
        assertThat(library.cost("someBooks", "bookIds", List.of("a", "b"))).isEqualTo(1);
        assertThat(library.cost("someBooks", "bookIds", List.of("ab"))).isEqualTo(1);
        assertThat(library.cost("ofShelves", "shelves", List.of("A", "B"))).isEqualTo(2);
        library.write("addBook", "bookId", "b", "title", "Two", "shelf", "B");
        assertThat(library.read("someBooks", "bookIds", List.of("b", "a")).items())
                .extracting(found -> found.values().get("title"))
                .containsExactly("Two", "One");
        assertThat(library.read("ofShelves", "shelves", List.of("A", "B")).counts())
                .isEqualTo(Map.of("A", 1L, "B", 1L));
        library.write("retitle", "bookId", "a", "title", "Uno");
        assertThat(library.read("someBooks", "bookIds", List.of("a", "b")).items())
                .extracting(found -> found.values().get("title"))
                .containsExactly("Uno", "Two");
        library.write("removeBook", "bookId", "b");
        assertThat(library.read("someBooks", "bookIds", List.of("a", "b")).items())
                .hasSize(1);
    }

    @Test
    void childrenCountersCopiesAndTransactionsForgetTheirs() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        library.write("addBook", "bookId", "b", "title", "One", "tags", List.of("x", "y"));
        assertThat(library.read("book", "bookId", "b").items()).hasSize(1);
        assertThat(library.read("copies", "bookId", "b").count()).isZero();
        library.write("addCopy", "bookId", "b", "number", 1);
        assertThat(library.read("book", "bookId", "b").items()).hasSize(2);
        assertThat(library.read("copies", "bookId", "b").count()).isEqualTo(1);

        assertThat(library.read("reader", "readerId", "1").one().values()).containsEntry("loans", 0L);
        library.write("lend", "readerId", "1", "loanId", "l");
        assertThat(library.read("reader", "readerId", "1").one().values()).containsEntry("loans", 1L);
        assertThat(library.read("loans", "readerId", "1").items()).hasSize(1);

        assertThat(library.read("tagged", "tag", "x").items()).hasSize(1);
        library.write("retag", "bookId", "b", "tags", List.of("y", "z"));
        assertThat(library.read("tagged", "tag", "x").items()).isEmpty();
        assertThat(library.read("tagged", "tag", "z").items()).hasSize(1);

        library.read("reader", "readerId", "1");
        library.write("moveAndName", "bookId", "b", "shelf", "Z", "readerId", "1", "name", "Ann");
        assertThat(library.read("reader", "readerId", "1").one().values()).containsEntry("name", "Ann");
        assertThat(library.read("tagged", "tag", "z").one().values()).containsEntry("shelf", "Z");

        assertThat(library.read("everyBook").items()).hasSize(1);
        library.write("burnBook", "bookId", "b");
        assertThat(library.read("book", "bookId", "b").items()).isEmpty();
        assertThat(library.read("copies", "bookId", "b").count()).isZero();
        assertThat(library.read("everyBook").items()).isEmpty();
        assertThat(library.read("tagged", "tag", "z").items()).isEmpty();
    }

    @Test
    void itemsThatAConditionLeavesOutForgetNothing() {
        library.write("addBook", "bookId", "rare", "title", "One", "rare", true);
        library.write("addBook", "bookId", "plain", "title", "Two", "rare", false);
        assertThat(library.read("rareBooks").items()).hasSize(1);
        library.write("retitle", "bookId", "plain", "title", "Three");
        library.write("addBook", "bookId", "other", "title", "Four");
        assertThat(library.cost("rareBooks")).isZero();
        library.write("retitle", "bookId", "rare", "title", "Five");
        assertThat(library.read("rareBooks").one().values()).containsEntry("title", "Five");
        library.write("rate", "bookId", "plain", "rare", true);
        assertThat(library.read("rareBooks").items()).hasSize(2);
    }

    @Test
    void aSearchDependsOnTheItemsThatItLeavesOut() {
        library.write("addBook", "bookId", "1", "title", "sum big", "rare", true);
        library.write("addBook", "bookId", "2", "title", "two big", "rare", true);
        library.clock.forward(Duration.ofMinutes(1));
        assertThat(library.read("rareTitles", "title", "two sum").items())
                .extracting(item -> item.values().get("bookId"))
                .containsExactly("1", "2");
        assertThat(library.cost("rareTitles", "title", "two sum")).isZero();
        library.write("addBook", "bookId", "3", "title", "sum of all", "rare", false);
        assertThat(library.read("rareTitles", "title", "two sum").items())
                .extracting(item -> item.values().get("bookId"))
                .containsExactly("2", "1");
    }

    @Test
    void gatheredAnswersDependOnAllTheirParts() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        library.write("addBook", "bookId", "b", "title", "One");
        assertThat(library.cost("desk", "bookId", "b", "readerId", "1")).isEqualTo(2);
        assertThat(library.cost("desk", "bookId", "b", "readerId", "1")).isZero();
        library.write("addCopy", "bookId", "b", "number", 1);
        assertThat(library.read("desk", "bookId", "b", "readerId", "1")
                        .parts()
                        .get("copies")
                        .count())
                .isEqualTo(1);
        library.write("lend", "readerId", "1", "loanId", "l");
        assertThat(library.read("desk", "bookId", "b", "readerId", "1")
                        .parts()
                        .get("loans")
                        .items())
                .hasSize(1);
    }

    @Test
    void anExpiredItemIsNotGivenOutThoughItsAnswerWasKept() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        library.write("lend", "readerId", "1", "loanId", "l");
        assertThat(library.read("loans", "readerId", "1").items()).hasSize(1);
        library.clock.forward(Duration.ofMinutes(59));
        assertThat(library.cost("loans", "readerId", "1")).isZero();
        library.clock.forward(Duration.ofMinutes(1));
        assertThat(library.read("loans", "readerId", "1").items()).isEmpty();
    }

    @Test
    void whatIsKeptWasReadStrongly() {
        library.cost("reader", "readerId", "1");
        assertThat(library.requests).last().isInstanceOfSatisfying(Request.GetItem.class, get -> assertThat(
                        get.consistent())
                .isTrue());
        library.cost("uncached", "readerId", "1");
        assertThat(library.requests).last().isInstanceOfSatisfying(Request.GetItem.class, get -> assertThat(
                        get.consistent())
                .isFalse());
    }

    @Test
    void anIndexIsNotTrustedShortlyAfterAWrite() {
        library.write("addBook", "bookId", "b", "title", "One");
        assertThat(library.cost("shelf", "shelf", "A")).isEqualTo(1);
        assertThat(library.cost("shelf", "shelf", "A")).isEqualTo(1);
        assertThat(library.counts("shelf").dropped()).isEqualTo(2);
        library.clock.forward(Caches.DEFAULT_SETTLING);
        assertThat(library.cost("shelf", "shelf", "A")).isEqualTo(1);
        assertThat(library.cost("shelf", "shelf", "A")).isZero();
    }

    @Test
    void pagesAndLimitsAreQuestionsOfTheirOwn() {
        for (int i = 10; i < 25; i++) {
            library.write("addBook", "bookId", "b" + i, "title", "One");
        }
        library.clock.forward(Caches.DEFAULT_SETTLING);
        Result first = library.read("shelf", "shelf", "A");
        assertThat(library.database
                        .read("shelf", Map.of("shelf", "A"), PageRequest.of(3))
                        .items())
                .hasSize(3);
        assertThat(library.database.pages("shelf", Map.of("shelf", "A")).mapToInt(page -> page.items()
                        .size()))
                .containsExactly(10, 5);
        assertThat(first.items()).hasSize(10);
        assertThat(library.counts("shelf").hits()).isEqualTo(1);
    }

    @Test
    void aCallerMayAskPastTheCache() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        library.cost("reader", "readerId", "1");
        int before = library.requests.size();
        for (CallOptions options : List.of(
                CallOptions.none().bypassingCache(),
                CallOptions.none().strong(),
                CallOptions.none().eventual())) {
            Database direct = library.database.with(options);
            assertThat(direct.read("reader", Map.of("readerId", "1")).items()).hasSize(1);
        }
        assertThat(library.requests).hasSize(before + 3);
        assertThat(library.cost("reader", "readerId", "1")).isZero();
    }

    @Test
    void whatACallerDoesToAnAnswerIsHisOwnAffair() {
        library.write("addBook", "bookId", "b", "title", "One", "tags", List.of("x"));
        Result first = library.read("book", "bookId", "b");
        assertThat(first.one().values().get("tags")).isInstanceOf(List.class);
        @SuppressWarnings("unchecked")
        List<Object> tags = (List<Object>) first.one().values().get("tags");
        tags.add("mine");
        Result second = library.read("book", "bookId", "b");
        assertThat(second.one().values()).containsEntry("tags", List.of("x"));
        @SuppressWarnings("unchecked")
        List<Object> shared = (List<Object>) second.one().values().get("tags");
        assertThatThrownBy(() -> shared.add("mine")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void hiddenValuesAreNotKept() {
        library.write("join", "readerId", "1", "email", "a@x.org", "secret", "s");
        library.read("reader", "readerId", "1");
        assertThat(library.read("reader", "readerId", "1").one().values()).doesNotContainKey("secret");
    }

    @Test
    void badArgumentsAreRefusedAsEver() {
        assertThatThrownBy(() -> library.read("reader")).isInstanceOf(InvalidValues.class);
        assertThatThrownBy(() -> library.read("reader", "readerId", List.of())).isInstanceOf(InvalidValues.class);
        assertThatThrownBy(() -> library.read("reader", "readerId", "1", "more", 1))
                .isInstanceOf(InvalidValues.class);
        assertThat(library.requests).isEmpty();
    }

    @Test
    void softDeleteAndRestoreForget() {
        library.write("addBook", "bookId", "b", "title", "One", "tags", List.of("x"));
        library.clock.forward(Caches.DEFAULT_SETTLING);
        assertThat(library.read("shelf", "shelf", "A").items()).hasSize(1);
        assertThat(library.read("tagged", "tag", "x").items()).hasSize(1);
        library.write("removeBook", "bookId", "b");
        assertThat(library.read("book", "bookId", "b").items()).isEmpty();
        assertThat(library.read("shelf", "shelf", "A").items()).isEmpty();
        assertThat(library.read("tagged", "tag", "x").items()).isEmpty();
        library.write("bringBack", "bookId", "b");
        assertThat(library.read("book", "bookId", "b").items()).hasSize(1);
        assertThat(library.read("shelf", "shelf", "A").items()).hasSize(1);
        assertThat(library.read("tagged", "tag", "x").items()).hasSize(1);
    }

    @Test
    void aFullCacheMakesRoom() {
        try (Library small = new Library(Caches.inProcess(20_000))) {
            for (int i = 0; i < 200; i++) {
                small.cost("reader", "readerId", "r" + i);
            }
            int again = 0;
            for (int i = 0; i < 200; i++) {
                again += small.cost("reader", "readerId", "r" + i);
            }
            assertThat(again).isBetween(100, 200);
        }
    }

    @Test
    void writesThatMakeAnswersForgottenAreCountedAtTheirPatterns() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        library.write("rename", "readerId", "1", "name", "Ann");
        assertThat(library.counts("reader").invalidations()).isEqualTo(2);
        assertThat(library.counts("readerByMail").invalidations()).isEqualTo(2);
        assertThat(library.counts("book").invalidations()).isZero();
        library.write("addBook", "bookId", "b", "title", "One", "rare", true);
        assertThat(library.counts("everyBook").invalidations()).isEqualTo(1);
        assertThat(library.counts("rareBooks").invalidations()).isEqualTo(1);
    }

    @Test
    void allIsForgottenAtOnce() {
        library.cost("reader", "readerId", "1");
        library.caches.forgetAll();
        assertThat(library.cost("reader", "readerId", "1")).isEqualTo(1);
        assertThat(library.caches.metrics().total().misses()).isEqualTo(2);
    }
}
