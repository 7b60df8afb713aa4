package dev.partita.store;

/**
 * A walk over entries. Starts before the first; {@link #next} moves on. Belongs to one thread and must be closed.
 *
 * <p>A store that had to be opened anew ends the walks under way: they throw a {@link StoreException} of kind BUSY, and
 * reading again from the last key works.
 */
public interface EntryCursor extends AutoCloseable {

    /** Moves to the next entry; false at the end. Damage met on the way is thrown, never taken for the end. */
    boolean next();

    /** The current key; the array is the caller's. */
    byte[] key();

    /** The current value; the array is the caller's. */
    byte[] value();

    /** Copies the start of the current value into {@code into}, as much as fits, and answers the whole value's length. */
    int value(byte[] into);

    @Override
    void close();
}
