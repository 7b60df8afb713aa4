package dev.partita.disk;

import dev.partita.proof.Budget;
import dev.partita.proof.Family;
import dev.partita.proof.Figures;
import dev.partita.store.EntryCursor;
import dev.partita.store.RocksStore;
import dev.partita.store.Store;
import dev.partita.store.StoreException;
import dev.partita.store.TimedStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The life of a store on a simulated disk, in a simulated time, all of it by chance from one seed: it is opened, written to and killed,
 * or loses its power, between any two calls, again and again, while syncs and writes fail. Journal, data directory and store are the
 * product's own; only RocksDB is replaced, by rows that are written to one file.
 */
public final class Simulations extends Family {

    private static final int STARTS = 6;
    private static final RocksStore.Options TINY = new RocksStore.Options(true, 0, 1 << 20, 24 << 10);

    public Simulations() {
        super("R19", "simulated disk", "histories", 3000);
    }

    @Override
    public Figures run(Budget budget, long seed) {
        try (Silence silence = new Silence()) {
            return tryAll(budget, seed);
        }
    }

    private static Figures tryAll(Budget budget, long seed) {
        List<String> violations = new ArrayList<>();
        long trial = 0;
        long checked = 0;
        long faults = 0;
        long starts = 0;
        long crashes = 0;
        while (violations.isEmpty() && budget.allowsMore(trial)) {
            History history = new History(new SplittableRandom(seed + trial));
            try {
                history.live();
            } catch (Wrong | StoreException | IllegalStateException e) {
                violations.add("trial %d: start %d: %s; repeat with -Dproof.family=R19 -Dseed=%d"
                                .formatted(trial, history.starts, e, seed + trial)
                        + " -Dproof.trials=1");
            }
            checked += history.checked;
            faults += history.faults;
            starts += history.starts;
            crashes += history.crashes;
            trial++;
        }
        return new Figures(
                trial,
                checked,
                faults + crashes,
                violations,
                starts + " starts, " + crashes + " crashes, " + faults + " failed calls");
    }

    private static final class History {
        private final SplittableRandom random;
        private final NavigableSet<Long> acknowledged = new TreeSet<>();
        private TapedDisk disk = new TapedDisk();
        /** Whether a life without fsync wrote what no life with it has found yet; until then the power stays on. */
        private boolean unsynced;

        private long next = 1;
        private long nanos;
        private long checked;
        private long faults;
        private int starts;
        private int crashes;

        History(SplittableRandom random) {
            this.random = random;
        }

        void live() {
            while (starts < STARTS) {
                starts++;
                live(new SimulatedDisk(disk));
            }
        }

        /** From a start to a close, a kill or a power cut. */
        private void live(SimulatedDisk simulated) {
            long callsLeft = random.nextInt(3) == 0 ? Long.MAX_VALUE : random.nextInt(1 << random.nextInt(1, 11));
            int oneIn = random.nextInt(2) == 0 ? 0 : 1 << random.nextInt(3, 9);
            Suffering suffering = new Suffering(callsLeft, oneIn);
            simulated.suffer(suffering);
            boolean fsync = random.nextInt(5) > 0;
            RocksStore store = openSomehow(simulated, suffering, TINY.withFsync(fsync));
            if (store != null) {
                unsynced = !fsync;
                try {
                    adopt(store);
                    write(store, simulated, suffering);
                    if (!simulated.isOff() && random.nextBoolean()) {
                        suffering.isWell = true;
                        comeBack(store, simulated);
                    }
                } finally {
                    boolean kill = random.nextBoolean();
                    if (kill) {
                        suffering.callsLeft = 0;
                    }
                    close(store);
                }
            }
            boolean cut = random.nextBoolean() && !unsynced;
            if (simulated.isOff()) {
                crashes++;
            }
            disk = cut ? TapedDisk.of(simulated.content().cut(random)) : simulated.content();
        }

