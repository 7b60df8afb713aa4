package dev.partita.search;

import static dev.partita.search.Shelf.titles;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.runtime.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of an index when its process ends, in good order or not, and when its files or its table are not what they were. */
@Tag("slow")
class RestartTest {

    @TempDir
    private Path folder;

    private final Shelf shelf = new Shelf();

    @AfterEach
    void close() {
        shelf.close();
    }

    private SearchIndexes open() {
        return shelf.indexes().directory(folder.resolve("index")).open();
    }

    /** Opens, catches up and searches; says whether it was built again. */
    private boolean isRebuilt(Path directory, String words, Object... expected) {
        try (SearchIndexes indexes = shelf.indexes().directory(directory).open()) {
            indexes.catchUp();
            assertThat(titles(shelf.with(indexes), words)).containsExactly(expected);
            SearchStatus status = indexes.status().get(0);
            assertThat(status.isReady()).isTrue();
            assertThat(status.searches()).isPositive();
            return status.builds() > 0;
        }
    }

    private boolean isRebuilt(String words, Object... expected) {
        return isRebuilt(folder.resolve("index"), words, expected);
    }

    @Test
    void itCatchesUpAfterARestart() {
        shelf.book("1", "Tree");
        shelf.book("2", "Tree");
        assertThat(isRebuilt("tree", "1", "2")).isTrue();
        shelf.book("3", "Tree");
        shelf.write("rename", "bookId", "1", "title", "House");
        shelf.write("remove", "bookId", "2");
        assertThat(isRebuilt("tree", "3")).isFalse();
        assertThat(isRebuilt("house", "1")).isFalse();
    }

    /** The files know nothing of what was written after their last commit: answers were of an earlier time, for seconds after a start. */
    @Test
    void untilItHasCaughtUpSearchesLookAtTheItems() {
        shelf.book("1", "Tree");
        shelf.book("2", "Tree");
        assertThat(isRebuilt("tree", "1", "2")).isTrue();
        shelf.write("rename", "bookId", "2", "title", "House");
        try (SearchIndexes indexes = open()) {
            Database database = shelf.with(indexes);
            assertThat(indexes.status().get(0).isReady()).isFalse();
            assertThat(titles(database, "tree")).containsExactly("1");
            assertThat(titles(database, "house")).containsExactly("2");
            assertThat(indexes.status().get(0).searches()).isZero();
            indexes.catchUp();
            assertThat(indexes.status().get(0).isReady()).isTrue();
            assertThat(titles(database, "tree")).containsExactly("1");
            assertThat(titles(database, "house")).containsExactly("2");
            assertThat(indexes.status().get(0).searches()).isEqualTo(2);
            assertThat(indexes.status().get(0).builds()).isZero();
        }
    }

    /** It said "caught up" before it had looked. */
    @Test
    void anIndexThatWasJustOpenedIsAsFarBehindAsItsLastLook() {
        shelf.book("1", "Tree");
        assertThat(isRebuilt("tree", "1")).isTrue();
        shelf.clock.forward(Duration.ofMinutes(3));
        try (SearchIndexes indexes = open()) {
            assertThat(indexes.status().get(0).behind()).isEqualTo(Duration.ofMinutes(3));
            indexes.catchUp();
            assertThat(indexes.status().get(0).behind()).isZero();
        }
    }

    /** Records of before an index began are passed over; a page of nothing else is not the end. */
    @Test
    void aLongStreamIsReadToItsEndBeforeTheIndexIsAsked() {
        for (int i = 0; i < 2_500; i++) {
            shelf.book("b" + i, "Tree");
        }
        shelf.clock.forward(Duration.ofHours(1));
        try (SearchIndexes indexes = open()) {
            indexes.catchUp();
        }
        shelf.clock.forward(Duration.ofHours(1));
        shelf.book("last", "House");
        try (SearchIndexes indexes = open()) {
            Database database = shelf.with(indexes);
            while (!indexes.status().get(0).isReady()) {
                assertThat(titles(database, "house")).containsExactly("last");
                indexes.catchUp();
            }
            assertThat(titles(database, "house")).containsExactly("last");
        }
    }

    @Test
    void aKilledProcessLosesNothing() {
        shelf.book("1", "Tree");
        try (SearchIndexes indexes = open()) {
            indexes.catchUp();
            shelf.book("2", "Tree");
            indexes.catchUp();
            assertThat(isRebuilt(Shelf.copy(folder.resolve("index"), folder.resolve("uncommitted")), "tree", "1", "2"))
                    .as("the change was not committed, nor was its place")
                    .isFalse();
            shelf.clock.forward(Duration.ofSeconds(10));
            shelf.write("remove", "bookId", "1");
            indexes.catchUp();
            shelf.write("rename", "bookId", "2", "title", "Tree House");
            assertThat(isRebuilt(Shelf.copy(folder.resolve("index"), folder.resolve("committed")), "tree", "2"))
                    .isFalse();
            assertThat(isRebuilt(folder.resolve("committed"), "house", "2")).isFalse();
        }
    }

