package dev.partita.store;

/**
 * One moment of a store, kept readable until it is closed. A store that had to be opened anew loses its snapshots: they
 * throw a {@link StoreException} of kind BUSY.
 */
public interface Snapshot extends StoreView, AutoCloseable {

    @Override
    void close();
}
