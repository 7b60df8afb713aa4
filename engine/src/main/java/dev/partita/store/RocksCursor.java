package dev.partita.store;

import org.rocksdb.RocksDBException;

/** A walk over a {@link RocksStore}: a walker, borrowed until the cursor is closed. */
final class RocksCursor implements EntryCursor {

    private final RocksWalkers walkers;
    private RocksWalker walker;

    RocksCursor(RocksWalkers walkers, RocksWalker walker) {
        this.walkers = walkers;
        this.walker = walker;
    }

    @Override
    public boolean next() {
        try {
            return open().next();
        } catch (RocksDBException e) {
            throw RocksFailure.reading(e);
        }
    }

    @Override
    public byte[] key() {
        return open().key();
    }

    @Override
    public byte[] value() {
        return open().value();
    }

    @Override
    public int value(byte[] into) {
        return open().value(into);
    }

    @Override
    public void close() {
        if (walker != null) {
            walkers.giveBack(walker);
            walker = null;
        }
    }

    private RocksWalker open() {
        if (walker == null) {
            throw new IllegalStateException("the cursor is closed");
        }
        return walker;
    }
}