    @Test
    void aProcessKilledWhileItBuildsBeginsAnew() {
        for (int i = 10; i < 60; i++) {
            shelf.book("b" + i, "Tree " + "long ".repeat(10_000));
        }
        List<Path> copies = new ArrayList<>();
        Endpoint watched = (request, context) -> {
            if (request instanceof Request.Scan scan && scan.table().equals("shelf")) {
                copies.add(Shelf.copy(folder.resolve("index"), folder.resolve("copy" + copies.size())));
            }
            return shelf.partita.endpoint().call(request);
        };
        try (SearchIndexes indexes =
                shelf.indexes(watched).directory(folder.resolve("index")).open()) {
            indexes.catchUp();
        }
        assertThat(copies).hasSizeGreaterThan(2);
        for (Path copy : copies) {
            try (SearchIndexes indexes = shelf.indexes().directory(copy).open()) {
                assertThat(indexes.status().get(0).isReady()).isFalse();
                indexes.catchUp();
                assertThat(titles(shelf.with(indexes), "tree")).hasSize(50);
            }
        }
    }

    @Test
    void changesDuringABuildAreNeitherLostNorUndone() {
        for (int i = 10; i < 60; i++) {
            shelf.book("b" + i, "Tree " + "long ".repeat(10_000));
        }
        int[] pages = {0};
        Endpoint meddling = (request, context) -> {
            boolean isPage =
                    request instanceof Request.Scan scan && scan.table().equals("shelf");
            if (isPage) {
                // Before the page is read: books that it may or may not show.
                shelf.write("rename", "bookId", "b" + (10 + pages[0]), "title", "House");
            }
            Answer answer = shelf.partita.endpoint().call(request);
            if (isPage) {
                // After it was read and before it is written: whatever it shows of these is old.
                shelf.write("rename", "bookId", "b" + (30 + pages[0]), "title", "House");
                shelf.write("remove", "bookId", "b" + (50 + pages[0] % 10));
                shelf.book("new" + pages[0], "House");
                pages[0]++;
            }
            return answer;
        };
        try (SearchIndexes indexes = shelf.indexes(meddling).open()) {
            indexes.catchUp();
            assertThat(pages[0]).isGreaterThan(2);
            Database database = shelf.with(indexes);
            assertThat(titles(database, "tree")).isEqualTo(titles(shelf.plain, "tree"));
            assertThat(titles(database, "house")).isEqualTo(titles(shelf.plain, "house"));
            int before = pages[0];
            indexes.rebuild();
            assertThat(indexes.status().get(0).isBuilding()).isTrue();
            assertThat(indexes.status().get(0).isReady())
                    .as("it is asked meanwhile")
                    .isTrue();
            indexes.catchUp();
            assertThat(pages[0]).isGreaterThan(before);
            assertThat(indexes.status().get(0).builds()).isEqualTo(2);
            assertThat(titles(database, "tree")).isEqualTo(titles(shelf.plain, "tree"));
            assertThat(titles(database, "house")).isEqualTo(titles(shelf.plain, "house"));
        }
    }

    @Test
    void aRebuildThrowsOutWhatTheTableDoesNotHave() throws IOException {
        shelf.book("1", "Tree");
        assertThat(isRebuilt("tree", "1")).isTrue();
        try (WordIndex index = WordIndex.open(folder.resolve("index").resolve("main"))) {
            Map<String, String> notes = index.notes();
            index.put(new byte[] {1}, Item.EMPTY, Map.of("Book.title", List.of("tree")), 1);
            index.commit(notes);
        }
        try (SearchIndexes indexes = open()) {
            indexes.catchUp();
            assertThat(indexes.status().get(0).documents()).isEqualTo(2);
            indexes.rebuild();
            indexes.catchUp();
            assertThat(indexes.status().get(0).documents()).isOne();
        }
    }

