package dev.partita.store;

import java.util.Optional;

/**
 * An ordered map of bytes: all the engine asks of a disk. Keys sort unsigned, byte by byte; those that begin with twelve
 * bytes of 255 belong to the store. Any number of threads may read; one at a time applies batches.
 */
public interface Store extends StoreView, AutoCloseable {

    Snapshot snapshot();

    /**
     * Applies all of {@code batch} or none of it, in its order. When it returns, readers see it and it is as durable as
     * the store was opened to be.
     *
     * @throws StoreException if it could not; then nothing of it is visible, though after a restart all of it may be
     */
    void apply(StoreBatch batch);

    /**
     * Called once a second or so, by a thread nobody waits for: a chance to put in order what was written, once nobody writes
     * any more, and to try again a disk that failed. It does not wait for the order.
     */
    default void tidy() {}

    /**
     * Asked before something is added. What takes away may be applied all the same, for it makes room. It never waits for the
     * disk.
     *
     * @throws StoreException when there is no room for more
     */
    default void requireRoom() {}

    /** Why writes are refused at the moment, if they are. Only tells: {@link #apply} and {@link #tidy} try to end that. */
    default Optional<String> readOnlyReason() {
        return Optional.empty();
    }

    @Override
    void close();
}
