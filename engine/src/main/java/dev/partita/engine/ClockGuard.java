package dev.partita.engine;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells whether the wall clock can be trusted with deleting things.
 *
 * <p>A clock that moves unlike monotonic time was set, by an operator, a guest's suspension or a mistake. What it says
 * now would make many items expire at once, so nothing is deleted until it has gone on evenly for ten minutes.
 *
 * <p>After a leap of more than a day, or several within those ten minutes that add up to one, or a start more than a day after the last time that was
 * seen, nobody but a person can tell whether the time is right. Then nothing is deleted until one says so, or the clock is set
 * back.
 *
 * <p>A clock that was behind and comes back to the time it should have, as on a machine without a battery, has not leapt, if it
 * does so within the ten minutes.
 *
 * <p>Any thread may ask.
 */
final class ClockGuard {

    private static final Logger LOG = LoggerFactory.getLogger(ClockGuard.class);
    private static final long JUMP_MILLIS = 60_000;
    private static final long LEAP_MILLIS = Duration.ofDays(1).toMillis();
    private static final long PAUSE_NANOS = 600_000_000_000L;

    private final Clock clock;
    private final LongSupplier nanoTime;
    private final long seenMillis;
    private boolean started;
    private long offsetMillis;
    /** How far the clock was before monotonic time when it was last trusted, with this process or before it. */
    private long rightOffsetMillis;

    private boolean paused;
    private long pausedAtNanos;
    private volatile String heldReason;
    private long heldOffsetMillis;

    /** @param seenMillis when the time was last right, or 0 if nobody knows */
    ClockGuard(Clock clock, LongSupplier nanoTime, long seenMillis) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.seenMillis = seenMillis;
    }

    /** To be asked regularly: a jump shows only in comparison with the last time. */
    synchronized boolean trusts() {
        long nanos = nanoTime.getAsLong();
        long now = clock.millis();
        long offset = now - nanos / 1_000_000;
        if (!started) {
            start(now, offset, nanos);
        }
        long jump = offset - offsetMillis;
        if (Math.abs(jump) > JUMP_MILLIS) {
            long leap = offset - rightOffsetMillis;
            if (heldReason == null && leap > LEAP_MILLIS) {
                hold(now - leap, rightOffsetMillis);
            }
            LOG.warn("The clock was moved by {} s; expiry and stream trimming wait for ten minutes", jump / 1000);
            offsetMillis = offset;
            paused = true;
            pausedAtNanos = nanos;
        } else if (paused && nanos - pausedAtNanos >= PAUSE_NANOS) {
            paused = false;
        }
        if (heldReason != null && offset - heldOffsetMillis <= LEAP_MILLIS) {
            LOG.info("The clock is near to what it was; expiry and stream trimming go on");
            heldReason = null;
        }
        boolean trusted = !paused && heldReason == null;
        if (trusted) {
            rightOffsetMillis = offset;
        }
        return trusted;
    }

    private void start(long now, long offset, long nanos) {
        started = true;
        offsetMillis = offset;
        rightOffsetMillis = offset;
        if (seenMillis == 0) {
            return;
        }
        // As if no time had passed while nobody looked.
        rightOffsetMillis -= now - seenMillis;
        if (now - seenMillis > LEAP_MILLIS) {
            hold(seenMillis, rightOffsetMillis);
        } else if (seenMillis - now > LEAP_MILLIS) {
            LOG.warn(
                    "The clock says {}, and said {} before; expiry and stream trimming wait for ten minutes",
                    Instant.ofEpochMilli(now),
                    Instant.ofEpochMilli(seenMillis));
            paused = true;
            pausedAtNanos = nanos;
        }
    }

    /** Why nothing expires until a person confirms the time, if that is so. */
    Optional<String> heldReason() {
        return Optional.ofNullable(heldReason);
    }

    private void hold(long rightMillis, long rightOffset) {
        heldOffsetMillis = rightOffset;
        heldReason =
                "The clock says %s, and %s when it was last looked at. If that is right, start with the clock trusted"
                                .formatted(Instant.ofEpochMilli(clock.millis()), Instant.ofEpochMilli(rightMillis))
                        + " (clockIsRight); until then nothing expires and no stream is trimmed.";
        LOG.warn(heldReason);
    }
}
