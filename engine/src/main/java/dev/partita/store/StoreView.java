package dev.partita.store;

/** What can be asked of a store at one moment. */
public interface StoreView {

    /** The value at {@code key}, or null. The array is the caller's. */
    byte[] get(byte[] key);

    /**
     * Walks the keys from {@code from} (inclusive) to {@code to} (exclusive), upwards or, if {@code backwards}, from the
     * highest to the lowest. The walk sees one moment of the store, whatever is written meanwhile.
     * {@code from} and {@code to} must not change while the cursor is open.
     */
    EntryCursor cursor(byte[] from, byte[] to, boolean backwards);
}
