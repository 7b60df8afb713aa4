package dev.partita.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.DirectSlice;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;

/**
 * A native iterator with its bounds and buffers, used by one cursor after another: a refresh is much cheaper than a new
 * iterator. The bounds are native, because without them an iterator at the end of its range would first wade through
 * whatever deleted rows follow.
 *
 * <p>Each call holds the walker for its duration, and {@link #retire} waits for that. So the database can be closed under
 * open cursors: their next call finds the walker retired.
 */
final class RocksWalker {

    private static final int BOUND_BYTES = 8 << 10;
    private static final int KEY_BYTES = 4 << 10;
    private static final int LARGEST_GUESS_BYTES = 64 << 10;

    private static final int FREE = 0;
    private static final int HELD = 1;
    private static final int RETIRED = 2;

    private final AtomicInteger state = new AtomicInteger(FREE);
    private final ByteBuffer lowerBytes;
    private final ByteBuffer upperBytes;
    private final DirectSlice lower;
    private final DirectSlice upper;
    private final ReadOptions options;
    private final RocksIterator iterator;
    private final byte[] keyBuffer = new byte[KEY_BYTES];
    private int lastLength;
    private boolean fresh = true;
    private boolean backwards;
    private boolean started;
    private boolean onEntry;

    /**
     * A walker for bounds of at least these lengths. It sees the moment of its creation until it is refreshed.
     *
     * @param withinPartition whether both bounds always lie in one partition; then filters tell which files and buffers
     *     have nothing of it
     */
    RocksWalker(RocksDB database, int fromBytes, int toBytes, boolean withinPartition) {
        lowerBytes = ByteBuffer.allocateDirect(Math.max(BOUND_BYTES, fromBytes));
        upperBytes = ByteBuffer.allocateDirect(Math.max(BOUND_BYTES, toBytes));
        lower = new DirectSlice(lowerBytes);
        upper = new DirectSlice(upperBytes);
        options = new ReadOptions()
                .setIterateLowerBound(lower)
                .setIterateUpperBound(upper)
                .setTotalOrderSeek(!withinPartition);
        iterator = database.newIterator(options);
    }

    boolean fits(byte[] from, byte[] to) {
        return from.length <= lowerBytes.capacity() && to.length <= upperBytes.capacity();
    }

    /** Gets ready to walk at {@code snapshot}, or now if it is null. */
    void start(byte[] from, byte[] to, boolean backwards, Snapshot snapshot) throws RocksDBException {
        hold();
        try {
            lowerBytes.put(0, from);
            lower.setLength(from.length);
            upperBytes.put(0, to);
            upper.setLength(to.length);
            if (snapshot != null) {
                iterator.refresh(snapshot);
            } else if (!fresh) {
                iterator.refresh();
            }
            this.fresh = false;
            this.backwards = backwards;
            this.started = false;
            this.onEntry = false;
        } finally {
            state.setRelease(FREE);
        }
    }

    boolean next() throws RocksDBException {
        hold();
        try {
            if (!started) {
                started = true;
                if (backwards) {
                    iterator.seekToLast();
                } else {
                    iterator.seekToFirst();
                }
            } else if (!onEntry) {
                return false;
            } else if (backwards) {
                iterator.prev();
            } else {
                iterator.next();
            }
            onEntry = iterator.isValid();
            if (!onEntry) {
                // An iterator that meets damage looks like one at its end; only this tells them apart.
                iterator.status();
            }
            return onEntry;
        } finally {
            state.setRelease(FREE);
        }
    }

    byte[] key() {
        holdOnEntry();
        try {
            int length = iterator.key(keyBuffer);
            if (length <= keyBuffer.length) {
                return Arrays.copyOf(keyBuffer, length);
            }
            return iterator.key();
        } finally {
            state.setRelease(FREE);
        }
    }

    byte[] value() {
        holdOnEntry();
        try {
            // Rows of one partition tend to be of one length; then nothing is copied twice.
            byte[] guess = new byte[lastLength];
            int length = iterator.value(guess);
            if (length <= guess.length) {
                lastLength = length;
                return length == guess.length ? guess : Arrays.copyOf(guess, length);
            }
            byte[] value = new byte[length];
            iterator.value(value);
            lastLength = Math.min(length, LARGEST_GUESS_BYTES);
            return value;
        } finally {
            state.setRelease(FREE);
        }
    }

    int value(byte[] into) {
        holdOnEntry();
        try {
            return iterator.value(into);
        } finally {
            state.setRelease(FREE);
        }
    }

    /** Frees everything native, once no call is inside. When it returns that is done, by this thread or another. */
    void retire() {
        while (!state.compareAndSet(FREE, HELD)) {
            if (state.get() == RETIRED) {
                return;
            }
            Thread.onSpinWait();
        }
        iterator.close();
        options.close();
        lower.close();
        upper.close();
        state.set(RETIRED);
    }

    private void holdOnEntry() {
        if (!onEntry) {
            throw new IllegalStateException("the cursor stands on no entry");
        }
        hold();
    }

    private void hold() {
        if (!state.compareAndSet(FREE, HELD)) {
            throw new StoreException(
                    StoreException.Kind.BUSY, "The store was closed or opened anew during a read. Read again.", null);
        }
    }
}
