package dev.partita.meter;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;

/** Lets the first few of a kind pass each minute. */
final class PerMinuteLimit {

    static final int PER_MINUTE = 5;
    /** Kinds are few; should they not be, all beyond are one. */
    static final int MOST_KINDS = 1_000;

    private static final long MINUTE_MILLIS = 60_000;

    private static final class Count {
        long minute;
        int passed;
        long leftOut;
    }

    private final Clock clock;
    private final Map<String, Count> kinds = new HashMap<>();

    PerMinuteLimit(Clock clock) {
        this.clock = clock;
    }

    /** How many were left out since the last that passed; -1 when this one is left out, too. */
    synchronized long admit(String kind) {
        long minute = Math.floorDiv(clock.millis(), MINUTE_MILLIS);
        Count count = kinds.get(kind);
        if (count == null) {
            count = kinds.computeIfAbsent(kinds.size() < MOST_KINDS ? kind : "", one -> new Count());
        }
        if (count.minute != minute) {
            count.minute = minute;
            count.passed = 0;
        }
        if (count.passed == PER_MINUTE) {
            count.leftOut++;
            return -1;
        }
        count.passed++;
        long leftOut = count.leftOut;
        count.leftOut = 0;
        return leftOut;
    }
}
