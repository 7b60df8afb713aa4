package dev.partita.proof;

import java.time.Duration;

/** How long a family goes on: so many trials, or so much time. */
public final class Budget {

    private final long trials;
    private final long endNanos;
    private volatile boolean over;

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

    /** Whether it is time that is given, as where the machine is ours alone: then times may be judged. */
    public boolean isTime() {
        return trials == Long.MAX_VALUE;
    }

    /** Whether there is to be another trial after so many. There is always a first one, unless somebody stopped it all. */
    public boolean allowsMore(long done) {
        if (over) {
            return false;
        }
        boolean isByTime = trials == Long.MAX_VALUE;
        return done == 0 || (isByTime ? System.nanoTime() - endNanos < 0 : done < trials);
    }

    /** Nothing more, whatever was planned. */
    void end() {
        over = true;
    }
}
