package dev.partita.store;

import static dev.partita.store.StoreContractTest.bytes;
import static dev.partita.store.StoreContractTest.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A disk whose fsync fails, which takes a C library in front of the real one and so a process of its own. */
@Timeout(60)
class FailedSyncTest {

    @TempDir
    Path temporary;

    @Test
    void aFailedSyncStopsWritesTakesTheWriteBackAndEndsWhenTheDiskIsWell() throws IOException, InterruptedException {
        run(Scenario.class);
    }

    @Test
    void aDatabaseThatCouldNotBeOpenedAnewComesBackWithoutAVisitor() throws IOException, InterruptedException {
        run(FailedReopening.class);
    }

    @Tag("slow")
    @Test
    void readsGoOnAsLongAsSortedFilesCannotBeSynced() throws IOException, InterruptedException {
        run(FailingSortedFiles.class);
    }

    @Test
    void aJournalFileWhoseNameCannotBeSyncedIsNotWrittenTo() throws IOException, InterruptedException {
        run(FailedDirectorySync.class);
    }

    private void run(Class<?> scenario) throws IOException, InterruptedException {
        Path library = compile();
        Path flag = temporary.resolve("fail");
        ProcessBuilder child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-ea",
                        "-cp",
                        System.getProperty("java.class.path"),
                        scenario.getName(),
                        temporary.resolve("data").toString(),
                        flag.toString())
                .redirectErrorStream(true);
        child.environment().put("LD_PRELOAD", library.toString());
        child.environment().put("FAILSYNC", flag.toString());
        Process process = child.start();
        String output = new String(process.getInputStream().readAllBytes());
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("scenario passed");
    }

    /** Runs under the C library. */
    static final class Scenario {
        public static void main(String[] arguments) throws IOException {
            Path data = Path.of(arguments[0]);
            Path flag = Path.of(arguments[1]);
            AtomicLong now = new AtomicLong();
            try (RocksStore store = RocksStore.open(data, RocksStoreTest.SMALL, now::get)) {
                RocksStoreTest.put(store, "a", "old", "b", "old", "c", "old");
                Files.writeString(flag, ".journal");
                StoreBatch batch = new StoreBatch();
                batch.put(bytes("a"), bytes("new"));
                batch.deleteRange(bytes("b"), bytes("c"));
                batch.delete(bytes("c"));
                batch.put(bytes("d"), bytes("new"));
                assertReadOnly(() -> store.apply(batch));
                assertReadOnly(() -> RocksStoreTest.put(store, "e", "refused"));
                assertOld(store);

                // The pause passes and the disk works: the journal goes on in another file.
                Files.delete(flag);
                assertReadOnly(() -> RocksStoreTest.put(store, "e", "refused"));
                now.addAndGet(TimeUnit.SECONDS.toNanos(1));
                // Whoever only asks tries nothing: that would take syncs, on a thread that serves others.
                assertThat(store.readOnlyReason()).isPresent();
                assertReadOnly(store::requireRoom);
                RocksStoreTest.put(store, "e", "again");
                assertOld(store);
                assertThat(text(store.get(bytes("e")))).isEqualTo("again");
                assertThat(store.readOnlyReason()).isEmpty();
            }
            try (RocksStore store = RocksStore.open(data, RocksStoreTest.SMALL)) {
                assertOld(store);
                assertThat(text(store.get(bytes("e")))).isEqualTo("again");
            }
            System.out.println("scenario passed");
        }

        private static void assertReadOnly(Runnable write) {
            StoreException refusal = catchThrowableOfType(StoreException.class, write::run);
            assertThat(refusal.kind()).isEqualTo(StoreException.Kind.READ_ONLY);
            assertThat(refusal).hasMessageContaining("A write failed");
        }

        private static void assertOld(Store store) {
            for (String key : new String[] {"a", "b", "c"}) {
                assertThat(text(store.get(bytes(key)))).as(key).isEqualTo("old");
            }
            assertThat(store.get(bytes("d"))).isNull();
        }
    }

    /** Runs under the C library. */
    static final class FailedReopening {
        public static void main(String[] arguments) throws IOException {
            Path data = Path.of(arguments[0]);
            Path flag = Path.of(arguments[1]);
            Path current = data.resolve("rocks").resolve("CURRENT");
            Path away = data.resolve("CURRENT.away");
            AtomicLong now = new AtomicLong();
            try (RocksStore store = RocksStore.open(data, RocksStoreTest.SMALL, now::get)) {
                RocksStoreTest.put(store, "kept", "1");
                Files.writeString(flag, ".sst");
                StoreException refusal = null;
                for (int i = 0; refusal == null; i++) {
                    assertThat(i).as("writes beside a failing flush").isLessThan(100_000);
                    String row = "row" + i;
                    refusal = catchThrowableOfType(
                            StoreException.class, () -> RocksStoreTest.put(store, row, "x".repeat(10_000)));
                }
                Files.delete(flag);
                assertThat(refusal.kind()).isEqualTo(StoreException.Kind.READ_ONLY);

                // The disk takes bytes again, but the database cannot be opened yet.
                Files.move(current, away);
                now.addAndGet(TimeUnit.SECONDS.toNanos(1));
                store.tidy();
                StoreException closed = catchThrowableOfType(StoreException.class, () -> store.get(bytes("kept")));
                assertThat(closed).hasMessageContaining("could not be opened anew");
                assertThat(current).doesNotExist();

                Files.move(away, current);
                now.addAndGet(TimeUnit.SECONDS.toNanos(20));
                store.tidy();
                assertThat(text(store.get(bytes("kept")))).isEqualTo("1");
                assertThat(store.get(bytes("row0"))).hasSize(10_000);
                RocksStoreTest.put(store, "again", "1");
            }
            try (RocksStore store = RocksStore.open(data, RocksStoreTest.SMALL)) {
                assertThat(store.get(bytes("row0"))).hasSize(10_000);
                assertThat(text(store.get(bytes("again")))).isEqualTo("1");
            }
            System.out.println("scenario passed");
        }
    }

    /** Runs under the C library. */
    static final class FailingSortedFiles {
        public static void main(String[] arguments) throws IOException {
            Path flag = Path.of(arguments[1]);
            AtomicLong now = new AtomicLong();
            try (RocksStore store = RocksStore.open(Path.of(arguments[0]), RocksStoreTest.SMALL, now::get)) {
                RocksStoreTest.put(store, "kept", "1");
                Files.writeString(flag, ".sst");
                int rows = writeUntilRefused(store);
                // Opened anew it would have to write the rows it has in memory, and could not: so the old one stays.
                for (int i = 0; i < 3; i++) {
                    now.addAndGet(TimeUnit.SECONDS.toNanos(20));
                    store.tidy();
                    assertThat(store.readOnlyReason()).isPresent();
                    assertThat(text(store.get(bytes("kept")))).isEqualTo("1");
                }
                Files.delete(flag);
                now.addAndGet(TimeUnit.SECONDS.toNanos(20));
                RocksStoreTest.put(store, "again", "1");
                for (int i = 0; i < rows; i++) {
                    assertThat(store.get(bytes("row" + i))).hasSize(10_000);
                }
            }
            System.out.println("scenario passed");
        }
    }

    /** Runs under the C library. */
    static final class FailedDirectorySync {
        public static void main(String[] arguments) throws IOException {
            Path flag = Path.of(arguments[1]);
            AtomicLong now = new AtomicLong();
            try (RocksStore store = RocksStore.open(Path.of(arguments[0]), RocksStoreTest.SMALL, now::get)) {
                Files.writeString(flag, "/journal");
                int rows = writeUntilRefused(store);
                assertThat(store.readOnlyReason().orElseThrow()).contains("A write failed");
                assertThat(store.get(bytes("row" + rows))).isNull();
                Files.delete(flag);
                now.addAndGet(TimeUnit.SECONDS.toNanos(1));
                RocksStoreTest.put(store, "again", "1");
                for (int i = 0; i < rows; i++) {
                    assertThat(store.get(bytes("row" + i))).hasSize(10_000);
                }
            }
            System.out.println("scenario passed");
        }
    }

    /** Answers how many rows were acknowledged. */
    private static int writeUntilRefused(RocksStore store) {
        for (int rows = 0; ; rows++) {
            assertThat(rows).as("writes beside failing syncs").isLessThan(100_000);
            String row = "row" + rows;
            StoreException refusal = catchThrowableOfType(
                    StoreException.class, () -> RocksStoreTest.put(store, row, "x".repeat(10_000)));
            if (refusal != null) {
                assertThat(refusal.kind()).isEqualTo(StoreException.Kind.READ_ONLY);
                return rows;
            }
        }
    }

    private Path compile() throws IOException, InterruptedException {
        Path source = temporary.resolve("failsync.c");
        Path library = temporary.resolve("failsync.so");
        try (InputStream in = FailedSyncTest.class.getResourceAsStream("/store/failsync.c")) {
            Files.write(source, in.readAllBytes());
        }
        try {
            Process compiler = new ProcessBuilder(
                            "gcc", "-O2", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
                    .inheritIO()
                    .start();
            assertThat(compiler.waitFor()).isZero();
        } catch (IOException e) {
            String message = "FailedSyncTest needs gcc, which is not there: a failing fsync was not tested";
            assertThat(System.getenv("CI")).as(message).isNotEqualTo("true");
            System.err.println("SKIPPED: " + message);
            Assumptions.abort(message);
        }
        return library;
    }
}
