package dev.partita.proof;

import java.time.Duration;

/** How long a family goes on: so many trials, or so much time. */
public final class Budget {

    private final long trials;
    private final long endNanos;

    private Budget(long trials, long endNanos) {
        this.trials = trials;
        this.endNanos = endNanos;
    }

    public static Budget trials(long trials) {
        return new Budget(trials, 0);
    }

    /** Begins now. */
    public static Budget lasting(Duration time) {
        return new Budget(Long.MAX_VALUE, System.nanoTime() + time.toNanos());
    }

    /** Whether there is to be another trial after so many. There is always a first one. */
    public boolean allowsMore(long done) {
        return done == 0 || done < trials && (trials != Long.MAX_VALUE || System.nanoTime() - endNanos < 0);
    }
}
