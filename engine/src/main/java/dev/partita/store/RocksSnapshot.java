package dev.partita.store;

import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;

/** A moment of a {@link RocksDatabase}. Opening the database anew ends it, as it lives in one opening's memory. */
final class RocksSnapshot implements Snapshot {

    private final RocksDatabase database;
    private final ReadOptions options = new ReadOptions();
    private final org.rocksdb.Snapshot moment;
    private volatile boolean closed;
    // Changed inside the database's gate, or alone in it.
    private volatile boolean released;

    RocksSnapshot(RocksDatabase database, org.rocksdb.Snapshot moment) {
        this.database = database;
        this.moment = moment;
        options.setSnapshot(moment);
    }

    @Override
    public byte[] get(byte[] key) {
        return database.get(key, this);
    }

    @Override
    public EntryCursor cursor(byte[] from, byte[] to, boolean backwards) {
        return database.cursor(from, to, backwards, this);
    }

    @Override
    public void close() {
        closed = true;
        database.release(this);
    }

    /** Inside the gate. */
    ReadOptions options() {
        requireOpen();
        return options;
    }

    /** Inside the gate. */
    org.rocksdb.Snapshot moment() {
        requireOpen();
        return moment;
    }

    /** Once, inside the gate or alone in it. */
    void release(RocksDB open) {
        released = true;
        options.close();
        open.releaseSnapshot(moment);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the snapshot is closed");
        }
        if (released) {
            throw new StoreException(
                    StoreException.Kind.BUSY, "The store was opened anew during a read. Read again.", null);
        }
    }
}
