package dev.partita.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.runtime.Cursor;
import dev.partita.runtime.Database;
import dev.partita.runtime.PageRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random writes, restarts and crashes. Whenever an index has caught up, it finds in every search what a look at every item finds, in
 * the same order, and so does one that is built anew. {@code -Dsearch.seed=N} plays one seed again.
 */
class RandomSearchTest {

    private static final List<String> WORDS = List.of(
            "tree", "Tree", "trees", "TREETOP", "walk", "walking", "the", "of", "a", "größe", "GROSSE", "木", "木星", "星木",
            "두", "수의", "café", "cafe", "2", "25", "c3po", "x", "…");
    private static final int STEPS = 150;

    private static List<Long> seeds() {
        Long given = Long.getLong("search.seed");
        return given == null ? List.of(1L, 2L, new Random().nextLong()) : List.of(given);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void anIndexFindsWhatIsThere(long seed, @TempDir Path folder) {
        new Play(seed, folder).run();
    }

    private static final class Play {
        private final Random random;
        private final long seed;
        private final Path folder;
        private final Shelf shelf = new Shelf();
        private int directories;
        private Path directory;
        private SearchIndexes indexes;

        Play(long seed, Path folder) {
            this.seed = seed;
            this.random = new Random(seed);
            this.folder = folder;
            this.directory = folder.resolve("0");
            this.indexes = shelf.indexes().directory(directory).open();
        }

        void run() {
            try (shelf) {
                for (int i = 0; i < STEPS; i++) {
                    step();
                }
                indexes.catchUp();
                compare();
                indexes.close();
            }
        }

        private void step() {
            String id = "b" + random.nextInt(40);
            switch (random.nextInt(16)) {
                case 0, 1, 2, 3 ->
                    shelf.write(
                            "save",
                            "bookId",
                            id,
                            "title",
                            text(),
                            "subtitle",
                            text(),
                            "isPublic",
                            random.nextBoolean());
                case 4, 5 -> attempt("rename", "bookId", id, "title", text());
                case 6 -> attempt("read", "bookId", id);
                case 7 -> attempt("remove", "bookId", id);
                case 8 -> attempt("bringBack", "bookId", id);
                case 9 -> shelf.write("saveMagazine", "bookId", id, "title", text());
                case 10 -> attempt("burn", "bookId", id);
                case 11 ->
                    shelf.write(
                            "save",
                            "bookId",
                            id,
                            "title",
                            text(),
                            "lentUntil",
                            shelf.clock.instant().getEpochSecond());
                case 12 -> shelf.pass(Duration.ofMinutes(random.nextInt(120)));
                case 13 -> shelf.write("write", "authorId", id, "name", text());
                case 14 -> {
                    indexes.catchUp();
                    compare();
                }
                default -> restart();
            }
        }

        private void restart() {
            switch (random.nextInt(4)) {
                case 0 -> {
                    indexes.close();
                    indexes = shelf.indexes().directory(directory).open();
                }
                case 1 -> {
                    // Killed: what was not committed is gone.
                    Path copy = Shelf.copy(directory, folder.resolve(String.valueOf(++directories)));
                    indexes.close();
                    directory = copy;
                    indexes = shelf.indexes().directory(directory).open();
                }
                case 2 -> indexes.rebuild();
                default -> indexes.catchUp();
            }
        }

        private void attempt(String pattern, Object... arguments) {
            try {
                shelf.write(pattern, arguments);
            } catch (WriteRefused refused) {
                // There is no such item, or it is deleted already.
            }
        }

        private void compare() {
            Database indexed = shelf.with(indexes);
            try (SearchIndexes fresh = shelf.indexes().open()) {
                fresh.catchUp();
                Database rebuilt = shelf.with(fresh);
                for (int i = 0; i < 8; i++) {
                    String words = text() + (random.nextInt(3) == 0 ? " " : "");
                    int limit = 1 + random.nextInt(6);
                    for (String pattern : List.of("titles", "publicTitles", "subtitles", "authors")) {
                        String argument = shelf.design.patterns().get(pattern).searchOn();
                        List<String> expected = pages(shelf.plain, pattern, argument, words, limit);
                        assertThat(pages(indexed, pattern, argument, words, limit))
                                .as("seed " + seed + ": " + pattern + " '" + words + "' by " + limit)
                                .isEqualTo(expected);
                        assertThat(pages(rebuilt, pattern, argument, words, limit))
                                .as("seed " + seed + ", rebuilt: " + pattern + " '" + words + "' by " + limit)
                                .isEqualTo(expected);
                    }
                }
                assertThat(indexes.status().get(0).documents())
                        .as("seed " + seed)
                        .isEqualTo(fresh.status().get(0).documents());
            }
            assertThat(indexes.status().get(0).searches())
                    .as("the index was asked")
                    .isPositive();
        }

        /** One text for each page. */
        private static List<String> pages(Database database, String pattern, String argument, String words, int limit) {
            List<String> pages = new ArrayList<>();
            String cursor = null;
            do {
                Result page = database.read(
                        pattern,
                        Map.of(argument, words),
                        new PageRequest(limit, cursor == null ? null : Cursor.of(cursor)));
                pages.add(page.items().toString());
                cursor = page.cursor();
            } while (cursor != null);
            return pages;
        }

        private String text() {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i <= random.nextInt(4); i++) {
                text.append(i == 0 ? "" : " ").append(WORDS.get(random.nextInt(WORDS.size())));
            }
            return text.toString();
        }
    }
}
