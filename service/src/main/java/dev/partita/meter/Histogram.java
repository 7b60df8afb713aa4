package dev.partita.meter;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Durations since the start, counted in buckets that grow with the duration, so that a quantile is at most 1.6 % off.
 *
 * <p>A duration is counted in units of 1,024 nanoseconds. The first {@link #SPLIT} buckets hold one unit each; from there on
 * every doubling is split into {@link #SPLIT} buckets of equal width. What is longer than the last bucket is counted there.
 *
 * <p>Threads add to stripes, so that two of them seldom meet at one address; a stripe is made when first needed.
 */
final class Histogram {

    private static final int UNIT_BITS = 10;
    private static final int SPLIT_BITS = 5;
    private static final int SPLIT = 1 << SPLIT_BITS;
    /** The longest is 2^27 units: a little over two minutes. */
    private static final int DOUBLINGS = 22;

    static final int BUCKETS = SPLIT * (DOUBLINGS + 1);

    private static final int STRIPES = Math.min(
            8, Integer.highestOneBit(Math.max(1, 2 * Runtime.getRuntime().availableProcessors() - 1)));

    private final AtomicReferenceArray<AtomicLongArray> stripes = new AtomicReferenceArray<>(STRIPES);

    void add(long nanos) {
        int at = (int) Thread.currentThread().getId() & (STRIPES - 1);
        AtomicLongArray stripe = stripes.getPlain(at);
        if (stripe == null) {
            stripe = make(at);
        }
        stripe.getAndIncrement(bucket(nanos));
    }

    /** What was counted up to now; null when nothing was. */
    long[] counts() {
        long[] counts = null;
        for (int i = 0; i < STRIPES; i++) {
            AtomicLongArray stripe = stripes.get(i);
            if (stripe != null) {
                counts = counts == null ? new long[BUCKETS] : counts;
                for (int b = 0; b < BUCKETS; b++) {
                    counts[b] += stripe.get(b);
                }
            }
        }
        return counts;
    }

    static long total(long[] counts) {
        long total = 0;
        if (counts != null) {
            for (long count : counts) {
                total += count;
            }
        }
        return total;
    }

    /** Adds up; either may be null. The sum is never one of the two arrays. */
    static long[] plus(long[] left, long[] right) {
        if (left == null || right == null) {
            long[] one = left == null ? right : left;
            return one == null ? null : one.clone();
        }
        long[] sum = left.clone();
        for (int b = 0; b < BUCKETS; b++) {
            sum[b] += right[b];
        }
        return sum;
    }

    /** What was counted between two moments; null when nothing was. */
    static long[] minus(long[] later, long[] earlier) {
        if (later == null || later == earlier) {
            return null;
        }
        long[] between = later.clone();
        if (earlier != null) {
            for (int b = 0; b < BUCKETS; b++) {
                between[b] -= earlier[b];
            }
        }
        return between;
    }

    /**
     * The duration in seconds that a share of all did not exceed: of n sorted durations the one at place ⌈share·n⌉.
     *
     * @return not a number when there is none
     */
    static double quantile(long[] counts, double share) {
        long total = total(counts);
        return total == 0 ? Double.NaN : atRank(counts, Math.max(1, (long) Math.ceil(share * total)));
    }

    /** The duration in seconds at this place of all sorted, 1 for the shortest; not a number for a place below that. */
    static double atRank(long[] counts, long rank) {
        if (rank < 1) {
            return Double.NaN;
        }
        int b = 0;
        for (long seen = counts[0]; seen < rank; seen += counts[b]) {
            b++;
        }
        return middleNanos(b) / 1e9;
    }

    static int bucket(long nanos) {
        long units = Math.max(0, nanos) >>> UNIT_BITS;
        if (units < SPLIT) {
            return (int) units;
        }
        int doubling = 63 - Long.numberOfLeadingZeros(units) - SPLIT_BITS;
        return doubling >= DOUBLINGS ? BUCKETS - 1 : SPLIT * (doubling + 1) + (int) (units >>> doubling) - SPLIT;
    }

    private static double middleNanos(int bucket) {
        if (bucket < SPLIT) {
            return (bucket + 0.5) * (1 << UNIT_BITS);
        }
        int doubling = bucket / SPLIT - 1;
        double from = (double) (SPLIT + bucket % SPLIT) * (1L << doubling);
        return (from + 0.5 * (1L << doubling)) * (1 << UNIT_BITS);
    }

    private AtomicLongArray make(int at) {
        AtomicLongArray made = new AtomicLongArray(BUCKETS);
        AtomicLongArray before = stripes.compareAndExchange(at, null, made);
        return before == null ? made : before;
    }
}