    @Test
    void whoWasAwayForMoreThanADayIsBuiltAgain() {
        shelf.book("1", "Tree");
        assertThat(isRebuilt("tree", "1")).isTrue();
        shelf.write("rename", "bookId", "1", "title", "House");
        shelf.book("2", "Tree");
        shelf.write("remove", "bookId", "2");
        for (int hours = 0; hours < 32; hours += 4) {
            shelf.pass(Duration.ofHours(4));
        }
        try (SearchIndexes indexes = open()) {
            Database database = shelf.with(indexes);
            assertThat(indexes.status().get(0).isBuilding())
                    .as("it does not know yet")
                    .isFalse();
            assertThat(titles(database, "tree")).isEmpty();
            assertThat(titles(database, "house")).containsExactly("1");
            indexes.catchUp();
            assertThat(indexes.status().get(0).builds()).isOne();
            assertThat(titles(database, "tree")).isEmpty();
            assertThat(titles(database, "house")).containsExactly("1");
        }
    }

    @Test
    void anIndexThatOnlyLooksIsNotTakenForOneThatWasAway() {
        shelf.book("1", "Tree");
        try (SearchIndexes indexes = open()) {
            for (int hours = 0; hours < 60; hours += 2) {
                indexes.catchUp();
                shelf.pass(Duration.ofHours(2));
            }
            Path killed = Shelf.copy(folder.resolve("index"), folder.resolve("killed"));
            assertThat(isRebuilt(killed, "tree", "1")).isFalse();
            assertThat(indexes.status().get(0).builds()).isOne();
        }
    }

    @Test
    void aTableThatWasMadeAnewIsReadAnew() {
        shelf.book("1", "Tree");
        assertThat(isRebuilt("tree", "1")).isTrue();
        shelf.partita.client().deleteTable(table -> table.tableName("shelf"));
        shelf.pass(Duration.ofSeconds(5));
        shelf.plain.createTables();
        shelf.book("2", "Tree");
        assertThat(isRebuilt("tree", "2")).isTrue();
    }

    @Test
    void aStreamThatWasOffMeanwhileHasToldNothing() {
        shelf.book("1", "Tree");
        try (SearchIndexes indexes = open()) {
            indexes.catchUp();
            shelf.partita.client().updateTable(table -> table.tableName("shelf")
                    .streamSpecification(stream -> stream.streamEnabled(false)));
            shelf.book("2", "Tree");
            shelf.write("remove", "bookId", "1");
            shelf.pass(Duration.ofSeconds(5));
            shelf.partita.client().updateTable(table -> table.tableName("shelf")
                    .streamSpecification(stream -> stream.streamEnabled(true).streamViewType("NEW_IMAGE")));
            indexes.catchUp();
            assertThat(titles(shelf.with(indexes), "tree")).containsExactly("2");
            assertThat(indexes.status().get(0).builds()).isEqualTo(2);
        }
    }

    @Test
    void anotherDesignOfTheSameTableIsBuiltAgain() {
        shelf.write("save", "bookId", "1", "title", "Tree", "subtitle", "A House");
        assertThat(isRebuilt("tree", "1")).isTrue();
        String other =
                Shelf.DESIGN.replace("search: Book, on: subtitle", "search: Book, on: subtitle, where: isPublic");
        String fewer = Shelf.DESIGN.replaceAll("(?m)^.*on: subtitle.*\n", "");
        for (String design : List.of(other, fewer)) {
            try (SearchIndexes indexes = SearchIndexes.of(
                            Shelf.design(design), shelf.partita.endpoint(), shelf.partita.streams())
                    .directory(folder.resolve("index"))
                    .clock(shelf.clock)
                    .environment(Map.of())
                    .open()) {
                assertThat(indexes.status().get(0).isBuilding())
                        .as("a condition changes nothing, a searched attribute does")
                        .isEqualTo(design.equals(fewer));
                indexes.catchUp();
                assertThat(titles(shelf.with(indexes), "tree")).containsExactly("1");
            }
        }
    }

