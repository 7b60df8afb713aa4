package dev.partita.deploy;

import dev.partita.plan.Pause;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Keeps work at a number of capacity units a second. What a request takes is known only afterwards, so it is paid for then: who
 * took more than there was waits until it is earned. Threads may share it.
 */
public final class Pace {

    private static final double NANOS = 1e9;

    private final double unitsPerSecond;
    private final LongSupplier nanos;
    private final Pause pause;
    private double balance;
    private long then;

    private Pace(double unitsPerSecond, LongSupplier nanos, Pause pause) {
        this.unitsPerSecond = unitsPerSecond;
        this.nanos = nanos;
        this.pause = pause;
        this.balance = unitsPerSecond;
        this.then = nanos.getAsLong();
    }

    /** @param unitsPerSecond infinite for as fast as the endpoint lets it */
    public static Pace of(double unitsPerSecond) {
        return of(unitsPerSecond, System::nanoTime, Pause.RESTING);
    }

    static Pace of(double unitsPerSecond, LongSupplier nanos, Pause pause) {
        if (!(unitsPerSecond > 0)) {
            throw new IllegalArgumentException("A pace is above 0 units a second, not " + unitsPerSecond);
        }
        return new Pace(unitsPerSecond, nanos, pause);
    }

    /** Takes note of units used, and returns when the next request may be sent. */
    public void took(double units) {
        if (unitsPerSecond == Double.POSITIVE_INFINITY) {
            return;
        }
        Duration wait = waitAfter(units);
        if (!wait.isZero()) {
            pause.of(wait);
        }
    }

    private synchronized Duration waitAfter(double units) {
        long now = nanos.getAsLong();
        // At most a second's worth is saved up, so that a rest is not followed by a burst.
        balance = Math.min(unitsPerSecond, balance + (now - then) / NANOS * unitsPerSecond) - units;
        then = now;
        return balance >= 0 ? Duration.ZERO : Duration.ofNanos((long) Math.ceil(-balance / unitsPerSecond * NANOS));
    }
}
