package dev.partita.engine;

import java.time.Clock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether the wall clock can be trusted with deleting things.
 *
 * <p>A clock that moves unlike monotonic time was set, by an operator, a guest's suspension or a mistake. What it says
 * now would make many items expire at once, so nothing is deleted until it has gone on evenly for ten minutes.
 */
final class ClockGuard {

    private static final Logger LOG = LoggerFactory.getLogger(ClockGuard.class);
    private static final long JUMP_MILLIS = 60_000;
    private static final long PAUSE_NANOS = 600_000_000_000L;

    private final Clock clock;
    private final LongSupplier nanoTime;
    private boolean started;
    private long offsetMillis;
    private boolean paused;
    private long pausedAtNanos;

    ClockGuard(Clock clock, LongSupplier nanoTime) {
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /** To be asked regularly: a jump shows only in comparison with the last time. */
    boolean trusts() {
        long nanos = nanoTime.getAsLong();
        long offset = clock.millis() - nanos / 1_000_000;
        long jump = offset - offsetMillis;
        if (!started) {
            started = true;
            offsetMillis = offset;
        } else if (Math.abs(jump) > JUMP_MILLIS) {
            LOG.warn("The clock was moved by {} s; expiry and stream trimming wait for ten minutes", jump / 1000);
            offsetMillis = offset;
            paused = true;
            pausedAtNanos = nanos;
        } else if (paused && nanos - pausedAtNanos >= PAUSE_NANOS) {
            paused = false;
        }
        return !paused;
    }
}
