package dev.partita.http;

import java.util.concurrent.atomic.AtomicLong;

/** The memory that requests in flight may take together: asked before it is allocated, never waited for. */
final class MemoryBudget {

    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();

    MemoryBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Whether {@code bytes} more fit; if so they are taken. */
    boolean take(long bytes) {
        if (usedBytes.addAndGet(bytes) <= limitBytes) {
            return true;
        }
        usedBytes.addAndGet(-bytes);
        return false;
    }

    /** Counts {@code bytes} that are there already, even beyond the limit. */
    void takeAnyway(long bytes) {
        usedBytes.addAndGet(bytes);
    }

    boolean isHalfFree() {
        return bytesToHalf() <= 0;
    }

    /** How much would have to be given back for half of it to be free. */
    long bytesToHalf() {
        return usedBytes.get() - limitBytes / 2;
    }

    void giveBack(long bytes) {
        usedBytes.addAndGet(-bytes);
    }
}
