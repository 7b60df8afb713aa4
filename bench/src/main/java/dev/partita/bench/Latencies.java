package dev.partita.bench;

/** Counts of latencies in buckets that grow with the value, exact to under two percent. */
final class Latencies {

    private static final int SUB_BITS = 6;

    private final long[] counts = new long[64 << SUB_BITS];
    private long total;

    void record(long nanos) {
        counts[bucket(Math.max(nanos, 1))]++;
        total++;
    }

    long total() {
        return total;
    }

    /** The latency that the given share of operations, 0 to 1, did not exceed. */
    double microsAt(double share) {
        long rank = Math.max(1, (long) Math.ceil(share * total));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return lowest(i) / 1000.0;
            }
        }
        return 0;
    }

    private static int bucket(long nanos) {
        int exponent = 63 - Long.numberOfLeadingZeros(nanos);
        if (exponent < SUB_BITS) {
            return (int) nanos;
        }
        int shift = exponent - SUB_BITS;
        return ((shift + 1) << SUB_BITS) + (int) ((nanos >>> shift) - (1L << SUB_BITS));
    }

    private static long lowest(int bucket) {
        int shift = (bucket >> SUB_BITS) - 1;
        if (shift < 0) {
            return bucket;
        }
        return ((bucket & ((1L << SUB_BITS) - 1)) + (1L << SUB_BITS)) << shift;
    }
}
