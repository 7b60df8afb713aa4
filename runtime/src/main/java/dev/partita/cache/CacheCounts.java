package dev.partita.cache;

/**
 * What the cache of a pattern did since the start.
 *
 * @param hits answers from the cache, those that waited for another's read included
 * @param misses answers read from the table
 * @param dropped answers read but not kept: a write came in between, or was too recent for an index to show it for certain
 * @param invalidations writes that made answers forgotten
 * @param failures times that the cache could not be reached
 */
public record CacheCounts(long hits, long misses, long dropped, long invalidations, long failures) {

    /** The share of reads that the cache answered, between 0 and 1; 0 when there was none. */
    public double hitRate() {
        long reads = hits + misses + failures;
        return reads == 0 ? 0 : (double) hits / reads;
    }
}
