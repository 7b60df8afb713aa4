package dev.partita.store;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets any number of threads use something until one of them needs it alone. Passing costs an atomic add on a counter
 * that threads seldom share. A thread inside must not enter again.
 */
final class Gate {

    private static final int STRIPES = 32;
    /** Counters are kept a cache line pair apart, so that two cores do not fight over one line. */
    private static final int STRIDE = 16;

    private final AtomicLongArray inside = new AtomicLongArray((STRIPES + 1) * STRIDE);
    private final ReentrantLock alone = new ReentrantLock();
    private volatile boolean shut;

    /** Waits while the gate is shut; answers what {@link #leave} needs. */
    int enter() {
        int stripe = (1 + (int) (Thread.currentThread().getId() & (STRIPES - 1))) * STRIDE;
        while (true) {
            // Counted first, looked second: whoever shuts the gate does it the other way round, so one sees the other.
            inside.getAndIncrement(stripe);
            if (!shut) {
                return stripe;
            }
            inside.getAndDecrement(stripe);
            alone.lock();
            alone.unlock();
        }
    }

    void leave(int stripe) {
        inside.getAndDecrement(stripe);
    }

    /** Runs {@code task} once everyone has left, and lets nobody in until it is done. */
    void alone(Runnable task) {
        alone.lock();
        try {
            shut = true;
            while (!isEmpty()) {
                Thread.onSpinWait();
            }
            task.run();
        } finally {
            shut = false;
            alone.unlock();
        }
    }

    private boolean isEmpty() {
        for (int i = 1; i <= STRIPES; i++) {
            if (inside.get(i * STRIDE) != 0) {
                return false;
            }
        }
        return true;
    }
}
