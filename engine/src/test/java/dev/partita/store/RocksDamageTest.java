package dev.partita.store;

import static dev.partita.store.StoreContractTest.bytes;
import static dev.partita.store.StoreContractTest.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/** Files that are not as they were left: each gives the same answers as before, or a refusal that says why. */
class RocksDamageTest {

    private static final RocksStore.Options PLAIN = RocksStore.Options.DEFAULT.withFreeSpaceFloorBytes(0);
    private static final RocksStore.Options SMALL_BUFFERS = new RocksStore.Options(true, 0, 8 << 20, 256 << 10);
    private static final int ROWS = 200;

    @TempDir
    Path temporary;

    @Test
    void aCrashLosesNothing() throws IOException {
        assertAllThere(afterACrash());
    }

    @Test
    void aCrashAfterAReopeningLosesNothing() throws IOException {
        Path data = afterACrash();
        Path copy = temporary.resolve("copy");
        try (Store store = RocksStore.open(data, PLAIN)) {
            RocksStoreTest.put(store, "later", "1");
            copy(data, copy);
        }
        assertAllThere(copy);
        try (Store store = RocksStore.open(copy, PLAIN)) {
            assertThat(store.get(bytes("later"))).isNotNull();
        }
    }

    @Test
    void aFlippedBitInTheJournalIsRefused() throws IOException {
        Path data = afterACrash();
        flip(only(data, ".journal"), 100_000);
        assertRefused(data, "write-ahead log is damaged");
    }

    @Test
    void aFlippedBitInTheHeadOfTheJournalIsRefused() throws IOException {
        Path data = afterACrash();
        flip(only(data, ".journal"), 20);
        assertRefused(data, "write-ahead log is missing");
    }

    @Test
    void aDeletedJournalIsRefused() throws IOException {
        Path data = afterACrash();
        Files.delete(only(data, ".journal"));
        assertRefused(data, "write-ahead log is missing");
    }

    @Tag("slow")
    @Test
    void aCutJournalIsRefused() throws IOException {
        Path data = afterACrash();
        Path journal = only(data, ".journal");
        byte[] whole = Files.readAllBytes(journal);
        for (int length = 0; length < whole.length; length += 9_973) {
            Files.write(journal, Arrays.copyOf(whole, length));
            assertRefused(data, "write-ahead log is");
        }
        Files.write(journal, Arrays.copyOf(whole, whole.length - 1));
        assertRefused(data, "bytes and had");
        Files.write(journal, whole);
        assertAllThere(data);
    }

    @Test
    void aZeroedEndOfTheJournalIsRefused() throws IOException {
        Path data = afterACrash();
        zeroTheEndOf(only(data, ".journal"), 512);
        assertRefused(data, "was acknowledged");
    }

    @Test
    void aTornEndOfTheJournalLosesOnlyTheWriteUnderWay() throws IOException {
        Path data = afterACrash();
        zeroTheEndOf(only(data, ".journal"), 37);
        // After a power cut the mark may be older than the last write.
        Files.delete(data.resolve("journal").resolve("MARK"));
        try (Store store = RocksStore.open(data, PLAIN)) {
            assertThat(store.get(key(ROWS - 2))).isNotNull();
            assertThat(store.get(key(ROWS - 1))).isNull();
            RocksStoreTest.put(store, "later", "1");
        }
        try (Store store = RocksStore.open(data, PLAIN)) {
            assertThat(store.get(key(ROWS - 2))).isNotNull();
            assertThat(store.get(bytes("later"))).isNotNull();
        }
    }

    @Test
    void theJournalOfAClosedStoreMayBeDamagedAnywhere() throws IOException {
        Path closed = temporary.resolve("closed");
        try (Store store = RocksStore.open(closed, PLAIN)) {
            fill(store);
        }
        Path journal = only(closed, ".journal");
        byte[] whole = Files.readAllBytes(journal);
        for (int at : new int[] {0, 20, 5_000, 100_000, whole.length - 1}) {
            Path copy = temporary.resolve("closed" + at);
            copy(closed, copy);
            byte[] damaged = whole.clone();
            damaged[at] ^= 1;
            Files.write(only(copy, ".journal"), damaged);
            assertAllThere(copy);
        }
        Files.delete(journal);
        assertAllThere(closed);
    }

