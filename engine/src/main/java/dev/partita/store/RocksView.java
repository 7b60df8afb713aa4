package dev.partita.store;

import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** What an open RocksDB holds, for a few readings by one thread; {@link RocksDatabase} is for many by all. */
record RocksView(RocksDB database) implements StoreView {

    @Override
    public byte[] get(byte[] key) {
        try {
            return database.get(key);
        } catch (RocksDBException e) {
            throw RocksFailure.reading(e);
        }
    }

    @Override
    public EntryCursor cursor(byte[] from, byte[] to, boolean backwards) {
        return new Walk(database, from, to, backwards);
    }

    private static final class Walk implements EntryCursor {
        private final Slice lower;
        private final Slice upper;
        private final ReadOptions options;
        private final RocksIterator rows;
        private final boolean backwards;
        private boolean started;

        Walk(RocksDB database, byte[] from, byte[] to, boolean backwards) {
            this.backwards = backwards;
            lower = new Slice(from);
            upper = new Slice(to);
            options = new ReadOptions()
                    .setTotalOrderSeek(true)
                    .setIterateLowerBound(lower)
                    .setIterateUpperBound(upper);
            rows = database.newIterator(options);
        }

        @Override
        public boolean next() {
            move();
            if (!rows.isValid()) {
                requireEnd();
            }
            return rows.isValid();
        }

        private void move() {
            if (started && backwards) {
                rows.prev();
            } else if (started) {
                rows.next();
            } else if (backwards) {
                rows.seekToLast();
            } else {
                rows.seekToFirst();
            }
            started = true;
        }

        /** It also stops where it cannot read on. */
        private void requireEnd() {
            try {
                rows.status();
            } catch (RocksDBException e) {
                throw RocksFailure.reading(e);
            }
        }

        @Override
        public byte[] key() {
            return rows.key();
        }

        @Override
        public byte[] value() {
            return rows.value();
        }

        @Override
        public int value(byte[] into) {
            byte[] value = rows.value();
            System.arraycopy(value, 0, into, 0, Math.min(value.length, into.length));
            return value.length;
        }

        @Override
        public void close() {
            rows.close();
            options.close();
            lower.close();
            upper.close();
        }
    }
}
