package dev.partita.item;

/**
 * Bytes to capacity units: the only place that rounds.
 *
 * <p>What is read together (an item, or a page of a query) is summed up first and rounded once, to 4 KB; what is written is
 * rounded item by item and index entry by index entry, to 1 KB. An eventually consistent read takes half, a transaction twice.
 */
public final class Units {

    /** Of a strongly consistent read; one unit where nothing is found. */
    public static long read(long bytes) {
        return Math.max(1, up(bytes, Limits.READ_UNIT_BYTES));
    }

    public static double read(long bytes, boolean consistent) {
        return consistent ? read(bytes) : read(bytes) / 2.0;
    }

    /** Of a request that writes an item; one unit also where there is none. */
    public static long write(long bytes) {
        return Math.max(1, up(bytes, Limits.WRITE_UNIT_BYTES));
    }

    /** Of an entry that comes or goes; none for the entry that is not there. */
    public static int entry(int bytes) {
        return (int) up(bytes, Limits.WRITE_UNIT_BYTES);
    }

    private static long up(long bytes, int unitBytes) {
        return (bytes + unitBytes - 1) / unitBytes;
    }

    private Units() {}
}
