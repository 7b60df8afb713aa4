package dev.partita.store;

/** One moment of a store, kept readable until it is closed. */
public interface Snapshot extends Reader, AutoCloseable {

    @Override
    void close();
}
