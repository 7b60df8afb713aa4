package library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Endpoint;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Request;
import dev.partita.plan.UnreadableValue;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.runtime.Batch;
import dev.partita.runtime.CallOptions;
import dev.partita.runtime.Database;
import dev.partita.runtime.EntityChange;
import dev.partita.runtime.Page;
import dev.partita.runtime.PageRequest;
import dev.partita.runtime.Range;
import dev.partita.runtime.Retry;
import dev.partita.runtime.Saved;
import dev.partita.sdk.SdkItems;
import dev.partita.runtime.Transaction;
import dev.partita.runtime.Write;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** What a user of the generated code does, compiled with it and run against the engine. */
public final class LibraryScenario {

    private static final Instant MAY = Instant.parse("2024-05-01T00:00:00Z");
    private static final Instant JUNE = Instant.parse("2024-06-01T00:00:00Z");
    private static final LocalDate DUE = LocalDate.of(2024, 7, 1);

    private final Endpoint endpoint;
    private final Library library;

    public LibraryScenario(Endpoint endpoint) {
        this.endpoint = endpoint;
        Database database = Database.builder(LibraryDesign.design(), endpoint).build();
        database.createTables();
        library = Library.on(database).as("clerk-7");
    }

    public void aBookIsMadeWithItsChaptersAndReadBack() {
        AddBook.Created created = add("9783161484", "On Paper", Genre.ESSAY, MAY);
        Book book = created.book();
        assertThat(book.bookId()).hasSize(26);
        assertThat(book.language()).isEqualTo(Language.EN);
        assertThat(book.changedBy()).isEqualTo("clerk-7");
        assertThat(book.borrowed()).isZero();
        assertThat(created.chapters()).extracting(Chapter::number, Chapter::text, Chapter::note)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, "Once", null),
                        org.assertj.core.groups.Tuple.tuple(2L, "upon", "a time"));
        assertThat(library.book(book.bookId())).contains(book);
        assertThat(library.wholeBook(book.bookId())).contains(new BookWithChapters(book, created.chapters()));
        assertThat(library.bookByIsbn("9783161484")).contains(new BookWithChapters(book, created.chapters()));
        assertThat(library.book("nobody")).isEmpty();
        assertThat(library.wholeBook("nobody")).isEmpty();
        assertThat(library.chapterCount(book.bookId())).isEqualTo(2);
        assertThat(library.chapters(book.bookId(), Range.atLeast(2L)).items()).hasSize(1);
        assertThat(library.chapter(book.bookId(), 1)).map(Chapter::text).contains("Once");
    }

    public void manyAreReadByTheirIdsOrByValuesInOneCall() {
        Book one = add("9783161484", "On Paper", Genre.ESSAY, MAY).book();
        Book two = add("9783161485", "In Verse", Genre.NON_FICTION, MAY).book();
        Book three = add("9783161486", "By Sea", Genre.NOVEL, JUNE).book();
        List<String> ids = List.of(three.bookId(), "nobody", one.bookId(), two.bookId(), one.bookId());
        assertThat(library.books(ids).items()).containsExactly(three, one);
        assertThat(library.booksPages(ids).flatMap(page -> page.items().stream())).containsExactly(three, one, two);
        assertThat(library.books(List.of()).items()).isEmpty();
        assertThat(library.books(ids, PageRequest.of(1)).items()).containsExactly(three);
        assertThat(library.ofGenres(List.of(Genre.NON_FICTION, Genre.ESSAY)).items()).containsExactly(two, one);
        assertThat(library.perGenre(List.of(Genre.NON_FICTION, Genre.NOVEL)))
                .containsExactly(Map.entry(Genre.NON_FICTION, 1L), Map.entry(Genre.NOVEL, 1L));
    }

    public void whatTheParentAndTheChildCallOtherwiseIsOneArgument() {
        library.saveReader().readerId("ann").name("Ann").run();
        String book = add("9783161484", "On Paper", Genre.ESSAY, MAY).book().bookId();
        library.review().author("ann").bookId(book).text("good").run();
        ReaderWithReviews found = library.readerAndReviews("ann").orElseThrow();
        assertThat(found.reader().name()).isEqualTo("Ann");
        assertThat(found.reviews()).extracting(Review::author).containsExactly("ann");
    }

    public void listsArePagedAndStreamedInTheOrderOfTheDesign() {
        for (int i = 0; i < 5; i++) {
            add("978316148" + i, "Book " + i, Genre.NOVEL, MAY.plusSeconds(i));
        }
        add("9783161499", "Late", Genre.NOVEL, JUNE);
        Page<BookSummary> first = library.booksByGenre(Genre.NOVEL, PageRequest.of(2));
        assertThat(first.items()).extracting(BookSummary::title).containsExactly("Late", "Book 4");
        assertThat(first.hasNext()).isTrue();
        Page<BookSummary> second = library.booksByGenre(Genre.NOVEL, PageRequest.of(2).after(first.next()));
        assertThat(second.items()).extracting(BookSummary::title).containsExactly("Book 3", "Book 2");
        assertThat(library.booksByGenre(Genre.NOVEL, Range.between(MAY, MAY.plusSeconds(1))).items()).hasSize(2);
        assertThat(library.booksByGenrePages(Genre.NOVEL).flatMap(page -> page.items().stream())).hasSize(6);
        assertThat(library.genreCounts()).isEqualTo(Map.of(Genre.NOVEL, 6L, Genre.ESSAY, 0L, Genre.NON_FICTION, 0L));
        assertThat(library.overview("nobody").chapterCount()).isZero();
        assertThat(library.overview("nobody").genreCounts()).containsEntry(Genre.NOVEL, 6L);
        assertThat(library.titles("late").items()).extracting(Book::title).containsExactly("Late");
    }

    public void anUpdateChangesWhatItSaysAndItsIndexFollows() {
        Book book = add("9783161484", "On Paper", Genre.ESSAY, MAY).book();
        String id = book.bookId();
        Book edited = library.editBook(id).setTitle("On Papers").removeTags().whenVersion(1).run();
        assertThat(edited.title()).isEqualTo("On Papers");
        assertThat(edited.tags()).isNull();
        assertThat(edited.version()).isEqualTo(2);
        assertThat(library.booksByGenre(Genre.ESSAY).items()).extracting(BookSummary::title).containsExactly("On Papers");
        refused(library.editBook(id).setTitle("x").whenVersion(1), WriteRefused.Rule.VERSION_CHANGED);
        refused(library.retitle(id).setTitle("x").whenTitle("On Paper"), WriteRefused.Rule.CONDITION_NOT_MET);
        assertThat(library.retitle(id).setTitle("y").whenTitle("On Papers").run().title()).isEqualTo("y");
        assertThat(library.countLoan(id).run().borrowed()).isEqualTo(1);
        assertThat(library.countLoans(id).addBorrowed(3).run().borrowed()).isEqualTo(4);
        assertThat(library.addTags(id).appendTags(List.of("a", "b")).run().tags()).containsExactly("a", "b");
        assertThat(library.dropTags(id).removeTags(List.of("a")).run().tags()).containsExactly("b");
        refused(library.retitle("nobody").setTitle("x"), WriteRefused.Rule.NOT_FOUND);
    }

    public void aChangedRecordIsSavedAsWhatDiffers() {
        Book book = add("9783161484", "On Paper", Genre.ESSAY, MAY).book();
        Book wanted = book.withTitle("On Papers").withTags(null).withLanguage(Language.of("fr"));
        Book edited = library.editBook(book, wanted).run();
        assertThat(edited).isEqualTo(wanted.withVersion(2L));
        refused(library.editBook(book, book.withTitle("late")), WriteRefused.Rule.VERSION_CHANGED);
        assertThatThrownBy(() -> library.editBook(edited, edited.withGenre(Genre.NOVEL).withBookId("other")))
                .isInstanceOf(InvalidValues.class)
                .hasMessage("Book.bookId = 'other' is not what editBook changes: only title, language, tags; "
                        + "Book.genre = 'novel' is not what editBook changes: only title, language, tags");
        assertThatThrownBy(() -> library.editBook(edited.withVersion(null), edited.withTitle("x")))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Book.version is not known: change an item that was read");
        assertThat(library.editBook(edited, edited).run()).isEqualTo(edited.withVersion(3L));
        assertThat(library.countLoans(edited.withVersion(3L), edited.withBorrowed(4)).run().borrowed()).isEqualTo(4);
        assertThat(library.retitle(library.book(book.bookId()).orElseThrow(), wanted.withTags(null).withBorrowed(4)
                .withLanguage(Language.of("fr"))).run().title()).isEqualTo("On Papers");
    }

    public void whatIsChangedWithoutAVersionMustBeAsItWasRead() {
        Reader ann = library.saveReader().readerId("ann").name("Ann").run().item();
        assertThat(library.rename(ann, ann.withName("Anna")).run().name()).isEqualTo("Anna");
        refused(library.rename(ann, ann.withName("Anne")), WriteRefused.Rule.VERSION_CHANGED);
        assertThat(library.rename(ann.withName("Anna"), ann.withName("Anna")).run().name()).isEqualTo("Anna");
        library.take("ann").run();
        Reader now = library.reader("ann").orElseThrow();
        assertThat(library.rename(now.withLoans(0), now.withName("Anne").withLoans(0)).run().loans()).isEqualTo(1);
    }

    public void anItemFromBeforeADefaultIsSavedToo() {
        put(Map.of("pk", "READER#old", "sk", "META", "readerId", "old", "name", "Otto"));
        Reader otto = library.reader("old").orElseThrow();
        assertThat(otto.status()).isEqualTo(Status.ACTIVE);
        assertThat(library.rename(otto, otto.withStatus(Status.BLOCKED)).run().status()).isEqualTo(Status.BLOCKED);
        refused(library.rename(otto, otto.withStatus(Status.BLOCKED)), WriteRefused.Rule.VERSION_CHANGED);
    }

    public void whatIsDeletedIsShownAsItWas() {
        library.saveReader().readerId("ben").name("Ben").run();
        String book = add("9783161484", "On Paper", Genre.ESSAY, MAY).book().bookId();
        Loan lent = library.lend(new Loan("ben", book, DUE)).run();
        assertThat(library.with(CallOptions.none().exactlyOnce()).giveBack("ben", book).run()).contains(lent);
        library.lend(lent).run();
        Write<Optional<Loan>> giveBack = library.giveBack("ben", book);
        Transaction.Results results = Transaction.of(giveBack, library.take("ben")).run();
        assertThat(results.of(giveBack)).contains(lent);
        refused(library.giveBack("ben", book), WriteRefused.Rule.NOT_FOUND);
        put(Map.of("pk", "READER#ben", "sk", "LOAN#x", "readerId", "ben", "bookId", "x"));
        assertThatThrownBy(() -> library.loans("ben")).isInstanceOf(UnreadableValue.class);
        assertThat(library.giveBack("ben", "x").run()).isEmpty();
        assertThat(library.loans("ben").items()).isEmpty();
    }

    public void keysByHandAreThoseOfTheDesign() {
        assertThat(SdkItems.fromSdk(LibraryKeys.chapter("b", 7)))
                .isEqualTo(Map.of("pk", new AttributeValue.S("BOOK#b"), "sk", new AttributeValue.S("CHAPTER#007")));
        assertThat(LibraryKeys.chapterSk(7).s()).isEqualTo("CHAPTER#007");
        assertThat(LibraryKeys.bookGsi1pk(Genre.NON_FICTION).s()).isEqualTo("GENRE#non-fiction");
        assertThat(LibraryKeys.bookGsi1sk(MAY, "b").s()).isEqualTo("2024-05-01T00:00:00Z#b");
        assertThat(LibraryKeys.bookSk().s()).isEqualTo("META");
        assertThatThrownBy(() -> LibraryKeys.book(null))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Book.bookId is required");
        assertThatThrownBy(() -> LibraryKeys.chapterSk(1000))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Chapter.number");
        String book = add("9783161484", "On Paper", Genre.ESSAY, MAY).book().bookId();
        String table = LibraryDesign.design().tables().get("main").physicalName(Map.of());
        Item key = Item.of(SdkItems.fromSdk(LibraryKeys.chapter(book, 2)));
        assertThat(endpoint.call(Request.GetItem.strong(table, key)).item().get("text"))
                .isEqualTo(new AttributeValue.S("upon"));
    }

    public void whoIsLateReadsAgain() {
        String id = add("9783161484", "1", Genre.ESSAY, MAY).book().bookId();
        List<String> read = new ArrayList<>();
        Book book = Retry.onConflict(() -> {
            Book now = library.book(id).orElseThrow();
            read.add(now.title());
            if (read.size() == 1) {
                library.retitle(id).setTitle("2").run();
            }
            return library.editBook(now, now.withTitle(now.title() + "!")).run();
        });
        assertThat(book.title()).isEqualTo("2!");
        assertThat(read).containsExactly("1", "2");
    }

    public void whatIsWrongIsSaidBeforeAnythingIsSent() {
        assertThatThrownBy(() -> library.addBook().isbn("1").title("t").genre(Genre.NOVEL).publishedAt(MAY).run())
                .isInstanceOf(InvalidValues.class)
                .hasMessageContainingAll("Book", "isbn", "10");
        assertThatThrownBy(() -> library.book(null)).isInstanceOf(InvalidValues.class).hasMessageContaining("bookId");
        assertThat(library.booksByGenre(Genre.NOVEL).items()).isEmpty();
    }

    public void aDeletedBookIsGoneUntilItIsRestored() {
        Book book = add("9783161484", "On Paper", Genre.ESSAY, MAY).book();
        assertThat(library.removeBook(book.bookId()).deletedReason("water").run()).contains(book);
        assertThat(library.book(book.bookId())).isEmpty();
        refused(
                library.addBook().isbn("9783161484").title("t").genre(Genre.NOVEL).publishedAt(MAY),
                WriteRefused.Rule.NOT_UNIQUE);
        Book back = library.bringBack(book.bookId()).run();
        assertThat(back.deletedReason()).isNull();
        assertThat(library.book(book.bookId())).contains(back);
    }

    public void aPutSaysWhetherAnythingChangedAndKeepsSecrets() {
        Saved<Reader> first = library.saveReader().readerId("ann").name("Ann").password("open sesame").run();
        assertThat(first.outcome()).isEqualTo(Written.Outcome.CREATED);
        assertThat(first.item().status()).isEqualTo(Status.ACTIVE);
        Saved<Reader> same = library.saveReader().readerId("ann").name("Ann").run();
        assertThat(same.isChanged()).isFalse();
        assertThat(same.item()).isEqualTo(library.reader("ann").orElseThrow());
        Saved<Reader> second = library.saveReader(first.item().withName("Anna")).run();
        assertThat(second.isChanged()).isTrue();
        assertThat(library.block("ann").run().status()).isEqualTo(Status.BLOCKED);
        refused(library.block("ann"), WriteRefused.Rule.CONDITION_NOT_MET);
    }

    public void transactionsAndBatchesAreTyped() {
        Book book = add("9783161484", "On Paper", Genre.ESSAY, MAY).book();
        library.saveReader().readerId("ann").name("Ann").run();
        library.saveReader().readerId("ben").name("Ben").run();
        LendAndCount.Done done =
                library.lendAndCount().readerId("ann").bookId(book.bookId()).due(DUE).run();
        assertThat(done.lend()).isEqualTo(new Loan("ann", book.bookId(), DUE));
        assertThat(done.take().loans()).isEqualTo(1);
        Write<Loan> lend = library.lend(new Loan("ben", book.bookId(), DUE));
        Write<Book> count = library.countLoan(book.bookId());
        Transaction.Results results = Transaction.of(lend, count).run();
        assertThat(results.of(lend).readerId()).isEqualTo("ben");
        assertThat(results.of(count).borrowed()).isEqualTo(1);
        refused(library.lend(new Loan("ben", book.bookId(), DUE)), WriteRefused.Rule.ALREADY_EXISTS);
        assertThat(library.batch().reader(List.of("ben", "nobody", "ann")))
                .extracting(Reader::name)
                .containsExactly("Ben", "Ann");
        assertThat(library.batch().chapter(List.of(new LibraryBatch.ChapterKey(book.bookId(), 2))))
                .extracting(Chapter::text)
                .containsExactly("upon");
        List<Batch.Outcome<Loan>> lent = Batch.of(IntStream.range(0, 30)
                        .mapToObj(i -> library.lend().readerId("reader-" + i).bookId(book.bookId()).due(DUE))
                        .toList())
                .run();
        assertThat(lent).allMatch(Batch.Outcome::isDone);
        assertThat(library.giveBack("ben", book.bookId()).run()).contains(new Loan("ben", book.bookId(), DUE));
        assertThat(library.loans("ben").items()).isEmpty();
    }

    /** The executor runs nothing until it is told to: who would wait for an answer would wait for ever. */
    public void asyncCallsDoNotWait() {
        Book book = add("9783161484", "On Paper", Genre.ESSAY, MAY).book();
        List<Runnable> waiting = new ArrayList<>();
        Library slow = Library.on(Database.builder(LibraryDesign.design(), endpoint)
                .executor(waiting::add)
                .build());
        var read = slow.async().book(book.bookId());
        var pages = new ArrayList<Page<Loan>>();
        var all = slow.async().loansPages("ann", pages::add);
        var write = slow.retitle(book.bookId()).setTitle("Later").runAsync();
        assertThat(read).isNotDone();
        assertThat(all).isNotDone();
        assertThat(write).isNotDone();
        assertThat(library.book(book.bookId())).contains(book);
        waiting.forEach(Runnable::run);
        assertThat(read.join()).contains(book);
        assertThat(pages).hasSize(1);
        assertThat(write.join().title()).isEqualTo("Later");
    }

    public void optionsHoldForTheCallsOfACopy() {
        List<String> heard = new ArrayList<>();
        library.with(CallOptions.none().consumed(consumed -> heard.add(consumed.pattern()))).reader("ann");
        library.reader("ann");
        assertThat(heard).containsExactly("reader");
    }

    public void anEventHasTheItemsBeforeAndAfter() {
        Book book = add("9783161484", "On Paper", Genre.ESSAY, MAY).book();
        Book edited = library.retitle(book.bookId()).setTitle("Later").run();
        EntityChange change = new EntityChange(
                "Book", EntityChange.Kind.UPDATED, book.values(), edited.values(), false, "1", JUNE);
        assertThat(LibraryEvent.of(change)).isEqualTo(new LibraryEvent.BookChanged(book, edited, change));
    }

    /** As somebody else writes it. */
    private void put(Map<String, String> texts) {
        Map<String, AttributeValue> values = new LinkedHashMap<>();
        texts.forEach((name, text) -> values.put(name, new AttributeValue.S(text)));
        String table = LibraryDesign.design().tables().get("main").physicalName(Map.of());
        endpoint.call(new Request.PutItem(table, Item.of(values), null, Map.of(), Map.of(), null));
    }

    private AddBook.Created add(String isbn, String title, Genre genre, Instant publishedAt) {
        return library.addBook()
                .isbn(isbn)
                .title(title)
                .genre(genre)
                .publishedAt(publishedAt)
                .tags(List.of("paper"))
                .chapters(List.of(NewChapter.number(1).text("Once"), NewChapter.number(2).text("upon").note("a time")))
                .run();
    }

    private static void refused(Write<?> write, WriteRefused.Rule rule) {
        assertThatThrownBy(() -> write.run())
                .isInstanceOfSatisfying(WriteRefused.class, e -> assertThat(e.rule()).isEqualTo(rule));
    }
}
