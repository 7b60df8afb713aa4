package dev.partita.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.Seed;
import dev.partita.plan.Request;
import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.runtime.CallOptions;
import dev.partita.runtime.Database;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every cache promises: after a write has returned, no read gives what was before it. For each kind of cache. */
public abstract class CachesAgreeWithTheTable {

    private static final int THREADS = 16;
    private static final int STEPS = 400;

    private Library library;
    private final List<Caches> made = new ArrayList<>();
    private final List<Database> databases = new ArrayList<>();

    /** Caches that share what they keep, one for each process that is played; the same one where there is no sharing. */
    protected abstract List<Caches> caches(Library.Hand clock);

    @BeforeEach
    void open() {
        Library.Hand clock = new Library.Hand();
        made.addAll(caches(clock));
        library = new Library(made.get(0), clock);
        databases.add(library.database);
        for (Caches other : made.subList(1, made.size())) {
            databases.add(library.another(other, library.endpoint()));
        }
    }

    @AfterEach
    void close() {
        library.close();
        made.forEach(Caches::close);
    }

    @Test
    void randomWritesAreSeenByTheNextRead() {
        Seed seed = Seed.draw(getClass());
        Random random = seed.random();
        for (int step = 0; step < STEPS; step++) {
            String write = write(random);
            for (int i = 0; i < 4; i++) {
                Map.Entry<String, Map<String, Object>> read = read(random);
                Database database = databases.get(random.nextInt(databases.size()));
                Result kept = database.read(read.getKey(), read.getValue());
                Result stored =
                        database.with(CallOptions.none().bypassingCache()).read(read.getKey(), read.getValue());
                assertThat(plain(kept))
                        .as("seed %s step %d: %s after %s", seed, step, read, write)
                        .isEqualTo(plain(stored));
            }
        }
        assertThat(made.get(0).metrics().total().hits()).isGreaterThan(STEPS / 4);
    }

