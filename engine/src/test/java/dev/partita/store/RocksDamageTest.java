package dev.partita.store;

import static dev.partita.store.StoreContractTest.bytes;
import static dev.partita.store.StoreContractTest.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are not as they were left: each gives the same answers as before, or a refusal that says why. */
class RocksDamageTest {

    private static final RocksStore.Options PLAIN = RocksStore.Options.DEFAULT.withFreeSpaceFloorBytes(0);
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
    void aFlippedBitInTheLogIsRefused() throws IOException {
        Path data = afterACrash();
        Path log = only(data, ".log");
        flip(log, Files.size(log) / 2);
        assertRefused(data, "write-ahead log");
    }

    @Test
    void aDeletedLogIsRefused() throws IOException {
        Path data = afterACrash();
        Files.delete(only(data, ".log"));
        assertRefused(data, "write-ahead log");
    }

    @Test
    void aTornTailOfTheLogLosesOnlyTheLastWrite() throws IOException {
        Path data = afterACrash();
        Path log = only(data, ".log");
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "rw")) {
            file.setLength(file.length() - 37);
        }
        try (Store store = RocksStore.open(data, PLAIN)) {
            assertThat(store.get(key(ROWS - 2))).isNotNull();
            assertThat(store.get(key(ROWS - 1))).isNull();
        }
        try (Store store = RocksStore.open(data, PLAIN)) {
            assertThat(store.get(key(ROWS - 2))).isNotNull();
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
    void aDamagedManifestIsRefused() throws IOException {
        Path data = afterACrash();
        try (Store store = RocksStore.open(data, PLAIN)) {
            fill(store);
        }
        try (Stream<Path> files = Files.list(data.resolve("rocks"))) {
            Path manifest = files.filter(file -> file.getFileName().toString().startsWith("MANIFEST"))
                    .findFirst()
                    .orElseThrow();
            flip(manifest, Files.size(manifest) / 2);
        }
        assertRefused(data, "backup");
    }

    private void assertNamesTheFile(StoreException e) {
        assertThat(e.kind()).isEqualTo(StoreException.Kind.DAMAGED);
        assertThat(e.getMessage()).contains(".sst");
    }

    private static void walk(Store store, boolean backwards) {
        try (Cursor cursor = store.cursor(bytes(""), bytes("z"), backwards)) {
            while (cursor.next()) {
                assertThat(cursor.value()).hasSize(1000);
            }
        }
    }

    private static void assertRefused(Path data, String reason) {
        assertThatThrownBy(() -> RocksStore.open(data, PLAIN).close())
                .isInstanceOfSatisfying(StoreException.class, e -> {
                    assertThat(e.kind()).isEqualTo(StoreException.Kind.CANNOT_OPEN);
                    assertThat(e.getMessage()).contains(data.toString()).contains(reason);
                });
        // The refusal gave the lock up, so the same message comes again and not one about a holder.
        assertThatThrownBy(() -> RocksStore.open(data, PLAIN).close()).hasMessageContaining(reason);
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
            Batch batch = new Batch();
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
        try (Stream<Path> files = Files.list(data.resolve("rocks"))) {
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

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }
}
