package dev.partita.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * What the journal says of rows beyond what the sorted files have, in the order of their keys: a small database, since a
 * journal may be larger than the heap. The value of a row begins with whether it is there or was deleted.
 */
final class JournalRows implements AutoCloseable {

    private static final byte DELETED = 0;
    private static final byte THERE = 1;

    private final Options options = new Options().setCreateIfMissing(true);
    private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
    private final RocksDB database;
    /** Ranges that were deleted, from and to, none touching another; what came later is in the database. */
    private final TreeMap<byte[], byte[]> deleted = new TreeMap<>(Arrays::compareUnsigned);

    JournalRows(Path directory) throws RocksDBException {
        database = RocksDB.open(options, directory.toString());
    }

    /** The next batch of the journal. */
    void apply(byte[] encoded) throws RocksDBException {
        try (WriteBatch batch = new WriteBatch()) {
            BatchEncoding.read(encoded, new StoreBatch.Visitor() {
                @Override
                public void put(byte[] key, byte[] value) {
                    byte[] there = new byte[value.length + 1];
                    there[0] = THERE;
                    System.arraycopy(value, 0, there, 1, value.length);
                    add(() -> batch.put(key, there));
                }

                @Override
                public void delete(byte[] key) {
                    add(() -> batch.put(key, new byte[] {DELETED}));
                }

                @Override
                public void deleteRange(byte[] from, byte[] to) {
                    add(() -> batch.deleteRange(from, to));
                    addRange(from, to);
                }
            });
            database.write(unlogged, batch);
        }
    }

    /** Walks along with the sorted files. */
    Walk walk(Salvage.Sink sink) {
        return new Walk(sink);
    }

    @Override
    public void close() {
        database.close();
        unlogged.close();
        options.close();
    }

    final class Walk implements AutoCloseable {

        private final Salvage.Sink sink;
        private final RocksIterator rows = database.newIterator();

        private Walk(Salvage.Sink sink) {
            this.sink = sink;
            rows.seekToFirst();
        }

        /** Hands out what comes before {@code key}, and answers whether the journal knows better what is at it. */
        boolean pass(byte[] key) throws IOException {
            while (rows.isValid()) {
                byte[] at = rows.key();
                int order = Arrays.compareUnsigned(at, key);
                if (order > 0) {
                    break;
                }
                handOut(at);
                if (order == 0) {
                    return true;
                }
            }
            requireStatus();
            Map.Entry<byte[], byte[]> range = deleted.floorEntry(key);
            return range != null && Arrays.compareUnsigned(key, range.getValue()) < 0;
        }

        void rest() throws IOException {
            while (rows.isValid()) {
                handOut(rows.key());
            }
            requireStatus();
        }

        private void handOut(byte[] key) throws IOException {
            byte[] value = rows.value();
            if (value[0] == THERE) {
                sink.row(key, Arrays.copyOfRange(value, 1, value.length));
            }
            rows.next();
        }

        private void requireStatus() throws IOException {
            try {
                rows.status();
            } catch (RocksDBException e) {
                throw new IOException(e.getMessage(), e);
            }
        }

        @Override
        public void close() {
            rows.close();
        }
    }

    private void addRange(byte[] from, byte[] to) {
        byte[] start = from;
        byte[] end = to;
        Map.Entry<byte[], byte[]> before = deleted.floorEntry(from);
        if (before != null && Arrays.compareUnsigned(before.getValue(), from) >= 0) {
            start = before.getKey();
            end = later(end, before.getValue());
        }
        Map<byte[], byte[]> within = deleted.subMap(start, true, end, true);
        for (byte[] reached : within.values()) {
            end = later(end, reached);
        }
        within.clear();
        deleted.put(start, end);
    }

    private static byte[] later(byte[] one, byte[] other) {
        return Arrays.compareUnsigned(one, other) >= 0 ? one : other;
    }

    private interface Change {
        void add() throws RocksDBException;
    }

    private static void add(Change change) {
        try {
            change.add();
        } catch (RocksDBException e) {
            throw RocksFailure.reading(e);
        }
    }
}
