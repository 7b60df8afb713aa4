package dev.partita.meter;

import java.util.concurrent.atomic.LongAdder;

/** Capacity units since the start, to a thousandth. */
final class UnitCounter {
    private static final double PARTS = 1_000;

    private final LongAdder parts = new LongAdder();

    void add(double units) {
        if (units != 0) {
            parts.add(Math.round(units * PARTS));
        }
    }

    double sum() {
        return parts.sum() / PARTS;
    }
}