    @Test
    void damagedFilesAreNoticedAndMadeAgain() throws IOException {
        for (int i = 10; i < 30; i++) {
            shelf.book("b" + i, "Tree " + i);
        }
        assertThat(isRebuilt("17", "b17")).isTrue();
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder.resolve("index").resolve("main"))) {
            files = all.filter(file -> Files.isRegularFile(file) && !file.endsWith("write.lock"))
                    .toList();
        }
        assertThat(files).hasSizeGreaterThan(2);
        int copies = 0;
        for (Path file : files) {
            for (String damage : List.of("flip", "cut", "empty", "gone")) {
                Path copy = Shelf.copy(folder.resolve("index"), folder.resolve("copy" + copies++));
                Path damaged = copy.resolve("main").resolve(file.getFileName());
                byte[] bytes = Files.readAllBytes(damaged);
                switch (damage) {
                    case "flip" -> {
                        bytes[bytes.length / 2] ^= 0x10;
                        Files.write(damaged, bytes);
                    }
                    case "cut" -> Files.write(damaged, Arrays.copyOf(bytes, bytes.length / 2));
                    case "empty" -> Files.write(damaged, new byte[0]);
                    default -> Files.delete(damaged);
                }
                assertThat(isRebuilt(copy, "17", "b17"))
                        .as(damage + " " + file.getFileName())
                        .isTrue();
            }
        }
    }

    @Test
    void filesOfOthersInItsFolderStay() throws IOException {
        Path main = Files.createDirectories(folder.resolve("index").resolve("main"));
        Files.writeString(main.resolve("notes.txt"), "mine");
        Files.writeString(main.resolve("segments_1"), "rubbish", StandardOpenOption.CREATE);
        shelf.book("1", "Tree");
        assertThat(isRebuilt("tree", "1")).isTrue();
        assertThat(main.resolve("notes.txt")).hasContent("mine");
    }

    @Test
    void onlyOneProcessMayHaveTheFiles() {
        try (SearchIndexes indexes = open()) {
            assertThatThrownBy(this::open)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("in use by another process");
            indexes.catchUp();
        }
        open().close();
    }

    @Test
    void designsDoNotMeet() {
        Shelf other =
                new Shelf(Shelf.DESIGN.replace("design: shelf", "design: two").replace("name: shelf", "name: two"));
        try (SearchIndexes one =
                        shelf.indexes().directory(folder.resolve("one")).open();
                SearchIndexes two =
                        other.indexes().directory(folder.resolve("two")).open()) {
            shelf.book("1", "Tree");
            other.book("2", "Tree");
            one.catchUp();
            two.catchUp();
            assertThat(titles(shelf.with(one), "tree")).containsExactly("1");
            assertThat(titles(other.with(two), "tree")).containsExactly("2");
        } finally {
            other.close();
        }
    }

    @Test
    void anEndpointThatFailsIsToldOfAndTriedAgain() {
        boolean[] isDown = {true};
        Endpoint shaky = (request, context) -> {
            if (isDown[0]) {
                throw new EndpointException("ThrottlingException", "not now", Item.NONE, List.of());
            }
            return shelf.partita.endpoint().call(request);
        };
        shelf.book("1", "Tree");
        try (SearchIndexes indexes = shelf.indexes(shaky).open()) {
            assertThat(indexes.status().get(0).lastError()).isEqualTo("not now");
            assertThatThrownBy(indexes::catchUp).hasMessage("not now");
            isDown[0] = false;
            shelf.write("rename", "bookId", "1", "title", "House");
            indexes.catchUp();
            assertThat(titles(shelf.with(indexes), "house")).containsExactly("1");
            assertThat(titles(shelf.with(indexes), "tree")).isEmpty();
            assertThat(indexes.status().get(0).behind()).isZero();
        }
    }

    @Test
    void itSaysHowFarItIsBehind() {
        boolean[] isDown = {false};
        Endpoint shaky = (request, context) -> {
            if (isDown[0]) {
                throw new EndpointException("ThrottlingException", "not now", Item.NONE, List.of());
            }
            return shelf.partita.endpoint().call(request);
        };
        try (SearchIndexes indexes = shelf.indexes(shaky).open()) {
            indexes.catchUp();
            shelf.clock.forward(Duration.ofMinutes(3));
            assertThat(indexes.status().get(0).behind())
                    .as("nobody has looked since, nor failed")
                    .isZero();
            isDown[0] = true;
            indexes.rebuild();
            assertThatThrownBy(indexes::catchUp).hasMessage("not now");
            shelf.clock.forward(Duration.ofMinutes(2));
            assertThat(indexes.status().get(0).behind()).isEqualTo(Duration.ofMinutes(2));
            isDown[0] = false;
            indexes.catchUp();
            assertThat(indexes.status().get(0).behind()).isZero();
        }
    }

    @Test
    void filesThatVanishWhileItRunsAreMadeAgain() throws IOException {
        shelf.book("1", "Tree");
        try (SearchIndexes indexes = open()) {
            indexes.catchUp();
            try (Stream<Path> all = Files.walk(folder.resolve("index").resolve("main"))) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    Files.delete(file);
                }
            }
            shelf.book("2", "Tree");
            shelf.clock.forward(Duration.ofMinutes(1));
            Database database = shelf.with(indexes);
            for (int tries = 0; tries < 3; tries++) {
                try {
                    indexes.catchUp();
                } catch (RuntimeException e) {
                    assertThat(titles(database, "tree")).as(e.toString()).containsExactly("1", "2");
                }
            }
            assertThat(titles(database, "tree")).containsExactly("1", "2");
            assertThat(indexes.status().get(0).isReady()).isTrue();
        }
        assertThat(isRebuilt("tree", "1", "2")).isFalse();
    }
}