    private String write(Random random) {
        Database database = databases.get(random.nextInt(databases.size()));
        String reader = "r" + random.nextInt(4);
        String book = "b" + random.nextInt(4);
        List<String> tags = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            tags.add("t" + i * random.nextInt(3));
        }
        tags = tags.stream().distinct().toList();
        String mail = "m" + random.nextInt(5) + "@x.org";
        String shelf = random.nextBoolean() ? "A" : "B";
        String name = "n" + random.nextInt(1000);
        Map.Entry<String, Map<String, Object>> write =
                switch (random.nextInt(17)) {
                    case 0 -> call("join", "readerId", reader, "email", mail);
                    case 1 -> call("rename", "readerId", reader, "name", name);
                    case 2 -> call("readdress", "readerId", reader, "email", mail.toUpperCase(Locale.ROOT));
                    case 3 -> call("leave", "readerId", reader);
                    case 4 -> call("addBook", "bookId", book, "title", name, "shelf", shelf, "tags", tags);
                    case 5 -> call("putBook", "bookId", book, "title", name, "shelf", shelf, "tags", tags);
                    case 6 -> call("retitle", "bookId", book, "title", name);
                    case 7 -> call("move", "bookId", book, "shelf", shelf);
                    case 8 -> call("retag", "bookId", book, "tags", tags);
                    case 9 -> call("removeBook", "bookId", book);
                    case 10 -> call("bringBack", "bookId", book);
                    case 11 -> call("burnBook", "bookId", book);
                    case 12, 13 -> call("addCopy", "bookId", book, "number", random.nextInt(5));
                    case 15 -> call("rate", "bookId", book, "rare", random.nextBoolean());
                    case 14 -> call("lend", "readerId", reader, "loanId", "l" + random.nextInt(5));
                    default -> {
                        library.clock.forward(Duration.ofSeconds(random.nextInt(1200)));
                        yield call("moveAndName", "bookId", book, "shelf", shelf, "readerId", reader, "name", name);
                    }
                };
        try {
            database.write(write.getKey(), write.getValue()).run();
            return write.toString();
        } catch (WriteRefused e) {
            return write + ": " + e.getMessage();
        }
    }

    private static Map.Entry<String, Map<String, Object>> read(Random random) {
        String reader = "r" + random.nextInt(4);
        String book = "b" + random.nextInt(4);
        return switch (random.nextInt(11)) {
            case 0 -> call("reader", "readerId", reader);
            case 1 -> call("readerByMail", "email", "m" + random.nextInt(5) + "@x.org");
            case 2 -> call("book", "bookId", book);
            case 3 -> call("shelf", "shelf", random.nextBoolean() ? "A" : "B");
            case 4 -> call("tagged", "tag", "t" + random.nextInt(5));
            case 5 -> call("copies", "bookId", book);
            case 6 -> call("loans", "readerId", reader);
            case 8 -> call("rareBooks");
            case 9 -> call("rarity");
            case 7 -> call("desk", "bookId", book, "readerId", reader);
            default -> call("everyBook");
        };
    }

    private static Map.Entry<String, Map<String, Object>> call(String pattern, Object... arguments) {
        return Map.entry(pattern, Library.map(arguments));
    }

    /** Without what it took. */
    private static Result plain(Result answer) {
        return SharedAnswer.of(answer);
    }

    @Test
    void threadsThatWriteAndReadNeverSeeAnOlderValue() throws Exception {
        int items = 4;
        for (int item = 0; item < items; item++) {
            library.write("join", "readerId", "r" + item, "email", "m" + item + "@x.org", "name", "0");
            library.write("addBook", "bookId", "b" + item, "title", "0", "shelf", "S" + item);
        }
        library.clock.forward(Duration.ofMinutes(1));
        AtomicIntegerArray names = new AtomicIntegerArray(items);
        AtomicIntegerArray titles = new AtomicIntegerArray(items);
        CyclicBarrier start = new CyclicBarrier(THREADS);
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Void>> threads = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int own = thread;
                threads.add(pool.submit((Callable<Void>) () -> {
                    Random random = new Random(own);
                    Database database = databases.get(own % databases.size());
                    start.await();
                    for (int round = 1; round <= 60; round++) {
                        // Each item has one writer; the others read.
                        if (own < items) {
                            database.write("rename", Library.map("readerId", "r" + own, "name", "" + round))
                                    .run();
                            names.set(own, round);
                            database.write("retitle", Library.map("bookId", "b" + own, "title", "" + round))
                                    .run();
                            titles.set(own, round);
                        }
                        int item = own < items ? own : random.nextInt(items);
                        check(database, names, item, "name", "reader", "readerId", "r" + item);
                        check(database, names, item, "name", "readerByMail", "email", "m" + item + "@x.org");
                        check(database, titles, item, "title", "book", "bookId", "b" + item);
                        check(database, titles, item, "title", "shelf", "shelf", "S" + item);
                    }
                    return null;
                }));
            }
            for (Future<Void> thread : threads) {
                thread.get();
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(made.get(0).metrics().of("library", "reader").hits()).isPositive();
    }

    private static void check(
            Database database,
            AtomicIntegerArray written,
            int item,
            String attribute,
            String pattern,
            Object... arguments) {
        int least = written.get(item);
        Result found = database.read(pattern, Library.map(arguments));
        assertThat(Integer.parseInt((String) found.one().values().get(attribute)))
                .as("%s of item %d after %d was written", pattern, item, least)
                .isGreaterThanOrEqualTo(least);
    }

    @Test
    void manyWhoMissTheSameAskOnce() throws Exception {
        library.write("join", "readerId", "1", "email", "a@x.org");
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            for (int round = 0; round < 20; round++) {
                library.write("rename", "readerId", "1", "name", "n" + round);
                library.requests.clear();
                CyclicBarrier start = new CyclicBarrier(THREADS);
                List<Future<Result>> readers = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    readers.add(pool.submit(() -> {
                        start.await();
                        return library.read("reader", "readerId", "1");
                    }));
                }
                for (Future<Result> reader : readers) {
                    assertThat(reader.get().one().values()).containsEntry("name", "n" + round);
                }
                // Who fills the cache reads strongly. Whom a store answers too late reads as if there were none.
                assertThat(library.requests)
                        .filteredOn(request -> !(request instanceof Request.GetItem get) || get.consistent())
                        .hasSize(1);
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
