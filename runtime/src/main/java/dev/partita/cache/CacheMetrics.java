package dev.partita.cache;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What the caches did, pattern by pattern. Reading it costs the callers nothing.
 *
 * <p>Threads may share it; figures read while others count may be a little behind.
 */
public final class CacheMetrics {

    /** The counters of one pattern. */
    static final class Counters {
        final LongAdder hits = new LongAdder();
        final LongAdder misses = new LongAdder();
        final LongAdder dropped = new LongAdder();
        final LongAdder invalidations = new LongAdder();
        final LongAdder failures = new LongAdder();

        CacheCounts counts() {
            return new CacheCounts(hits.sum(), misses.sum(), dropped.sum(), invalidations.sum(), failures.sum());
        }
    }

    private final Map<String, Counters> patterns = new ConcurrentHashMap<>();

    CacheMetrics() {}

    /** By design and pattern: {@code algoitny.userByEmail}. */
    public Map<String, CacheCounts> byPattern() {
        Map<String, CacheCounts> counts = new TreeMap<>();
        patterns.forEach((pattern, counters) -> counts.put(pattern, counters.counts()));
        return counts;
    }

    /** Of one pattern; all zero for one that was never asked. */
    public CacheCounts of(String design, String pattern) {
        return counters(design, pattern).counts();
    }

    /** All patterns together. */
    public CacheCounts total() {
        long[] sums = new long[5];
        patterns.values().stream().map(Counters::counts).forEach(counts -> {
            sums[0] += counts.hits();
            sums[1] += counts.misses();
            sums[2] += counts.dropped();
            sums[3] += counts.invalidations();
            sums[4] += counts.failures();
        });
        return new CacheCounts(sums[0], sums[1], sums[2], sums[3], sums[4]);
    }

    Counters counters(String design, String pattern) {
        return patterns.computeIfAbsent(design + "." + pattern, name -> new Counters());
    }
}
