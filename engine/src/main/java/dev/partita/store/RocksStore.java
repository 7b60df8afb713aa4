package dev.partita.store;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.rocksdb.FlushOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store on disk. It is writable, or refuses writes for a reason, or is closed; reads go on in the first two.
 *
 * <ul>
 *   <li>Little free space refuses writes until there is more again.
 *   <li>A write that fails in RocksDB stops all writing: after a failed fsync nobody knows what the disk holds, so the
 *       same log is never written again. The next write after a growing pause opens the database anew, which replays
 *       what did reach the disk, and takes the failed batch back in case it did.
 * </ul>
 *
 * Native calls run inside {@link #gate}, so that closing and opening anew happen when nobody is inside. Iterators live
 * longer than one call and guard themselves, see {@link RocksWalker}.
 */
public final class RocksStore implements Store {

    private static final Logger LOG = LoggerFactory.getLogger(RocksStore.class);

    private static final long SPACE_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SPACE_CHECK_BYTES = 8 << 20;
    private static final long STALL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int STALL_PAUSES = 1000;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(8);
    /** Writing this much may have replaced a write buffer, which a resting walker would keep in memory. */
    private static final long WALKER_REST_BYTES = 8 << 20;

    /**
     * How a store is opened.
     *
     * @param fsync whether a batch is on the disk, not only with the operating system, when {@link #apply} returns
     * @param freeSpaceFloorBytes below this much free space writes are refused, before RocksDB meets a full disk
     * @param memoryBytes what the block cache and the write buffers may take together
     * @param writeBufferBytes how much is collected in memory before it goes to a sorted file
     */
    public record Options(boolean fsync, long freeSpaceFloorBytes, long memoryBytes, long writeBufferBytes) {

        public static final Options DEFAULT = new Options(true, 256L << 20, 160L << 20, 32L << 20);

        public Options withFsync(boolean fsync) {
            return new Options(fsync, freeSpaceFloorBytes, memoryBytes, writeBufferBytes);
        }

        public Options withFreeSpaceFloorBytes(long freeSpaceFloorBytes) {
            return new Options(fsync, freeSpaceFloorBytes, memoryBytes, writeBufferBytes);
        }
    }

    /** What the store takes up, and how often RocksDB's background work failed. */
    public record Statistics(
            long diskBytes,
            long writeBufferBytes,
            long blockCacheBytes,
            long tableReaderBytes,
            long backgroundErrors) {}

    private final Options options;
    private final LongSupplier nanoTime;
    private final DataDirectory directory;
    private final File disk;
    private final RocksSettings settings;
    private final ReadOptions readOptions = new ReadOptions();
    private final WriteOptions writeOptions = new WriteOptions();

    private final Gate gate = new Gate();
    private final ReentrantLock writing = new ReentrantLock();
    private final Set<RocksSnapshot> snapshots = ConcurrentHashMap.newKeySet();

    // Changed only alone in the gate, read inside it.
    private RocksDB database;
    private RocksWalkers walkers = new RocksWalkers();
    private volatile boolean closed;

    // Under the lock "writing".
    private boolean broken;
    /** What takes the batch back that broke the store; null if nothing can. */
    private Batch undo;

    private long pauseNanos;
    private long pauseEndNanos;
    private long spaceCheckedNanos;
    private long bytesSinceSpaceCheck = Long.MAX_VALUE;
    private long bytesSinceWalkerRest;

    private volatile String readOnlyReason;

    private RocksStore(DataDirectory directory, Options options, LongSupplier nanoTime) throws RocksDBException {
        this.directory = directory;
        this.disk = directory.path().toFile();
        this.options = options;
        this.nanoTime = nanoTime;
        this.settings = new RocksSettings(options);
        // RocksDB's own waiting has been seen to last for ever on a full disk; apply waits by itself instead.
        writeOptions.setSync(options.fsync()).setNoSlowdown(true);
        try {
            this.database = openDatabase();
        } catch (RocksDBException e) {
            closeOptions();
            throw e;
        }
    }

    /** @throws StoreException of kind CANNOT_OPEN, with advice, if the directory is not one this process can use */
    public static RocksStore open(Path directory, Options options) {
        return open(directory, options, System::nanoTime);
    }

    static RocksStore open(Path path, Options options, LongSupplier nanoTime) {
        DataDirectory directory = DataDirectory.open(path);
        try {
            NativeLibrary.load();
            return new RocksStore(directory, options, nanoTime);
        } catch (RocksDBException e) {
            directory.close();
            throw RocksFailure.opening(path, e);
        } catch (RuntimeException | Error e) {
            directory.close();
            throw e;
        }
    }

    /** Loads the native library, which opening does anyway: for a start that can do so while it does something else. */
    public static void preload() {
        NativeLibrary.load();
    }

    @Override
    public byte[] get(byte[] key) {
        return get(key, null);
    }

    @Override
    public Cursor cursor(byte[] from, byte[] to, boolean backwards) {
        return cursor(from, to, backwards, null);
    }

    @Override
    public Snapshot snapshot() {
        int stripe = gate.enter();
        try {
            RocksSnapshot snapshot = new RocksSnapshot(database().getSnapshot());
            snapshots.add(snapshot);
            return snapshot;
        } finally {
            gate.leave(stripe);
        }
    }

    @Override
    public void apply(Batch batch) {
        if (batch.isEmpty()) {
            return;
        }
        byte[] encoded = BatchEncoding.of(batch);
        writing.lock();
        try {
            requireWritable();
            write(batch, encoded);
            bytesSinceSpaceCheck += encoded.length;
            bytesSinceWalkerRest += encoded.length;
            if (bytesSinceWalkerRest > WALKER_REST_BYTES) {
                bytesSinceWalkerRest = 0;
                walkers.retireResting();
            }
        } finally {
            writing.unlock();
        }
    }

    /** Why writes are refused at the moment, if they are. Asking also tries to end that state when a try is due. */
    public Optional<String> readOnlyReason() {
        if (readOnlyReason != null && writing.tryLock()) {
            try {
                requireWritable();
            } catch (StoreException e) {
                // Still so; the reason says why.
            } finally {
                writing.unlock();
            }
        }
        return Optional.ofNullable(readOnlyReason);
    }

    public Statistics statistics() {
        int stripe = gate.enter();
        try {
            RocksDB open = database();
            return new Statistics(
                    open.getLongProperty("rocksdb.total-sst-files-size")
                            + open.getLongProperty("rocksdb.cur-size-all-mem-tables"),
                    open.getLongProperty("rocksdb.size-all-mem-tables"),
                    open.getLongProperty("rocksdb.block-cache-usage"),
                    open.getLongProperty("rocksdb.estimate-table-readers-mem"),
                    open.getLongProperty("rocksdb.background-errors"));
        } catch (RocksDBException e) {
            throw RocksFailure.reading(e);
        } finally {
            gate.leave(stripe);
        }
    }

    @Override
    public void close() {
        writing.lock();
        try {
            if (closed) {
                return;
            }
            gate.alone(() -> {
                closed = true;
                if (!broken) {
                    flush();
                }
                closeDatabase();
                closeOptions();
            });
            directory.close();
        } finally {
            writing.unlock();
        }
    }

    private byte[] get(byte[] key, RocksSnapshot snapshot) {
        int stripe = gate.enter();
        try {
            return database().get(snapshot == null ? readOptions : snapshot.options(), key);
        } catch (RocksDBException e) {
            throw RocksFailure.reading(e);
        } finally {
            gate.leave(stripe);
        }
    }

    private Cursor cursor(byte[] from, byte[] to, boolean backwards, RocksSnapshot snapshot) {
        int stripe = gate.enter();
        try {
            RocksDB open = database();
            org.rocksdb.Snapshot moment = snapshot == null ? null : snapshot.moment();
            if (Arrays.compareUnsigned(from, to) >= 0) {
                return new TreeCursor(null, from, to, backwards);
            }
            RocksWalker walker = walkers.take();
            if (walker == null || !walker.fits(from, to)) {
                if (walker != null) {
                    walkers.giveBack(walker);
                }
                walker = walkers.add(new RocksWalker(open, from.length, to.length));
            }
            RocksCursor cursor = new RocksCursor(walkers, walker);
            try {
                walker.start(from, to, backwards, moment);
                return cursor;
            } catch (RocksDBException e) {
                cursor.close();
                throw e;
            }
        } catch (RocksDBException e) {
            throw RocksFailure.reading(e);
        } finally {
            gate.leave(stripe);
        }
    }

    private RocksDB database() {
        if (database == null) {
            throw closed
                    ? new StoreException(StoreException.Kind.CANNOT_OPEN, "The store is closed.", null)
                    : readOnly("The store cannot be read for now: " + readOnlyReason, null);
        }
        return database;
    }

    private void write(Batch batch, byte[] encoded) {
        try {
            for (int pause = 0; !tryToWrite(encoded); pause++) {
                if (pause == STALL_PAUSES) {
                    throw new StoreException(
                            StoreException.Kind.BUSY, "The disk does not keep up with the writes. Try again.", null);
                }
                LockSupport.parkNanos(STALL_PAUSE_NANOS);
            }
        } catch (RocksDBException e) {
            if (RocksFailure.isCallersFault(e)) {
                throw new IllegalArgumentException(e);
            }
            refuse("A write failed: " + e.getMessage());
            breakDown(batch);
            throw readOnly(readOnlyReason, e);
        }
    }

    /** False if RocksDB would have had to wait. */
    private boolean tryToWrite(byte[] encoded) throws RocksDBException {
        int stripe = gate.enter();
        try (WriteBatch batch = new WriteBatch(encoded)) {
            database().write(writeOptions, batch);
            return true;
        } catch (RocksDBException e) {
            if (RocksFailure.isStall(e)) {
                return false;
            }
            throw e;
        } finally {
            gate.leave(stripe);
        }
    }

    private void breakDown(Batch failed) {
        broken = true;
        pauseNanos = FIRST_PAUSE_NANOS;
        pauseEndNanos = nanoTime.getAsLong() + pauseNanos;
        try {
            undo = Undo.of(failed, this);
        } catch (StoreException e) {
            undo = null;
            LOG.error("What the failed write replaced could not be read", e);
        }
    }

    private void requireWritable() {
        if (closed) {
            throw new StoreException(StoreException.Kind.CANNOT_OPEN, "The store is closed.", null);
        }
        if (broken) {
            if (undo == null) {
                // Opening anew could show the failed batch, which its caller was told is not there.
                throw readOnly(readOnlyReason + " Restart the process to write again.", null);
            }
            if (nanoTime.getAsLong() - pauseEndNanos < 0) {
                throw readOnly(readOnlyReason, null);
            }
            openAnew();
        }
        requireSpace();
        if (readOnlyReason != null) {
            if (statistics().backgroundErrors() > 0) {
                // RocksDB met the full disk too, and may not have got over it.
                broken = true;
                undo = new Batch();
                openAnew();
            }
            LOG.info("Writes are accepted again.");
            readOnlyReason = null;
        }
    }

    private void requireSpace() {
        long now = nanoTime.getAsLong();
        boolean recent = now - spaceCheckedNanos < SPACE_CHECK_NANOS && bytesSinceSpaceCheck < SPACE_CHECK_BYTES;
        if (recent && readOnlyReason == null) {
            return;
        }
        long free = disk.getUsableSpace();
        if (free < options.freeSpaceFloorBytes()) {
            refuse("The disk of " + directory.path() + " has " + free + " bytes free, less than the floor of "
                    + options.freeSpaceFloorBytes() + ".");
            throw readOnly(readOnlyReason, null);
        }
        spaceCheckedNanos = now;
        bytesSinceSpaceCheck = 0;
    }

    private void refuse(String reason) {
        if (readOnlyReason == null) {
            LOG.error("Writes are refused from now on. {}", reason);
        }
        readOnlyReason = reason;
    }

    private static StoreException readOnly(String message, Throwable cause) {
        return new StoreException(StoreException.Kind.READ_ONLY, message, cause);
    }

    /** Closes the database and opens it again, if the disk seems to work; otherwise the next try waits twice as long. */
    private void openAnew() {
        try {
            // The old database still answers reads, so it is not given up for a disk that does not work.
            directory.probe();
            gate.alone(this::exchangeDatabase);
        } catch (IOException e) {
            refuse("A write failed, and the disk still does: " + e);
        }
        if (broken) {
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
            pauseEndNanos = nanoTime.getAsLong() + pauseNanos;
            throw readOnly(readOnlyReason, null);
        }
    }

    private void exchangeDatabase() {
        closeDatabase();
        walkers = new RocksWalkers();
        try {
            database = openDatabase();
            try (WriteBatch batch = new WriteBatch(BatchEncoding.of(undo))) {
                database.write(writeOptions, batch);
            }
            broken = false;
            undo = null;
        } catch (RocksDBException e) {
            refuse(RocksFailure.opening(directory.path(), e).getMessage());
            if (database != null) {
                return;
            }
            try {
                // So that at least reads go on.
                database = RocksDB.openReadOnly(
                        settings.options(), directory.rocks().toString());
            } catch (RocksDBException stillFailing) {
                LOG.error("Reads are refused too: {}", stillFailing.getMessage());
            }
        }
    }

    private RocksDB openDatabase() throws RocksDBException {
        return RocksDB.open(settings.options(), directory.rocks().toString());
    }

    /** So that the next start has no log to replay. What is not flushed is in the log, so a failure loses nothing. */
    private void flush() {
        try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
            database.syncWal();
            database.flush(wait);
        } catch (RocksDBException e) {
            LOG.warn("The last write buffer stays in the log: {}", e.getMessage());
        }
    }

    private void closeDatabase() {
        walkers.retireAll();
        snapshots.forEach(RocksSnapshot::release);
        snapshots.clear();
        if (database != null) {
            database.close();
            database = null;
        }
    }

    private void closeOptions() {
        readOptions.close();
        writeOptions.close();
        settings.close();
    }

    /** A moment of this store. Opening the database anew ends it, as it lives in one database's memory. */
    private final class RocksSnapshot implements Snapshot {

        private final ReadOptions options = new ReadOptions();
        private final org.rocksdb.Snapshot moment;
        // Changed inside the gate, or alone in it.
        private volatile boolean released;
        private volatile boolean closedByCaller;

        RocksSnapshot(org.rocksdb.Snapshot moment) {
            this.moment = moment;
            options.setSnapshot(moment);
        }

        @Override
        public byte[] get(byte[] key) {
            return RocksStore.this.get(key, this);
        }

        @Override
        public Cursor cursor(byte[] from, byte[] to, boolean backwards) {
            return RocksStore.this.cursor(from, to, backwards, this);
        }

        @Override
        public void close() {
            int stripe = gate.enter();
            try {
                closedByCaller = true;
                if (snapshots.remove(this)) {
                    release();
                }
            } finally {
                gate.leave(stripe);
            }
        }

        ReadOptions options() {
            requireOpen();
            return options;
        }

        org.rocksdb.Snapshot moment() {
            requireOpen();
            return moment;
        }

        private void release() {
            released = true;
            options.close();
            database.releaseSnapshot(moment);
        }

        private void requireOpen() {
            if (closedByCaller) {
                throw new IllegalStateException("the snapshot is closed");
            }
            if (released) {
                throw new StoreException(
                        StoreException.Kind.BUSY, "The store was opened anew during a read. Read again.", null);
            }
        }
    }
}