        /** Null if the power went off before. */
        private RocksStore openSomehow(SimulatedDisk simulated, Suffering suffering, RocksStore.Options options) {
            while (!simulated.isOff()) {
                boolean well = suffering.isWell;
                long before = suffering.failed;
                try {
                    return TimedStore.simulated(simulated.root().resolve("data"), options, () -> nanos, random.split());
                } catch (StoreException e) {
                    require(simulated.isOff() || suffering.failed > before && !well, "refused without a cause: " + e);
                    suffering.isWell = random.nextInt(4) == 0;
                }
            }
            return null;
        }

        /** What was under way at the crash is there or not; from now on it stays so. */
        private void adopt(Store store) {
            long last = acknowledged.isEmpty() ? 0 : acknowledged.last();
            for (long number = last + 1; number < next; number++) {
                if (store.get(Batches.bytes(Batches.own(number))) != null) {
                    acknowledged.add(number);
                }
            }
            compare(store);
        }

        private void write(RocksStore store, SimulatedDisk simulated, Suffering suffering) {
            int writes = random.nextInt(1 << random.nextInt(1, 7));
            for (int i = 0; i < writes && !simulated.isOff(); i++) {
                tryToWrite(store, simulated);
                nanos += TimeUnit.MILLISECONDS.toNanos(random.nextInt(1 << random.nextInt(1, 13)));
                if (random.nextInt(10) == 0) {
                    store.tidy();
                }
                if (random.nextInt(20) == 0 && !simulated.isOff()) {
                    compare(store);
                }
            }
        }

        private boolean tryToWrite(RocksStore store, SimulatedDisk simulated) {
            long number = next++;
            try {
                store.apply(Batches.batch(number));
                acknowledged.add(number);
                return true;
            } catch (StoreException e) {
                boolean closed = e.kind() == StoreException.Kind.CANNOT_OPEN;
                require(
                        !closed || e.getMessage().contains("opened anew"),
                        "a write was refused with " + e.kind() + ": " + e);
                return false;
            }
        }

        private void comeBack(RocksStore store, SimulatedDisk simulated) {
            for (int i = 0; ; i++) {
                nanos += TimeUnit.SECONDS.toNanos(10);
                store.tidy();
                if (tryToWrite(store, simulated) || simulated.isOff()) {
                    break;
                }
                require(i < 5, "the disk is well, and writes do not come back: " + store.readOnlyReason());
            }
            if (!simulated.isOff()) {
                compare(store);
            }
        }

        private static void close(RocksStore store) {
            try {
                store.close();
            } catch (StoreException e) {
                // It could not be opened anew.
            }
        }

        private void compare(Store store) {
            NavigableMap<String, byte[]> expected = new TreeMap<>();
            acknowledged.forEach(number -> Batches.apply(number, expected));
            try (EntryCursor cursor = store.cursor(new byte[] {1}, new byte[] {(byte) 0x7f}, false)) {
                for (Map.Entry<String, byte[]> row : expected.entrySet()) {
                    checked++;
                    require(cursor.next(), row.getKey() + " and what follows is missing");
                    String key = Batches.text(cursor.key());
                    require(key.equals(row.getKey()), "there is " + key + " where " + row.getKey() + " should be");
                    require(Arrays.equals(cursor.value(), row.getValue()), key + " has another value");
                }
                require(!cursor.next(), "there is more than was acknowledged");
            } catch (StoreException e) {
                require(e.getMessage().contains("opened anew"), "a read was refused: " + e);
            }
        }

        /** The disk's bad days. */
        private final class Suffering implements SimulatedDisk.Faults {
            private final int oneIn;
            private long callsLeft;
            private long failed;
            private boolean isWell;

            Suffering(long callsLeft, int oneIn) {
                this.callsLeft = callsLeft;
                this.oneIn = oneIn;
            }

            @Override
            public SimulatedDisk.Fate of(String call, String path) {
                if (callsLeft-- <= 0) {
                    return SimulatedDisk.Fate.POWER_OFF;
                }
                if (isWell || oneIn == 0 || random.nextInt(oneIn) > 0) {
                    return SimulatedDisk.Fate.WORKS;
                }
                failed++;
                faults++;
                return SimulatedDisk.Fate.FAILS;
            }
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new Wrong(otherwise);
        }
    }

    /** A promise is broken. */
    private static final class Wrong extends RuntimeException {
        Wrong(String message) {
            super(message);
        }
    }
}
