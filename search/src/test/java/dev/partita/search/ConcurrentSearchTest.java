package dev.partita.search;

import static dev.partita.search.Shelf.titles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.runtime.Database;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ConcurrentSearchTest {

    private static final int WRITERS = 3;
    private static final int WRITES = 150;

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void searchesAndWritesGoOnSideBySide(@TempDir Path folder) throws Exception {
        Shelf shelf = new Shelf();
        for (int i = 0; i < 200; i++) {
            shelf.book("always" + i, "constant tree");
        }
        ExecutorService threads = Executors.newCachedThreadPool();
        AtomicBoolean isOver = new AtomicBoolean();
        try (shelf;
                SearchIndexes indexes = shelf.indexes()
                        .directory(folder)
                        .pause(Duration.ofMillis(1))
                        .start()) {
            Database database = shelf.with(indexes);
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int number = writer;
                writers.add(threads.submit(() -> {
                    for (int i = 0; i < WRITES; i++) {
                        shelf.book("w" + number + "-" + i, "changing tree");
                        if (i % 3 == 0) {
                            shelf.write("remove", "bookId", "w" + number + "-" + i);
                        }
                        if (i % 50 == 0) {
                            indexes.rebuild();
                        }
                    }
                }));
            }
            List<Future<?>> searchers = new ArrayList<>();
            for (int searcher = 0; searcher < 2; searcher++) {
                searchers.add(threads.submit(() -> {
                    do {
                        // Nothing that was there all the time may be missing, or be there twice.
                        assertThat(titles(database, "constant ")).hasSize(200).doesNotHaveDuplicates();
                        assertThat(indexes.status()).hasSize(2);
                    } while (!isOver.get());
                }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
            isOver.set(true);
            for (Future<?> searcher : searchers) {
                searcher.get();
            }
            indexes.catchUp();
            assertThat(titles(database, "changing "))
                    .hasSize(WRITERS * WRITES * 2 / 3)
                    .isEqualTo(titles(shelf.plain, "changing "));
            assertThat(indexes.status().get(0).lastError()).isNull();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aThreadOfItsOwnKeepsItUpToDateOnceTheTableIsThere() {
        Shelf shelf = new Shelf();
        shelf.partita.client().deleteTable(table -> table.tableName("shelf"));
        shelf.pass(Duration.ofSeconds(5));
        try (shelf;
                SearchIndexes indexes =
                        shelf.indexes().pause(Duration.ofMillis(1)).start()) {
            while (indexes.status().get(0).lastError() == null) {
                Thread.onSpinWait();
            }
            shelf.plain.createTables();
            shelf.book("1", "Tree");
            // It may have the book already and not yet know that the stream ends there: then a search looks at the
            // items.
            while (indexes.status().get(0).documents() == 0
                    || !indexes.status().get(0).isReady()) {
                Thread.onSpinWait();
            }
            assertThat(titles(shelf.with(indexes), "tree")).containsExactly("1");
            assertThat(indexes.status().get(0).searches()).isOne();
        }
    }
}
