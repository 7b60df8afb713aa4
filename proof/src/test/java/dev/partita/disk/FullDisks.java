package dev.partita.disk;

import dev.partita.proof.Budget;
import dev.partita.proof.Directories;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import dev.partita.store.RocksStore;
import dev.partita.store.StoreBatch;
import dev.partita.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A small disk runs full, under the floor or under RocksDB itself, stays so for a while, and gets room again.
 *
 * <p>No call lasts longer than 5 s, reads go on, and within 10 s of room writes are back in the same process. Nothing acknowledged is lost.
 */
public final class FullDisks extends Family {

    private static final long LONGEST_CALL_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long LONGEST_RETURN_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** A call that lasts so long will never end. */
    private static final long HUNG_MILLIS = 30_000;

    private static final int KEPT_ROWS = 20;
    private static final int ROUNDS = 2;
    private static final int MOST_WRITES = 1500;

    public FullDisks() {
        super("R6", "full disk", "disks", 20);
    }

    @Override
    public String lacks() {
        return MemoryDisk.lacks();
    }

    @Override
    public boolean isTimed() {
        return true;
    }

    @Override
    public Figures run(Budget budget, long seed) throws Exception {
        try (Silence silence = new Silence()) {
            return tryAll(budget, seed);
        }
    }

    private static Figures tryAll(Budget budget, long seed) throws Exception {
        List<String> violations = new ArrayList<>();
        long trial = 0;
        long checked = 0;
        long refused = 0;
        long longestCall = 0;
        long longestReturn = 0;
        while (violations.isEmpty() && budget.allowsMore(trial)) {
            Path directory = Scratch.make("full-disk");
            SplittableRandom random = new SplittableRandom(seed + trial);
            try (MemoryDisk disk = MemoryDisk.mount(directory, random.nextLong(24 << 20, 64 << 20))) {
                Filling filling = new Filling(disk, random);
                Thread thread = new Thread(filling, "filling");
                thread.setDaemon(true);
                thread.start();
                filling.watch(thread);
                checked += filling.checked;
                refused += filling.refused;
                longestCall = Math.max(longestCall, filling.longestCallNanos);
                longestReturn = Math.max(longestReturn, filling.longestReturnNanos);
                if (filling.problem != null) {
                    violations.add("trial %d: %s: %s; repeat with -Dproof.family=R6 -Dseed=%d -Dproof.trials=%d"
                            .formatted(trial, filling.options, filling.problem, seed, trial + 1));
                }
            }
            Directories.remove(directory);
            trial++;
        }
        return new Figures(
                trial,
                checked,
                refused,
                violations,
                "longest call %d ms, writes back after %d ms at most"
                        .formatted(longestCall / 1_000_000, longestReturn / 1_000_000));
    }

    /** One disk. The fields are read once the thread has ended, or hangs. */
    private static final class Filling implements Runnable {
        private final MemoryDisk disk;
        private final SplittableRandom random;
        private final RocksStore.Options options;
        private final NavigableMap<String, byte[]> rows = new TreeMap<>();
        private RocksStore store;
        private long next = 1;
        private volatile long checked;
        private volatile long refused;
        private volatile long longestCallNanos;
        private volatile long longestReturnNanos;
        private volatile long calls;
        private volatile String problem;

        Filling(MemoryDisk disk, SplittableRandom random) {
            this.disk = disk;
            this.random = random;
            long floor = random.nextInt(3) == 0 ? 8 << 20 : 0;
            this.options = new RocksStore.Options(true, floor, 8 << 20, 64L << 10 << random.nextInt(5));
        }

        /** Waits until all is done, or a call does not come back. */
        void watch(Thread thread) throws InterruptedException {
            long before = -1;
            while (thread.isAlive() && before != calls) {
                before = calls;
                thread.join(HUNG_MILLIS);
            }
            if (thread.isAlive()) {
                problem = "a call hangs: " + Arrays.toString(thread.getStackTrace());
            }
        }

        @Override
        public void run() {
            try {
                fillAndFree();
            } catch (Wrong | IOException | StoreException e) {
                problem = e.toString();
            }
        }

        private void fillAndFree() throws IOException {
            Path data = disk.path().resolve("data");
            store = RocksStore.open(data, options);
            try {
                for (int i = 0; i < KEPT_ROWS; i++) {
                    StoreBatch batch = new StoreBatch();
                    batch.put(Batches.bytes("kept" + i), Batches.bytes("value" + i));
                    store.apply(batch);
                }
                for (int round = 0; round < ROUNDS; round++) {
                    for (int i = 0; i < 60; i++) {
                        require(write() == null, "there is room, and a write is refused");
                    }
                    disk.fill(options.freeSpaceFloorBytes() / 2 + random.nextInt(800_000));
                    stayFull();
                    disk.makeRoom();
                    comeBack();
                    readAll();
                }
            } finally {
                store.close();
            }
            store = RocksStore.open(data, options);
            try {
                readAll();
            } finally {
                store.close();
            }
        }

        private void stayFull() {
            StoreException refusal = null;
            for (int i = 0; refusal == null && i < MOST_WRITES; i++) {
                refusal = write();
                read();
            }
            // Long enough, now and then, for the tries to come seldom.
            int millis = random.nextInt(random.nextInt(8) == 0 ? 8000 : 500);
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            while (System.nanoTime() - end < 0) {
                write();
                read();
                store.tidy();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }

        private void comeBack() {
            long free = System.nanoTime();
            for (StoreException refusal = write(); refusal != null; refusal = write()) {
                require(System.nanoTime() - free < LONGEST_RETURN_NANOS, "10 s after there is room again: " + refusal);
                read();
                store.tidy();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
            longestReturnNanos = Math.max(longestReturnNanos, System.nanoTime() - free);
        }

        /** Null if it was acknowledged. */
        private StoreException write() {
            long number = next++;
            long started = System.nanoTime();
            try {
                store.apply(Batches.batch(number));
                Batches.apply(number, rows);
                return null;
            } catch (StoreException e) {
                require(
                        e.kind() == StoreException.Kind.READ_ONLY || e.kind() == StoreException.Kind.BUSY,
                        "a write was refused with " + e.kind() + ": " + e);
                refused++;
                return e;
            } finally {
                took(System.nanoTime() - started, "a write");
            }
        }

        private void read() {
            String number = String.valueOf(random.nextInt(KEPT_ROWS));
            requireRow("kept" + number, Batches.bytes("value" + number));
        }

        private void readAll() {
            rows.forEach(this::requireRow);
        }

        private void requireRow(String key, byte[] expected) {
            long started = System.nanoTime();
            byte[] found = store.get(Batches.bytes(key));
            took(System.nanoTime() - started, "a read");
            checked++;
            require(Arrays.equals(found, expected), key + " is not what was acknowledged");
        }

        private void took(long nanos, String what) {
            calls++;
            longestCallNanos = Math.max(longestCallNanos, nanos);
            require(nanos < LONGEST_CALL_NANOS, what + " took " + nanos / 1_000_000 + " ms");
        }

        private static void require(boolean holds, String otherwise) {
            if (!holds) {
                throw new Wrong(otherwise);
            }
        }
    }

    /** A promise is broken. */
    private static final class Wrong extends RuntimeException {
        Wrong(String message) {
            super(message);
        }
    }
}
