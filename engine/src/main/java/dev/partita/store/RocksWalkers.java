package dev.partita.store;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** All walkers of one open database: those at work, and up to one at rest for each of a few groups of threads. */
final class RocksWalkers {

    private static final int SLOTS = 32;

    private final Set<RocksWalker> all = ConcurrentHashMap.newKeySet();
    private final AtomicReferenceArray<RocksWalker> resting = new AtomicReferenceArray<>(SLOTS);

    /** A walker that rests, now the caller's alone, or null. */
    RocksWalker take() {
        return resting.getAndSet(slot(), null);
    }

    /** Adds one to those that {@link #retireAll} knows. */
    RocksWalker add(RocksWalker walker) {
        all.add(walker);
        return walker;
    }

    void giveBack(RocksWalker walker) {
        if (!resting.compareAndSet(slot(), null, walker)) {
            retire(walker);
        }
    }

    /** A resting walker still holds on to the files and buffers it last saw; this lets them go. */
    void retireResting() {
        for (int i = 0; i < SLOTS; i++) {
            RocksWalker walker = resting.getAndSet(i, null);
            if (walker != null) {
                retire(walker);
            }
        }
    }

    void retireAll() {
        retireResting();
        all.forEach(this::retire);
    }

    private void retire(RocksWalker walker) {
        walker.retire();
        all.remove(walker);
    }

    private static int slot() {
        return (int) (Thread.currentThread().getId() & (SLOTS - 1));
    }
}
