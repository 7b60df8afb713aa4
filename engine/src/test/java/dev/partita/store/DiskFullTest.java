package dev.partita.store;

import static dev.partita.store.StoreContractTest.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A small disk that runs full: refusals come quickly, reads go on, and writes come back once there is room. */
@Timeout(120)
class DiskFullTest {

    private static final long DISK_BYTES = 24 << 20;
    private static final int VALUE_BYTES = 100_000;
    private static final long LONGEST_CALL_NANOS = TimeUnit.SECONDS.toNanos(5);

    @TempDir
    Path temporary;

    private SmallDisk small;
    private Path disk;
    private final AtomicLong now = new AtomicLong();
    private final Random random = new Random(1);

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        small = SmallDisk.mount(temporary, DISK_BYTES);
        disk = small.path();
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        if (small != null) {
            small.close();
        }
    }

    @Test
    void betweenTheFloorAndAQuarterOfItThereIsRoomForDeletesOnly() throws IOException {
        RocksStore.Options floor = new RocksStore.Options(true, 8 << 20, 8 << 20, 1 << 20);
        try (RocksStore store = RocksStore.open(disk.resolve("data"), floor, now::get)) {
            put(store, "row0");
            store.requireRoom();
            Path ballast = small.fill(5 << 20);
            now.addAndGet(TimeUnit.SECONDS.toNanos(1));
            deleteAll(store, 1);
            assertThat(store.get(bytes("row0"))).isNull();
            StoreException refusal = catchThrowableOfType(StoreException.class, store::requireRoom);
            assertThat(refusal.kind()).isEqualTo(StoreException.Kind.READ_ONLY);
            assertThat(store.readOnlyReason()).isPresent();
            deleteAll(store, 1);
            Files.delete(ballast);
            store.requireRoom();
            assertThat(store.readOnlyReason()).isEmpty();
        }
    }

    @Test
    void belowTheFloorWritesAreRefusedUntilThereIsRoomAgain() throws IOException {
        RocksStore.Options floor = new RocksStore.Options(true, 8 << 20, 8 << 20, 1 << 20);
        try (RocksStore store = RocksStore.open(disk.resolve("data"), floor, now::get)) {
            put(store, "kept");
            Path ballast = ballast();
            now.addAndGet(TimeUnit.SECONDS.toNanos(1));
            StoreException refusal = catchThrowableOfType(StoreException.class, () -> put(store, "refused"));
            assertThat(refusal.kind()).isEqualTo(StoreException.Kind.READ_ONLY);
            assertThat(refusal).hasMessageContaining("bytes free");
            assertThat(store.readOnlyReason()).isPresent();
            assertThat(store.get(bytes("kept"))).isNotNull();
            assertThat(store.get(bytes("refused"))).isNull();

            Files.delete(ballast);
            assertThat(store.readOnlyReason())
                    .as("asking changes nothing, and looks at no disk")
                    .isPresent();
            store.tidy();
            assertThat(store.readOnlyReason()).isEmpty();
            put(store, "again");
            assertThat(store.get(bytes("again"))).isNotNull();
        }
    }

    @Tag("slow")
    @Test
    void aDiskThatFillsUnderRocksDbStopsWritesAndGivesThemBack() throws Exception {
        RocksStore.Options noFloor = new RocksStore.Options(true, 0, 8 << 20, 1 << 20);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        AtomicBoolean done = new AtomicBoolean();
        int acknowledged = 0;
        try (RocksStore store = RocksStore.open(disk.resolve("data"), noFloor, now::get)) {
            put(store, "kept");
            Future<?> reader = threads.submit(() -> readUntil(done, store));
            for (int round = 0; round < 3; round++) {
                Path ballast = ballast();
                StoreException refusal = null;
                for (int i = 0; refusal == null; i++) {
                    assertThat(i).as("writes into a full disk").isLessThan(1000);
                    refusal = tryToPut(store, "row" + acknowledged);
                    acknowledged += refusal == null ? 1 : 0;
                }
                assertThat(refusal.kind()).isIn(StoreException.Kind.READ_ONLY, StoreException.Kind.BUSY);
                assertThat(tryToPut(store, "row" + acknowledged)).isNotNull();

                Files.delete(ballast);
                for (int i = 0; tryToPut(store, "row" + acknowledged) != null; i++) {
                    assertThat(i).as("tries after space was freed").isLessThan(100);
                    now.addAndGet(TimeUnit.SECONDS.toNanos(1));
                }
                acknowledged++;
                deleteAll(store, acknowledged);
                acknowledged = 0;
            }
            done.set(true);
            reader.get();
            put(store, "last");
        } finally {
            threads.shutdownNow();
        }
        try (RocksStore store = RocksStore.open(disk.resolve("data"), noFloor)) {
            assertThat(store.get(bytes("kept"))).isNotNull();
            assertThat(store.get(bytes("last"))).isNotNull();
            assertThat(store.get(bytes("row0"))).isNull();
        }
    }

    @Test
    void readsGoOnWhereThereIsRoomForATryButNotForWhatIsInMemory() throws IOException {
        RocksStore.Options noFloor = new RocksStore.Options(true, 0, 8 << 20, 1 << 20);
        try (RocksStore store = RocksStore.open(disk.resolve("data"), noFloor, now::get)) {
            int rows = 0;
            while (rows < 40) {
                put(store, "row" + rows++);
            }
            while (store.statistics().writeBufferBytes() > 2 << 20) {
                Thread.onSpinWait();
            }
            Path ballast = ballast();
            while (tryToPut(store, "row" + rows) == null) {
                rows++;
            }
            Files.delete(ballast);
            ballast = small.fill(900_000);
            for (int i = 0; i < 3; i++) {
                now.addAndGet(TimeUnit.SECONDS.toNanos(20));
                store.tidy();
                assertThat(store.get(bytes("row0"))).isNotNull();
            }
            Files.delete(ballast);
            now.addAndGet(TimeUnit.SECONDS.toNanos(20));
            put(store, "again");
            for (int i = 0; i < rows; i++) {
                assertThat(store.get(bytes("row" + i))).as("row %d", i).isNotNull();
            }
        }
    }

    @Test
    void aCursorAndASnapshotAcrossAnOpeningAnewSayReadAgain() throws IOException {
        RocksStore.Options noFloor = new RocksStore.Options(true, 0, 8 << 20, 1 << 20);
        try (RocksStore store = RocksStore.open(disk.resolve("data"), noFloor, now::get)) {
            put(store, "kept");
            int rows = 0;
            // The journal has all the files it will need, so it is RocksDB that meets the full disk.
            while (rows < 40) {
                put(store, "row" + rows++);
            }
            // As long as RocksDB has yet to write what it was given, the journal cannot use its files again.
            while (store.statistics().writeBufferBytes() > 2 << 20) {
                Thread.onSpinWait();
            }
            boolean isOpenedAnew = false;
            // Where RocksDB is late the journal needs one file more, and meets the full disk first: then nothing is
            // opened anew.
            for (int attempt = 0; attempt < 5 && !isOpenedAnew; attempt++) {
                Path ballast = ballast();
                while (tryToPut(store, "row" + rows) == null) {
                    rows++;
                }
                try (EntryCursor cursor = store.cursor(bytes(""), bytes("z"), false);
                        Snapshot snapshot = store.snapshot()) {
                    cursor.next();
                    Files.delete(ballast);
                    for (int i = 0; tryToPut(store, "later") != null; i++) {
                        assertThat(i).isLessThan(100);
                        now.addAndGet(TimeUnit.SECONDS.toNanos(1));
                    }
                    isOpenedAnew = isBusy(cursor::next);
                    assertThat(isBusy(() -> snapshot.get(bytes("kept")))).isEqualTo(isOpenedAnew);
                }
            }
            assertThat(isOpenedAnew).isTrue();
            assertThat(store.get(bytes("kept"))).isNotNull();
            for (int i = 0; i < rows; i++) {
                assertThat(store.get(bytes("row" + i)))
                        .as("acknowledged row %d", i)
                        .isNotNull();
            }
        }
    }

    private static boolean isBusy(Runnable read) {
        try {
            read.run();
            return false;
        } catch (StoreException e) {
            assertThat(e.kind()).isEqualTo(StoreException.Kind.BUSY);
            return true;
        }
    }

    private static void readUntil(AtomicBoolean done, Store store) {
        while (!done.get()) {
            assertThat(store.get(bytes("kept"))).isNotNull();
            try (EntryCursor cursor = store.cursor(bytes("kept"), bytes("kept0"), false)) {
                assertThat(cursor.next()).isTrue();
            } catch (StoreException e) {
                // A cursor that was open while the database was opened anew.
                assertThat(e.kind()).isEqualTo(StoreException.Kind.BUSY);
            }
        }
    }

    /** Fills the disk but for a few hundred kilobytes. */
    private Path ballast() throws IOException {
        return small.fill(600_000);
    }

    private StoreException tryToPut(Store store, String key) {
        long start = System.nanoTime();
        try {
            put(store, key);
            return null;
        } catch (StoreException e) {
            return e;
        } finally {
            assertThat(System.nanoTime() - start).as("duration of a call").isLessThan(LONGEST_CALL_NANOS);
        }
    }

    private void put(Store store, String key) {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        StoreBatch batch = new StoreBatch();
        batch.put(bytes(key), value);
        store.apply(batch);
    }

    private static void deleteAll(Store store, int rows) {
        StoreBatch batch = new StoreBatch();
        for (int i = 0; i < rows; i++) {
            batch.delete(bytes("row" + i));
        }
        store.apply(batch);
    }
}
