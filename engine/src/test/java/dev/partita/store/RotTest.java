package dev.partita.store;

import static dev.partita.store.StoreContractTest.bytes;
import static dev.partita.store.StoreContractTest.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One byte of one sorted file has changed: what is not in its block is served and written as before. */
class RotTest {

    private static final RocksStore.Options OPTIONS = new RocksStore.Options(false, 0, 8 << 20, 256 << 10);
    private static final int ROWS = 3000;
    private static final int ROWS_OF_A_BLOCK = 70;

    @TempDir
    Path temporary;

    private Path data;

    @BeforeEach
    void damageTheLargestFile() throws IOException {
        data = temporary.resolve("data");
        try (Store store = RocksStore.open(data, OPTIONS)) {
            for (int i = 0; i < ROWS; i++) {
                put(store, i, 0);
            }
        }
        Path file = largestFile();
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            long at = bytes.length() / 3;
            bytes.seek(at);
            int old = bytes.read();
            bytes.seek(at);
            bytes.write(old ^ 1);
        }
    }

    @Tag("slow")
    @Test
    void writesAndReadsOfTheRestGoOn() throws IOException {
        List<Integer> lost;
        try (RocksStore store = RocksStore.open(data, OPTIONS)) {
            lost = unreadable(store);
            assertThat(lost).hasSizeBetween(1, ROWS_OF_A_BLOCK);
            // Enough of them for files to be merged, or an attempt at it.
            for (int round = 1; round <= 4; round++) {
                for (int i = 0; i < ROWS; i++) {
                    if (!lost.contains(i)) {
                        put(store, i, round);
                    }
                }
            }
            assertThat(store.damage().orElseThrow()).contains(".sst");
            assertThat(store.readOnlyReason()).isEmpty();
            assertThat(unreadable(store)).isEqualTo(lost);
        }
        try (RocksStore store = RocksStore.open(data, OPTIONS)) {
            assertThat(unreadable(store)).isEqualTo(lost);
            for (int i = 0; i < ROWS; i++) {
                if (!lost.contains(i)) {
                    assertThat(text(store.get(key(i)))).isEqualTo(value(4));
                    put(store, i, 5);
                }
            }
        }
    }

    /** RocksDB's iterator looks as if it were at its end. */
    @Test
    void aWalkThatMeetsRotFailsInsteadOfEnding() {
        try (RocksStore store = RocksStore.open(data, OPTIONS);
                EntryCursor cursor = store.cursor(key(0), key(ROWS), false)) {
            assertThatThrownBy(() -> {
                        while (cursor.next()) {
                            assertThat(cursor.key()).isNotEmpty();
                        }
                    })
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.DAMAGED));
        }
    }

    @Test
    void rotIsNoticedBeforeAnybodyReads() {
        AtomicLong now = new AtomicLong();
        try (RocksStore store = RocksStore.open(data, OPTIONS, now::get)) {
            for (int tick = 0; tick < 100 && store.damage().isEmpty(); tick++) {
                now.addAndGet(TimeUnit.SECONDS.toNanos(10));
                store.tidy();
            }
            assertThat(store.damage().orElseThrow()).contains(".sst");
        }
    }

    private static List<Integer> unreadable(Store store) {
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            try {
                assertThat(store.get(key(i))).isNotNull();
            } catch (StoreException e) {
                assertThat(e.kind()).isEqualTo(StoreException.Kind.DAMAGED);
                found.add(i);
            }
        }
        return found;
    }

    private Path largestFile() throws IOException {
        Path largest = null;
        try (Stream<Path> files = Files.list(data.resolve("rocks"))) {
            for (Path file : files.toList()) {
                if (file.toString().endsWith(".sst") && (largest == null || Files.size(file) > Files.size(largest))) {
                    largest = file;
                }
            }
        }
        return largest;
    }

    private static byte[] key(int i) {
        return bytes("key%05d".formatted(i));
    }

    private static String value(int version) {
        return "%01000d".formatted(version);
    }

    private static void put(Store store, int i, int version) {
        StoreBatch batch = new StoreBatch();
        batch.put(key(i), bytes(value(version)));
        store.apply(batch);
    }
}
