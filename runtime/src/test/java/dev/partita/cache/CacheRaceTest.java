package dev.partita.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.Request;
import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.runtime.Batch;
import dev.partita.runtime.Database;
import dev.partita.runtime.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens when reads and writes cross, one order at a time. */
class CacheRaceTest {

    private final Library library = new Library(Caches.inProcess());

    @AfterEach
    void close() {
        library.close();
    }

    /** Holds the first read of the table back, with its answer in hand. */
    private CompletableFuture<Result> slowRead(CountDownLatch go) throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        library.after = request -> {
            if (request.isRead() && first.getAndSet(false)) {
                held.countDown();
                await(go);
            }
        };
        CompletableFuture<Result> read = CompletableFuture.supplyAsync(() -> library.read("reader", "readerId", "1"));
        held.await();
        return read;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSlowReadDoesNotPutItsOldAnswerOverANewerOne() throws InterruptedException {
        library.write("join", "readerId", "1", "email", "a@x.org", "name", "old");
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<Result> slow = slowRead(go);
        library.write("rename", "readerId", "1", "name", "new");
        assertThat(library.read("reader", "readerId", "1").one().values())
                .as("does not wait for a read that began before the write")
                .containsEntry("name", "new");
        go.countDown();
        assertThat(slow.join().one().values()).containsEntry("name", "old");
        int before = library.requests.size();
        assertThat(library.read("reader", "readerId", "1").one().values()).containsEntry("name", "new");
        assertThat(library.requests).as("the newer answer is still kept").hasSize(before);
        assertThat(library.counts("reader").dropped()).isEqualTo(1);
    }

    @Test
    void aSlowReadIsNotKeptWhenAWriteCameInBetween() throws InterruptedException {
        library.write("join", "readerId", "1", "email", "a@x.org", "name", "old");
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<Result> slow = slowRead(go);
        library.write("rename", "readerId", "1", "name", "new");
        go.countDown();
        slow.join();
        assertThat(library.read("reader", "readerId", "1").one().values()).containsEntry("name", "new");
    }

    @Test
    void whoWaitsForAnothersReadThatFailsReadsForHimself() throws InterruptedException {
        library.write("join", "readerId", "1", "email", "a@x.org");
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        library.after = request -> {
            if (request.isRead() && first.getAndSet(false)) {
                held.countDown();
                await(go);
                throw new IllegalStateException("lost");
            }
        };
        CompletableFuture<Result> one = CompletableFuture.supplyAsync(() -> library.read("reader", "readerId", "1"));
        held.await();
        List<CompletableFuture<Result>> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            others.add(CompletableFuture.supplyAsync(() -> library.read("reader", "readerId", "1")));
        }
        go.countDown();
        assertThatThrownBy(one::join).hasRootCauseMessage("lost");
        others.forEach(other -> assertThat(other.join().items()).hasSize(1));
    }

    @Test
    void aWriteWhoseAnswerIsLostForgetsAllTheSame() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        library.cost("reader", "readerId", "1");
        library.after = request -> {
            if (!request.isRead()) {
                throw new IllegalStateException("the line is cut");
            }
        };
        assertThatThrownBy(() -> library.write("rename", "readerId", "1", "name", "Ann"))
                .hasMessage("the line is cut");
        library.after = request -> {};
        assertThat(library.read("reader", "readerId", "1").one().values()).containsEntry("name", "Ann");
    }

    @Test
    void aWriteThatMayStillComeToPassKeepsAnswersFromBeingKept() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        List<Request> underway = new ArrayList<>();
        library.before = request -> {
            if (!request.isRead()) {
                underway.add(request);
                throw new IllegalStateException("no answer in time");
            }
        };
        assertThatThrownBy(() -> library.write("rename", "readerId", "1", "name", "Ann"))
                .hasMessage("no answer in time");
        assertThat(library.read("reader", "readerId", "1").one().values()).doesNotContainKey("name");
        library.partita.endpoint().call(underway.get(0));
        assertThat(library.read("reader", "readerId", "1").one().values()).containsEntry("name", "Ann");
        library.clock.forward(Caches.UNCERTAIN);
        assertThat(library.cost("reader", "readerId", "1")).isEqualTo(1);
        assertThat(library.cost("reader", "readerId", "1")).isZero();
    }

    @Test
    void aRefusedWriteChangesNoAnswer() {
        library.write("join", "readerId", "1", "email", "a@x.org");
        library.cost("reader", "readerId", "1");
        assertThatThrownBy(() -> library.write("join", "readerId", "1", "email", "b@x.org"))
                .isInstanceOf(WriteRefused.class);
        assertThat(library.read("reader", "readerId", "1").one().values()).containsEntry("email", "a@x.org");
    }

    @Test
    void aTransactionOfSeveralDatabasesIsHeardByAllTheirCaches() {
        Database other = library.another(Caches.inProcess(), library.endpoint());
        library.write("join", "readerId", "1", "email", "a@x.org");
        library.write("addBook", "bookId", "b", "title", "One");
        for (Database database : List.of(library.database, other)) {
            assertThat(database.read("reader", Map.of("readerId", "1")).items()).hasSize(1);
            assertThat(database.read("book", Map.of("bookId", "b")).items()).hasSize(1);
        }
        Transaction.of(
                        library.database.write("rename", Map.of("readerId", "1", "name", "Ann")),
                        other.write("retitle", Map.of("bookId", "b", "title", "Two")))
                .run();
        for (Database database : List.of(library.database, other)) {
            assertThat(database.read("reader", Map.of("readerId", "1")).one().values())
                    .containsEntry("name", "Ann");
            assertThat(database.read("book", Map.of("bookId", "b")).one().values())
                    .containsEntry("title", "Two");
        }
    }

    @Test
    void aBatchForgetsWhatItWrites() {
        library.write("addBook", "bookId", "b", "title", "One");
        assertThat(library.read("copies", "bookId", "b").count()).isZero();
        assertThat(Batch.of(List.of(
                                library.database.write("addCopy", Map.of("bookId", "b", "number", 1)),
                                library.database.write("addCopy", Map.of("bookId", "b", "number", 2))))
                        .run())
                .allMatch(Batch.Outcome::isDone);
        assertThat(library.read("copies", "bookId", "b").count()).isEqualTo(2);
        assertThat(library.read("noteText", "noteId", "n").items()).isEmpty();
        assertThat(Batch.of(List.of(library.database.write("note", Map.of("noteId", "n", "text", "mine"))))
                        .run())
                .allMatch(Batch.Outcome::isDone);
        assertThat(library.requests).last().isInstanceOf(Request.BatchWriteItem.class);
        assertThat(library.read("noteText", "noteId", "n").items()).hasSize(1);
    }
}