    private static void zeroTheEndOf(Path journal, int bytes) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(journal.toFile(), "rw")) {
            // Records have a length that is a multiple of eight, and zeros follow the last one.
            long end = file.length();
            do {
                end -= 8;
                file.seek(end);
            } while (file.readLong() == 0);
            file.seek(end + 8 - bytes);
            file.write(new byte[bytes]);
        }
    }

    @Test
    void missingSortedFilesAreNotTakenForANewStore() throws IOException {
        Path data = afterACrash();
        try (Store store = RocksStore.open(data, SMALL_BUFFERS)) {
            for (int i = 0; i < 5; i++) {
                fill(store);
            }
        }
        delete(data.resolve("rocks"));
        assertRefused(data, "lost its file rocks/CURRENT");
    }

    @Test
    void aStoreOfTheFormerVersionIsBroughtUpToDate() throws IOException, RocksDBException {
        Path data = temporary.resolve("former");
        formerStore(data);
        assertAllThere(data);
        assertThat(data.resolve("FORMAT")).hasContent("partita 2");
        assertAllThere(data);
    }

    @Test
    void aDeletedLogOfTheFormerVersionIsRefused() throws IOException, RocksDBException {
        Path data = temporary.resolve("former");
        formerStore(data);
        Files.delete(only(data, ".log"));
        assertRefused(data, "write-ahead log");
    }

    /** As a process of the former version left it when it died. */
    private void formerStore(Path data) throws IOException, RocksDBException {
        Path alive = temporary.resolve("alive");
        DataDirectory.createPrivate(alive.resolve("rocks"));
        Files.writeString(alive.resolve("FORMAT"), "partita 1\n");
        NativeLibrary.load();
        try (RocksSettings settings = RocksSettings.withOwnLog(PLAIN);
                RocksDB database =
                        RocksDB.open(settings.options(), alive.resolve("rocks").toString());
                WriteOptions sync = new WriteOptions().setSync(true)) {
            for (int i = 0; i < ROWS; i++) {
                database.put(sync, key(i), bytes(value(i)));
            }
            copy(alive, data);
        }
    }

    @Test
    void aDamagedSortedFileFailsGetAndCursorInsteadOfHidingRows() throws IOException {
        Path data = temporary.resolve("data");
        try (Store store = RocksStore.open(data, PLAIN)) {
            fill(store);
        }
        Path sorted = only(data, ".sst");
        flip(sorted, Files.size(sorted) / 3);
        try (Store store = RocksStore.open(data, PLAIN)) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < ROWS; i++) {
                            assertThat(store.get(key(i))).isNotNull();
                        }
                    })
                    .isInstanceOfSatisfying(StoreException.class, this::assertNamesTheFile);
            for (boolean backwards : new boolean[] {false, true}) {
                assertThatThrownBy(() -> walk(store, backwards))
                        .isInstanceOfSatisfying(StoreException.class, this::assertNamesTheFile);
            }
        }
    }

    @Test
    void aMissingSortedFileIsRefused() throws IOException {
        Path data = temporary.resolve("data");
        try (Store store = RocksStore.open(data, PLAIN)) {
            fill(store);
        }
        Files.delete(only(data, ".sst"));
        assertRefused(data, "backup");
    }

    @Test
    void aLostCurrentFileIsRefusedBeforeRocksDbDeletesTheRest() throws IOException {
        Path data = temporary.resolve("data");
        try (Store store = RocksStore.open(data, PLAIN)) {
            fill(store);
        }
        Path current = data.resolve("rocks").resolve("CURRENT");
        byte[] content = Files.readAllBytes(current);
        Files.delete(current);
        assertRefused(data, "backup");
        Files.write(current, content);
        assertAllThere(data);
    }

    @Test
    void aDamagedManifestIsRefused() throws IOException {
        Path data = afterACrash();
        try (Store store = RocksStore.open(data, PLAIN)) {
            fill(store);
        }
        Path manifest = manifest(data);
        flip(manifest, Files.size(manifest) - 60);
        assertRefused(data, "backup");
    }

    @Test
    void aMissingManifestIsRefusedWithAdvice() throws IOException {
        Path data = afterACrash();
        try (Store store = RocksStore.open(data, PLAIN)) {
            fill(store);
        }
        Files.delete(manifest(data));
        assertRefused(data, "Restore the directory from a backup");
    }

    @Test
    void aManifestThatHasForgottenFilesIsRefused() throws IOException {
        Path data = severalFiles();
        // RocksDB takes what is cut off for a write that never ended, and opens what it still knows of.
        try (RandomAccessFile file = new RandomAccessFile(manifest(data).toFile(), "rw")) {
            file.setLength(file.length() / 4);
        }
        assertRefused(data, "backup");
    }

    @Tag("slow")
    @Test
    void aManifestDamagedAnywhereGivesTheSameAnswersOrLeavesEveryFileAsItWas() throws IOException {
        Path original = severalFiles();
        byte[] whole = Files.readAllBytes(manifest(original));
        int refused = 0;
        for (int at = 0; at < whole.length; at += Math.max(1, whole.length / 40)) {
            byte[] flipped = whole.clone();
            flipped[at] ^= 1;
            byte[] zeroed = whole.clone();
            Arrays.fill(zeroed, at, whole.length, (byte) 0);
            for (byte[] damaged : List.of(flipped, zeroed, Arrays.copyOf(whole, at))) {
                Path data = temporary.resolve("damaged");
                copy(original, data);
                Files.write(manifest(data), damaged);
                Map<String, String> before = content(data);
                try {
                    RocksStore.open(data, PLAIN).close();
                    assertAllThere(data);
                } catch (StoreException e) {
                    assertThat(e).hasMessageContaining("Nothing was changed");
                    assertThat(content(data)).as("damaged at %d", at).isEqualTo(before);
                    refused++;
                }
                delete(data);
            }
        }
        assertThat(refused).isGreaterThan(60);
    }

    /** RocksDB reads a record of kind 11 that is longer than the file for ever. */
    @Tag("slow")
    @Test
    void noRecordOfTheManifestKeepsAStartFromEnding() throws IOException {
        Path data = severalFiles();
        Path manifest = manifest(data);
        byte[] whole = Files.readAllBytes(manifest);
        int last = 0;
        for (int at = 0; at + 7 < whole.length; at += 7 + (whole[at + 4] & 0xff) + ((whole[at + 5] & 0xff) << 8)) {
            last = at;
        }
        for (int head : List.of(0, last)) {
            for (int kind = 5; kind < 256; kind++) {
                for (int longer : List.of(0, 10)) {
                    byte[] damaged = whole.clone();
                    damaged[head + 5] += (byte) longer;
                    damaged[head + 6] = (byte) kind;
                    Files.write(manifest, damaged);
                    assertTimeoutPreemptively(
                            Duration.ofMinutes(1),
                            () -> assertRefused(data, "Nothing was changed"),
                            "kind " + kind + ", longer by " + 256 * longer);
                }
            }
        }
        Files.write(manifest, whole);
        assertAllThere(data);
    }

    private Path severalFiles() throws IOException {
        Path data = temporary.resolve("data");
        for (int i = 0; i < 2; i++) {
            try (Store store = RocksStore.open(data, SMALL_BUFFERS)) {
                for (int j = 0; j < 5; j++) {
                    fill(store);
                }
            }
        }
        return data;
    }

    private static Path manifest(Path data) throws IOException {
        try (Stream<Path> files = Files.list(data.resolve("rocks"))) {
            return files.filter(file -> file.getFileName().toString().startsWith("MANIFEST"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void assertNamesTheFile(StoreException e) {
        assertThat(e.kind()).isEqualTo(StoreException.Kind.DAMAGED);
        assertThat(e.getMessage()).contains(".sst");
    }

    private static void walk(Store store, boolean backwards) {
        try (EntryCursor cursor = store.cursor(bytes(""), bytes("z"), backwards)) {
            while (cursor.next()) {
                assertThat(cursor.value()).hasSize(1000);
            }
        }
    }

    private static void assertRefused(Path data, String reason) throws IOException {
        Map<String, String> before = content(data);
        assertThatThrownBy(() -> RocksStore.open(data, PLAIN).close())
                .isInstanceOfSatisfying(StoreException.class, e -> {
                    assertThat(e.kind()).isEqualTo(StoreException.Kind.CANNOT_OPEN);
                    assertThat(e.getMessage()).contains(data.toString()).contains(reason);
                });
        // The refusal gave the lock up, so the same message comes again and not one about a holder.
        assertThatThrownBy(() -> RocksStore.open(data, PLAIN).close()).hasMessageContaining(reason);
        assertThat(content(data)).isEqualTo(before);
    }

    /** Every file by its name, with a checksum of what is in it. */
    private static Map<String, String> content(Path data) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = data.relativize(file).toString();
                if (!name.startsWith("LOCK")) {
                    CRC32C checksum = new CRC32C();
                    checksum.update(Files.readAllBytes(file));
                    content.put(name, Files.size(file) + " " + checksum.getValue());
                }
            }
        }
        return content;
    }

    private static void assertAllThere(Path data) {
        try (Store store = RocksStore.open(data, PLAIN)) {
            for (int i = 0; i < ROWS; i++) {
                assertThat(text(store.get(key(i)))).isEqualTo(value(i));
            }
        }
    }

    /** The files of a store whose process died: every write acknowledged, nothing closed. */
    private Path afterACrash() throws IOException {
        Path alive = temporary.resolve("alive");
        Path dead = temporary.resolve("dead");
        try (Store store = RocksStore.open(alive, PLAIN)) {
            fill(store);
            copy(alive, dead);
        }
        return dead;
    }

    private static void fill(Store store) {
        for (int i = 0; i < ROWS; i++) {
            StoreBatch batch = new StoreBatch();
            batch.put(key(i), bytes(value(i)));
            store.apply(batch);
        }
    }

    private static byte[] key(int i) {
        return bytes("key%05d".formatted(i));
    }

    private static String value(int i) {
        return "%01000d".formatted(i);
    }

    private static Path only(Path data, String suffix) throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            List<Path> found =
                    files.filter(file -> file.toString().endsWith(suffix)).toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    private static void flip(Path path, long position) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek(position);
            int old = file.read();
            file.seek(position);
            file.write(old ^ 1);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
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
