package dev.partita.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksStoreTest extends StoreContractTest {

    /** Buffers so small that even a test writes sorted files and compacts them. */
    static final RocksStore.Options SMALL = new RocksStore.Options(true, 0, 8 << 20, 64 << 10);

    @TempDir
    Path directory;

    @Override
    Store newStore() {
        return RocksStore.open(directory.resolve("data"), SMALL);
    }

    @Test
    void whatWasWrittenIsThereAfterReopening() {
        Path data = directory.resolve("reopened");
        try (Store store = RocksStore.open(data, SMALL)) {
            put(store, "a", "1");
        }
        try (Store store = RocksStore.open(data, SMALL)) {
            assertThat(text(store.get(bytes("a")))).isEqualTo("1");
            put(store, "b", "2");
        }
        try (Store store = RocksStore.open(data, SMALL.withFsync(false))) {
            assertThat(text(store.get(bytes("b")))).isEqualTo("2");
        }
    }

    @Test
    void boundsLongerThanUsualStillBind() {
        byte[] from = new byte[20_000];
        byte[] to = new byte[20_000];
        to[19_999] = 2;
        byte[] between = new byte[20_000];
        between[19_999] = 1;
        try (Store store = RocksStore.open(directory.resolve("long"), SMALL)) {
            StoreBatch batch = new StoreBatch();
            batch.put(from, bytes("from"));
            batch.put(between, bytes("between"));
            batch.put(to, bytes("to"));
            store.apply(batch);
            try (EntryCursor cursor = store.cursor(between, to, false)) {
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.key()).isEqualTo(between);
                assertThat(cursor.next()).isFalse();
            }
        }
    }

    @Test
    void largeValuesComeWhole() {
        byte[] value = new byte[400 << 10];
        new Random(1).nextBytes(value);
        try (Store store = RocksStore.open(directory.resolve("large"), SMALL)) {
            StoreBatch batch = new StoreBatch();
            batch.put(bytes("a"), value);
            batch.put(bytes("b"), Arrays.copyOf(value, 10_000));
            batch.put(bytes("c"), Arrays.copyOf(value, 10_000));
            store.apply(batch);
            assertThat(store.get(bytes("a"))).isEqualTo(value);
            try (EntryCursor cursor = store.cursor(bytes("a"), bytes("d"), false)) {
                cursor.next();
                assertThat(cursor.value()).isEqualTo(value);
                cursor.next();
                assertThat(cursor.value()).isEqualTo(Arrays.copyOf(value, 10_000));
                cursor.next();
                assertThat(cursor.value()).isEqualTo(Arrays.copyOf(value, 10_000));
            }
        }
    }

    @Test
    void openCursorsAndSnapshotsSurviveTheEndOfTheStore() {
        Store store = RocksStore.open(directory.resolve("ended"), SMALL);
        put(store, "a", "1");
        EntryCursor cursor = store.cursor(bytes(""), bytes("z"), false);
        EntryCursor walked = store.cursor(bytes(""), bytes("z"), false);
        walked.next();
        Snapshot snapshot = store.snapshot();
        store.close();
        assertThatThrownBy(cursor::next).isInstanceOf(StoreException.class);
        assertThatThrownBy(walked::key).isInstanceOf(StoreException.class);
        assertThatThrownBy(walked::value).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> snapshot.get(bytes("a"))).isInstanceOf(StoreException.class);
        assertThatThrownBy(() -> snapshot.cursor(bytes(""), bytes("z"), false)).isInstanceOf(StoreException.class);
        cursor.close();
        walked.close();
        snapshot.close();
    }

    @Test
    void closingUnderReadersAndAWriterIsSafe() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(5);
        try {
            for (int round = 0; round < 10; round++) {
                Store store = RocksStore.open(directory.resolve("closing"), SMALL.withFsync(false));
                put(store, "a", "1", "b", "2", "c", "3");
                CountDownLatch running = new CountDownLatch(5);
                List<Future<?>> all = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    all.add(threads.submit(() -> untilClosed(running, () -> readAll(store))));
                }
                all.add(threads.submit(() -> untilClosed(running, () -> put(store, "c", "3".repeat(1000)))));
                running.await();
                store.close();
                for (Future<?> one : all) {
                    one.get();
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static void untilClosed(CountDownLatch running, Runnable work) {
        for (int i = 0; ; i++) {
            try {
                work.run();
            } catch (StoreException e) {
                return;
            }
            if (i == 20) {
                running.countDown();
            }
        }
    }

    private static void readAll(Store store) {
        assertThat(store.get(bytes("a"))).isNotNull();
        try (Snapshot snapshot = store.snapshot();
                EntryCursor forwards = snapshot.cursor(bytes(""), bytes("z"), false);
                EntryCursor backwards = store.cursor(bytes(""), bytes("z"), true)) {
            while (forwards.next() && backwards.next()) {
                assertThat(forwards.key()).hasSize(1);
                assertThat(backwards.value()).isNotEmpty();
            }
        }
    }

    @Test
    void filtersOverPartitionsHideNoRow() {
        Seed seed = Seed.draw();
        Random random = seed.random();
        TreeMap<byte[], byte[]> expected = new TreeMap<>(Arrays::compareUnsigned);
        try (Store store = RocksStore.open(directory.resolve("filtered"), SMALL.withFsync(false))) {
            for (int i = 0; i < 3_000; i++) {
                byte[] key = rowKey(random, 11 + random.nextInt(4));
                byte[] value = new byte[500];
                random.nextBytes(value);
                StoreBatch batch = new StoreBatch();
                batch.put(key, value);
                store.apply(batch);
                expected.put(key, value);
            }
            for (int round = 0; round < 3_000; round++) {
                byte[] one = rowKey(random, 1 + random.nextInt(14));
                byte[] other = random.nextBoolean() ? rowKey(random, 1 + random.nextInt(14)) : one.clone();
                other[other.length - 1]++;
                boolean inOrder = Arrays.compareUnsigned(one, other) < 0;
                byte[] from = inOrder ? one : other;
                byte[] to = inOrder ? other : one;
                boolean backwards = random.nextInt(4) == 0;
                List<byte[]> found = new ArrayList<>();
                try (EntryCursor cursor = store.cursor(from, to, backwards)) {
                    while (cursor.next()) {
                        found.add(cursor.key());
                    }
                }
                NavigableMap<byte[], byte[]> range = expected.subMap(from, true, to, false);
                assertThat(found)
                        .as("seed %s round %d", seed, round)
                        .containsExactlyElementsOf(backwards ? range.descendingKeySet() : range.keySet());
            }
        }
    }

    /** Few different bytes, the last ones before an overflow among them. */
    private static byte[] rowKey(Random random, int length) {
        byte[] key = new byte[length];
        for (int i = 0; i < length; i++) {
            key[i] = (byte) (i < 8 ? 0x10 : new int[] {0, 1, 0xFE, 0xFF}[random.nextInt(4)]);
        }
        return key;
    }

    @Test
    void statisticsCountWhatIsStored() {
        try (RocksStore store = RocksStore.open(directory.resolve("counted"), SMALL)) {
            put(store, "a", "1".repeat(10_000));
            assertThat(store.statistics().diskBytes()).isGreaterThan(10_000);
            assertThat(store.statistics().backgroundErrors()).isZero();
            assertThat(store.readOnlyReason()).isEmpty();
        }
    }

    @Test
    void whoAsksWhyWritesAreRefusedLooksAtNoDisk() {
        AtomicLong free = new AtomicLong(Long.MAX_VALUE);
        AtomicInteger looks = new AtomicInteger();
        RocksStore.Surroundings surroundings = new RocksStore.Surroundings(
                System::nanoTime,
                path -> {
                    looks.incrementAndGet();
                    return free.get();
                },
                RocksDatabase.LIBRARY);
        RocksStore.Options floor = SMALL.withFreeSpaceFloorBytes(1000);
        try (RocksStore store = RocksStore.open(directory.resolve("asked"), floor, surroundings)) {
            free.set(0);
            assertThatThrownBy(() -> put(store, "a", "1")).isInstanceOf(StoreException.class);
            free.set(Long.MAX_VALUE);
            int before = looks.get();
            assertThat(store.readOnlyReason()).isPresent();
            assertThat(looks).hasValue(before);
            store.requireRoom();
            assertThat(store.readOnlyReason()).isEmpty();
            put(store, "a", "1");
        }
    }

    static void put(Store store, String... keysAndValues) {
        StoreBatch batch = new StoreBatch();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            batch.put(bytes(keysAndValues[i]), bytes(keysAndValues[i + 1]));
        }
        store.apply(batch);
    }

    @Test
    void whatWasWrittenIsMergedOnceWritesPause() {
        RocksStore.Options fewFiles = new RocksStore.Options(false, 0, 32 << 20, 4 << 20);
        Random random = new Random(1);
        try (RocksStore store = RocksStore.open(directory.resolve("tidy"), fewFiles)) {
            store.tidy();
            writeMegabytes(store, random, 20);
            store.tidy();
            assertThat(store.statistics().unmergedFiles()).as("writes go on").isGreaterThan(2);
            store.tidy();
            awaitUnmergedFiles(store, 1);
            try (EntryCursor cursor = store.cursor(new byte[] {0}, new byte[] {127}, false)) {
                int rows = 0;
                while (cursor.next()) {
                    rows++;
                }
                assertThat(rows).isEqualTo(20 * 256);
            }
        }
    }

    private static void writeMegabytes(RocksStore store, Random random, int megabytes) {
        byte[] value = new byte[4 << 10];
        for (int i = 0; i < megabytes; i++) {
            StoreBatch batch = new StoreBatch();
            for (int row = 0; row < 256; row++) {
                byte[] key = new byte[16];
                random.nextBytes(key);
                key[0] = 1;
                random.nextBytes(value);
                batch.put(key, value.clone());
            }
            store.apply(batch);
        }
    }

    /** RocksDB merges on a thread of its own, so there is nothing to wait for but the result. */
    private static void awaitUnmergedFiles(RocksStore store, int atMost) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (store.statistics().unmergedFiles() > atMost) {
            assertThat(System.nanoTime()).as("not merged in time").isLessThan(end);
            Thread.onSpinWait();
        }
    }
}
