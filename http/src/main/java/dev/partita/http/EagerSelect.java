package dev.partita.http;

import io.netty.channel.SelectStrategy;
import io.netty.util.IntSupplier;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Looks for the next request for a moment before the thread goes to sleep, where a single connection sends request after request: to wake a
 * sleeping processor takes longer than most requests do. While it looks, it lets go of its processor whenever another thread wants it.
 */
final class EagerSelect implements SelectStrategy {

    /** About as long as two processors take to wake up: the client's by our answer, and ours by the next request. */
    static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    /** Whoever takes longer than this for a request and its answer has something else to do, too. */
    static final long SOON_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    private final BooleanSupplier isWorthIt;
    private final LongSupplier nanos;
    /** When it last had nothing to do, or found something as soon as it looked. */
    private long atRestNanos;

    /** @param isWorthIt asked on the thread that selects: whether all it waits for is the next request of one connection */
    EagerSelect(BooleanSupplier isWorthIt, LongSupplier nanos) {
        this.isWorthIt = isWorthIt;
        this.nanos = nanos;
        this.atRestNanos = nanos.getAsLong() - SOON_NANOS;
    }

    @Override
    public int calculateStrategy(IntSupplier selectNow, boolean hasTasks) throws Exception {
        if (hasTasks) {
            return selectNow.get();
        }
        long now = nanos.getAsLong();
        boolean isSoon = now - atRestNanos < SOON_NANOS;
        atRestNanos = now;
        if (isSoon && isWorthIt.getAsBoolean()) {
            do {
                int ready = selectNow.get();
                if (ready > 0) {
                    return ready;
                }
                Thread.yield();
            } while (nanos.getAsLong() - now < LOOK_NANOS);
        }
        return SELECT;
    }
}
