package dev.partita.store;

import static dev.partita.store.StoreContractTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that was moved while it is open takes no more writes, and what stands in its place is left alone. */
class MovedDirectoryTest {

    @TempDir
    Path temporary;

    @Test
    void nothingIsWrittenIntoTheDirectoryOfAnotherThatTookTheName() throws Exception {
        Path data = temporary.resolve("data");
        Path moved = temporary.resolve("moved");
        Process other;
        // Its list of files has another number than that of a new directory.
        for (int i = 0; i < 3; i++) {
            RocksStore.open(data, RocksStoreTest.SMALL).close();
        }
        try (RocksStore store = RocksStore.open(data, RocksStoreTest.SMALL)) {
            RocksStoreTest.put(store, "ours", "1");
            Files.move(data, moved);
            other = other(data);
            Map<String, byte[]> before = read(data);
            assertRefused(store);
            store.tidy();
            assertThat(store.readOnlyReason())
                    .hasValueSatisfying(reason -> assertThat(reason).contains(data.toString(), "moved"));
            assertThat(store.get(bytes("ours"))).isNotNull();
            store.close();
            assertSame(read(data), before);
        }
        other.destroyForcibly().waitFor();
        assertHas(moved, "ours");
        // This process left its database there unclosed, and holds it by that name.
        assertHas(Files.move(data, temporary.resolve("theirs")), "theirs");
    }

    @Test
    void itIsNoticedWithoutAWriteToo() throws IOException {
        Path data = temporary.resolve("data");
        try (RocksStore store = RocksStore.open(data, RocksStoreTest.SMALL)) {
            Files.move(data, temporary.resolve("moved"));
            store.tidy();
            assertThat(store.readOnlyReason()).isPresent();
        }
        assertThat(data).doesNotExist();
    }

    @Test
    void writesComeBackWithTheDirectory() throws IOException {
        Path data = temporary.resolve("data");
        Path moved = temporary.resolve("moved");
        AtomicLong nanos = new AtomicLong();
        try (RocksStore store = RocksStore.open(data, RocksStoreTest.SMALL, nanos::get)) {
            RocksStoreTest.put(store, "before", "1");
            Files.move(data, moved);
            nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(11));
            assertRefused(store);
            Files.move(moved, data);
            RocksStoreTest.put(store, "ours", "1");
            assertThat(store.readOnlyReason()).isEmpty();
        }
        assertHas(data, "ours");
    }

    @Test
    void noNewFileIsMadeUnderTheOldName() throws IOException {
        Path data = temporary.resolve("data");
        // No time passes, so nothing but the need for another file makes it look.
        try (RocksStore store = RocksStore.open(data, RocksStoreTest.SMALL, () -> 0)) {
            Files.move(data, temporary.resolve("moved"));
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 1_000; i++) {
                            RocksStoreTest.put(store, "key" + i, "x".repeat(1_000));
                        }
                    })
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.READ_ONLY));
        }
        assertThat(data).doesNotExist();
    }

    @Test
    void aLockThatSomebodyDeletedIsNoMove() throws IOException {
        Path data = temporary.resolve("data");
        try (RocksStore store = RocksStore.open(data, RocksStoreTest.SMALL)) {
            Files.delete(data.resolve("LOCK"));
            RocksStoreTest.put(store, "ours", "1");
        }
        assertHas(data, "ours");
    }

    /** Opens a store, writes one row, and waits to be killed. */
    static final class Other {
        public static void main(String[] arguments) throws IOException {
            RocksStore store = RocksStore.open(Path.of(arguments[0]), RocksStoreTest.SMALL);
            RocksStoreTest.put(store, "theirs", "1");
            System.out.println("open");
            System.in.read();
        }
    }

    private static Process other(Path data) throws IOException {
        Process other = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Other.class.getName(),
                        data.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(other.inputReader().readLine()).isEqualTo("open");
        return other;
    }

    private static void assertRefused(RocksStore store) {
        assertThatThrownBy(() -> RocksStoreTest.put(store, "late", "1"))
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.READ_ONLY));
    }

    private static void assertHas(Path data, String key) {
        try (RocksStore store = RocksStore.open(data, RocksStoreTest.SMALL)) {
            assertThat(store.get(bytes(key))).isNotNull();
            assertThat(store.get(bytes("late"))).isNull();
        }
    }

    private static void assertSame(Map<String, byte[]> found, Map<String, byte[]> expected) {
        assertThat(found.keySet()).isEqualTo(expected.keySet());
        found.forEach((path, bytes) ->
                assertThat(Arrays.equals(bytes, expected.get(path))).as(path).isTrue());
    }

    private static Map<String, byte[]> read(Path directory) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(directory.relativize(file).toString(), Files.readAllBytes(file));
            }
        }
        return files;
    }
}
