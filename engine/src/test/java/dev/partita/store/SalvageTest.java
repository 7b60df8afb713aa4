package dev.partita.store;

import static dev.partita.store.StoreContractTest.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is salvaged of a directory that was killed, where its journal matters. */
class SalvageTest {

    private static final RocksStore.Options PLAIN = RocksStore.Options.DEFAULT.withFreeSpaceFloorBytes(0);
    private static final RocksStore.Options SMALL = new RocksStore.Options(true, 0, 8 << 20, 64 << 10);

    @TempDir
    Path temporary;

    @Test
    void aJournalThatIsGoneIsALoss() throws IOException {
        Path data = afterAStopAndAKill();
        assertThat(salvaged(data, new TreeMap<>())).isEmpty();
        delete(data.resolve("journal"));
        assertThatThrownBy(() -> RocksStore.open(data, PLAIN)).isInstanceOf(StoreException.class);
        Map<String, String> rows = new TreeMap<>();
        assertThat(salvaged(data, rows).orElseThrow()).contains("missing").contains("write 20");
        assertThat(rows).hasSize(20);
    }

    @Test
    void aJournalOfFormerTimesIsRefusedAndALoss() throws IOException {
        Path data = temporary.resolve("data");
        Path former = temporary.resolve("former");
        Path killed = temporary.resolve("killed");
        write(data, 0, 10);
        copy(data.resolve("journal"), former);
        write(data, 10, 20);
        try (Store store = RocksStore.open(data, PLAIN)) {
            RocksStoreTest.put(store, "late", "1");
            copy(data, killed);
        }
        delete(killed.resolve("journal"));
        copy(former, killed.resolve("journal"));
        assertThat(salvaged(killed, new TreeMap<>()).orElseThrow()).contains("older than the rest");
        assertThatThrownBy(() -> RocksStore.open(killed, PLAIN))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("older than the rest")
                .hasMessageContaining("Nothing was changed");
    }

    /** The row that tells how far the files reach is in one of the blocks. */
    @Tag("slow")
    @Test
    void whateverBlockIsDamagedTheJournalIsSalvagedAndNothingOldComesBack() throws Exception {
        Path data = temporary.resolve("data");
        Path killed = temporary.resolve("killed");
        Map<String, String> last = new TreeMap<>();
        List<String> keys = new ArrayList<>();
        try (Store store = RocksStore.open(data, SMALL)) {
            for (int i = 0; i < 2000; i++) {
                String key = "row" + i % 700;
                keys.add(key);
                RocksStoreTest.put(store, key, i + "x".repeat(100));
                last.put(key, i + "x".repeat(100));
            }
            store.tidy();
            copy(data, killed);
        }
        long files = RocksDatabase.LIBRARY.look(killed.resolve("rocks"), SMALL, false, (number, rows) -> number);
        int stored = (int) files;
        assertThat(stored).isBetween(1000, 1999);
        int unknown = 0;
        for (Path file : sortedFiles(killed)) {
            byte[] whole = Files.readAllBytes(file);
            for (int at = 10; at < whole.length - 2000; at += 2500) {
                byte[] damaged = whole.clone();
                damaged[at] ^= 1;
                Files.write(file, damaged);
                Map<String, String> rows = new TreeMap<>();
                Optional<String> lost = salvaged(killed, rows);
                String what = file.getFileName() + " at " + at + ": " + lost;
                unknown += lost.isPresent() ? 1 : 0;
                assertThat(last.entrySet()).as(what).containsAll(rows.entrySet());
                assertThat(rows.keySet()).as(what).containsAll(keys.subList(stored, 2000));
            }
            Files.write(file, whole);
        }
        assertThat(unknown).isPositive();
        Map<String, String> rows = new TreeMap<>();
        assertThat(salvaged(killed, rows)).isEmpty();
        assertThat(rows).isEqualTo(last);
    }

    /** Each file has a row that tells how far the files reach, and the one that is gone may have had the last. */
    @Test
    void whateverFileIsGoneTheJournalIsSalvaged() throws Exception {
        Path data = temporary.resolve("data");
        Path killed = temporary.resolve("killed");
        try (Store store = RocksStore.open(data, SMALL)) {
            for (int i = 0; i < 2000; i++) {
                RocksStoreTest.put(store, "row" + i, "x".repeat(100));
            }
            copy(data, killed);
        }
        long stored = RocksDatabase.LIBRARY.look(killed.resolve("rocks"), SMALL, false, (number, rows) -> number);
        assertThat(stored).isBetween(1000L, 1999L);
        assertThat(sortedFiles(killed).size()).isGreaterThan(1);
        for (Path file : sortedFiles(killed)) {
            byte[] whole = Files.readAllBytes(file);
            Files.delete(file);
            Map<String, String> rows = new TreeMap<>();
            assertThat(salvaged(killed, rows)).isPresent();
            for (long i = stored; i < 2000; i++) {
                assertThat(rows).as("without %s", file).containsKey("row" + i);
            }
            Files.write(file, whole);
        }
    }

    private Path afterAStopAndAKill() throws IOException {
        Path data = temporary.resolve("data");
        Path killed = temporary.resolve("killed");
        write(data, 0, 20);
        try (Store store = RocksStore.open(data, PLAIN)) {
            for (int i = 20; i < 40; i++) {
                RocksStoreTest.put(store, "row" + i, "1");
            }
            copy(data, killed);
        }
        return killed;
    }

    private static void write(Path data, int from, int to) {
        try (Store store = RocksStore.open(data, PLAIN)) {
            for (int i = from; i < to; i++) {
                RocksStoreTest.put(store, "row" + i, "1");
            }
        }
    }

    /** Fills {@code rows} with what was salvaged and answers what is lost of the journal. */
    private static Optional<String> salvaged(Path data, Map<String, String> rows) throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.temporary();
                Salvage salvage = Salvage.open(data, scratch)) {
            salvage.rows((key, value) -> rows.put(text(key), text(value)));
            return salvage.journalDamage();
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private static List<Path> sortedFiles(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("rocks"))) {
            return files.filter(file -> file.toString().endsWith(".sst")).toList();
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }
}
