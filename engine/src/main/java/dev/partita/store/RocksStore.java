package dev.partita.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store on disk. It is writable, or refuses writes for a reason, or is closed; reads go on in the first two.
 *
 * <ul>
 *   <li>Little free space refuses writes until there is more again.
 *   <li>A write that fails stops all writing. The next one after a growing pause tries again: in another file if the
 *       journal failed, since after a failed fsync nobody knows what the disk holds; with the database opened anew and
 *       brought up to date from the journal if RocksDB did. Either way the failed batch is gone.
 * </ul>
 *
 * <p>A batch goes to the journal first, and then into RocksDB's memory, where readers see it.
 */
public final class RocksStore implements Store {

    private static final Logger LOG = LoggerFactory.getLogger(RocksStore.class);

    /** A write that goes into an open file takes no harm if its directory was moved so short a while ago. */
    private static final long HELD_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long SPACE_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long SPACE_CHECK_BYTES = 8 << 20;
    private static final long STALL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int STALL_PAUSES = 1000;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(8);
    /** Writing this much may have replaced a write buffer, which a resting iterator would keep in memory. */
    private static final long TRIM_BYTES = 8 << 20;
    /** Less than this is not worth merging, nor is less than a twentieth of what is there: all of it would be rewritten. */
    private static final long TIDY_BYTES = 16 << 20;

    private static final long TIDY_SHARE = 20;

    /** So many write buffers must find room before the database is opened anew. */
    private static final int REOPENING_BUFFERS = 4;

    /** Of the floor, a part is kept for deletes. */
    private static final int DELETES_SHARE = 4;

    /**
     * How a store is opened.
     *
     * @param fsync whether a batch is on the disk, not only with the operating system, when {@link #apply} returns
     * @param freeSpaceFloorBytes below this much free space writes are refused, before RocksDB meets a full disk; deletes, which make
     *     room, below a quarter of it
     * @param memoryBytes what the block cache and the write buffers may take together
     * @param writeBufferBytes how much is collected in memory before it goes to a sorted file
     */
    public record Options(boolean fsync, long freeSpaceFloorBytes, long memoryBytes, long writeBufferBytes) {

        public static final Options DEFAULT = new Options(true, 256L << 20, 320L << 20, 64L << 20);

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
            long unmergedFiles,
            long backgroundErrors) {}

    private final Options options;
    private final Surroundings surroundings;
    private final LongSupplier nanoTime;
    private final DataDirectory directory;
    private final SortedFiles database;
    private final Journal journal;
    private final Scrub scrub;
    private final ReentrantLock writing = new ReentrantLock();
    private volatile String readOnlyReason;
    private volatile long bytesWritten;

    // The tidier's own.
    private long bytesWrittenAtTick;
    private long bytesWrittenAtTidying;
    private boolean tidying;

    // Under the lock "writing".
    private boolean closed;
    /** Whether the directory is no longer where it was. */
    private boolean away;
    /** When that was last looked at. */
    private long heldSeenNanos;

    /** Whether nothing is written until a pause is over. */
    private boolean broken;
    /** Whether that is because RocksDB failed, and not only the journal. */
    private boolean databaseBroken;

    private long pauseNanos;
    private long pauseEndNanos;
    private long spaceCheckedNanos;
    private long bytesSinceSpaceCheck = SPACE_CHECK_BYTES;
    private long bytesSinceTrim;

    /** What a store depends on besides its directory. */
    record Surroundings(LongSupplier nanoTime, ToLongFunction<Path> freeBytes, SortedFiles.Library library) {

        static Surroundings of(LongSupplier nanoTime) {
            return new Surroundings(nanoTime, directory -> directory.toFile().getUsableSpace(), RocksDatabase.LIBRARY);
        }
    }

    private RocksStore(
            DataDirectory directory, Options options, Surroundings surroundings, Consumer<StoreView> requirements)
            throws RocksDBException, IOException {
        this.directory = directory;
        this.options = options;
        this.surroundings = surroundings;
        this.nanoTime = surroundings.nanoTime();
        this.heldSeenNanos = nanoTime.getAsLong();
        SortedFiles.Library library = surroundings.library();
        boolean isNew = directory.isNew();
        if (directory.isOfFormerVersion()) {
            look(true, (stored, rows) -> {
                requirements.accept(rows);
                return stored;
            });
            library.emptyOwnLog(directory.rocks(), options);
            Journal.create(directory.journal(), options.fsync());
            directory.writeFormat();
        } else if (isNew) {
            directory.begin();
            Journal.create(directory.journal(), options.fsync());
        }
        // All of this only reads, so a directory that is refused stays as it was.
        this.journal = isNew ? openJournal(0) : look(false, (stored, rows) -> readAll(stored, rows, requirements));
        SortedFiles opened = null;
        try {
            opened = library.open(directory.rocks(), options, journal);
            journal.renew(opened.stored());
            if (isNew) {
                directory.writeFormat();
            }
        } catch (RocksDBException | IOException | RuntimeException e) {
            journal.close();
            if (opened != null) {
                opened.close();
            }
            throw e;
        }
        this.database = opened;
        this.scrub = new Scrub(nanoTime, opened::sortedFiles);
    }

    private <R> R look(boolean former, SortedFiles.Look<R> look) throws RocksDBException, IOException {
        try {
            return surroundings.library().look(directory.rocks(), options, former, look);
        } catch (StoreException e) {
            throw e.getCause() instanceof RocksDBException cause ? RocksFailure.opening(directory.path(), cause) : e;
        }
    }

    private Journal readAll(long stored, StoreView rows, Consumer<StoreView> requirements) throws IOException {
        requirements.accept(rows);
        return openJournal(stored);
    }

    private Journal openJournal(long stored) throws IOException {
        return Journal.open(directory.journal(), options.fsync(), options.writeBufferBytes() / 2, stored);
    }

    /** Loads the native library, which takes longer than to open a small store. */
    public static void preload() {
        NativeLibrary.load();
    }

    /** @throws StoreException of kind CANNOT_OPEN, with advice, if the directory is not one this process can use */
    public static RocksStore open(Path directory, Options options) {
        return open(directory, options, rows -> {});
    }

    /**
     * @param requirements reads from the sorted files what its caller cannot do without, before anything in the directory is
     *     changed; if it throws, nothing is
     */
    public static RocksStore open(Path directory, Options options, Consumer<StoreView> requirements) {
        return open(directory, options, Surroundings.of(System::nanoTime), requirements);
    }

    static RocksStore open(Path path, Options options, LongSupplier nanoTime) {
        return open(path, options, Surroundings.of(nanoTime));
    }

    static RocksStore open(Path path, Options options, Surroundings surroundings) {
        return open(path, options, surroundings, rows -> {});
    }

    private static RocksStore open(
            Path path, Options options, Surroundings surroundings, Consumer<StoreView> requirements) {
        DataDirectory directory = DataDirectory.open(path);
        try {
            surroundings.library().load();
            return new RocksStore(directory, options, surroundings, requirements);
        } catch (RocksDBException e) {
            directory.close();
            throw RocksFailure.opening(path, e);
        } catch (IOException e) {
            directory.close();
            throw RocksFailure.opening(path, e);
        } catch (RuntimeException | Error e) {
            directory.close();
            throw e;
        }
    }

    @Override
    public byte[] get(byte[] key) {
        return database.get(key);
    }

    @Override
    public EntryCursor cursor(byte[] from, byte[] to, boolean backwards) {
        return database.cursor(from, to, backwards);
    }

    @Override
    public Snapshot snapshot() {
        return database.snapshot();
    }

    @Override
    public void apply(StoreBatch batch) {
        if (batch.isEmpty()) {
            return;
        }
        writing.lock();
        try {
            requireWritable();
            byte[] encoded = BatchEncoding.of(batch, journal.next());
            if (!journal.hasRoomFor(encoded)) {
                requireHeld();
            }
            write(encoded);
            bytesSinceSpaceCheck += encoded.length;
            bytesSinceTrim += encoded.length;
            bytesWritten = bytesWritten + encoded.length;
            if (bytesSinceTrim > TRIM_BYTES) {
                bytesSinceTrim = 0;
                database.trim();
            }
        } finally {
            writing.unlock();
        }
    }

    /**
     * While writes come in, files are merged late and many at a time, which is cheap for them but leaves each reader many
     * files to look into. When writes pause, what has gathered is merged. While writes are refused, this tries to end that:
     * if the database is not open, no request comes as far as to try.
     */
    @Override
    public synchronized void tidy() {
        long written = bytesWritten;
        boolean resting = written == bytesWrittenAtTick;
        bytesWrittenAtTick = written;
        if (!directory.isHeld()) {
            lookAtDirectory();
        }
        tryToAcceptWrites();
        if (readOnlyReason != null) {
            return;
        }
        scrub.step().ifPresent(database::stopMerging);
        if (!resting) {
            if (tidying) {
                tidying = false;
                database.mergeLate();
            }
            return;
        }
        long gathered = written - bytesWrittenAtTidying;
        if (database.damage().isEmpty()
                && gathered >= TIDY_BYTES
                && gathered >= database.property("rocksdb.total-sst-files-size") / TIDY_SHARE) {
            bytesWrittenAtTidying = written;
            tidying = true;
            database.mergeNow();
        }
    }

    private void lookAtDirectory() {
        writing.lock();
        try {
            if (!closed) {
                requireHeld();
            }
        } catch (StoreException e) {
            // The reason says why.
        } finally {
            writing.unlock();
        }
    }

    /**
     * Threads that serve others ask this, so it looks at the free space and no more. To try a failed disk again takes syncs and
     * may open the database anew: that is for {@link #apply} and {@link #tidy}.
     */
    @Override
    public void requireRoom() {
        if (readOnlyReason != null && writing.tryLock()) {
            try {
                lookForRoom();
            } catch (StoreException e) {
                // Still so; the reason says why.
            } finally {
                writing.unlock();
            }
        }
        String reason = readOnlyReason;
        if (reason != null) {
            throw readOnly(reason, null);
        }
    }

    private void lookForRoom() {
        if (!closed && !away && !broken && !isScarce() && !hasBackgroundErrors()) {
            acceptWrites();
        }
    }

    /** Ends the state in which writes are refused, if a try is due and works. */
    private void tryToAcceptWrites() {
        if (readOnlyReason != null && writing.tryLock()) {
            try {
                requireWritable();
            } catch (StoreException e) {
                // Still so; the reason says why.
            } finally {
                writing.unlock();
            }
        }
    }

    @Override
    public Optional<String> readOnlyReason() {
        return Optional.ofNullable(readOnlyReason);
    }

    /** Which file has bytes that are not what was written, as far as was noticed. What is not in them is served as before. */
    public Optional<String> damage() {
        return database.damage();
    }

    public Statistics statistics() {
        return new Statistics(
                database.property("rocksdb.total-sst-files-size")
                        + database.property("rocksdb.cur-size-all-mem-tables"),
                database.property("rocksdb.size-all-mem-tables"),
                database.property("rocksdb.block-cache-usage"),
                database.property("rocksdb.estimate-table-readers-mem"),
                database.property("rocksdb.num-files-at-level0"),
                database.property("rocksdb.background-errors"));
    }

    @Override
    public void close() {
        writing.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            try {
                if (!away && !directory.isHeld()) {
                    away = true;
                    if (!databaseBroken) {
                        database.rest();
                    }
                }
                if (!databaseBroken && !away) {
                    database.flush();
                    long stored = database.stored();
                    journal.tidy(stored);
                    journal.finish(stored);
                }
            } finally {
                journal.close();
                if (away && Files.exists(directory.rocks())) {
                    // RocksDB looks for its list of files when it is closed, and makes it anew where it is not: in
                    // another's directory. What it has in memory is in the journal.
                    LOG.warn("RocksDB is left open, since {} is another's now", directory.path());
                } else {
                    database.close();
                }
                directory.close();
            }
        } finally {
            writing.unlock();
        }
    }

    private void write(byte[] encoded) {
        try {
            journal.append(encoded, database::stored);
            insert(encoded);
            journal.accept();
        } catch (IOException | RocksDBException e) {
            databaseBroken |= e instanceof RocksDBException;
            refuse("A write failed: " + e.getMessage());
            breakDown();
            throw readOnly(readOnlyReason, e);
        }
    }

    private void insert(byte[] encoded) throws RocksDBException, IOException {
        try {
            insertOrWait(encoded);
        } catch (RocksDBException e) {
            if (RocksFailure.isCallersFault(e)) {
                journal.takeBack(database.stored());
                throw new IllegalArgumentException(e);
            }
            if (!RocksFailure.isDamage(e) || database.damage().isPresent()) {
                throw e;
            }
            // The disk works; it is only that files can no longer be merged.
            database.stopMerging(e.getMessage());
            database.openAnew(journal);
            insertOrWait(encoded);
        }
    }

    private void insertOrWait(byte[] encoded) throws RocksDBException {
        for (int pause = 0; !database.write(encoded); pause++) {
            if (pause == STALL_PAUSES) {
                if (hasBackgroundErrors()) {
                    throw new RocksDBException("RocksDB cannot write its files");
                }
                throw new StoreException(
                        StoreException.Kind.BUSY, "The disk does not keep up with the writes. Try again.", null);
            }
            LockSupport.parkNanos(STALL_PAUSE_NANOS);
        }
    }

    private void breakDown() {
        broken = true;
        pauseNanos = FIRST_PAUSE_NANOS;
        pauseEndNanos = nanoTime.getAsLong() + pauseNanos;
    }

    private void requireWritable() {
        if (closed) {
            throw new StoreException(StoreException.Kind.CANNOT_OPEN, "The store is closed.", null);
        }
        if (away || broken || nanoTime.getAsLong() - heldSeenNanos > HELD_CHECK_NANOS) {
            requireHeld();
        }
        if (broken) {
            if (nanoTime.getAsLong() - pauseEndNanos < 0 || isScarce()) {
                throw readOnly(readOnlyReason, null);
            }
            tryAgain();
        }
        if (isScarce() || readOnlyReason == null) {
            return;
        }
        if (hasBackgroundErrors()) {
            // RocksDB met the full disk too, and may not have got over it.
            databaseBroken = true;
            breakDown();
            tryAgain();
        }
        acceptWrites();
    }

    private boolean hasBackgroundErrors() {
        return database.property("rocksdb.background-errors") > 0;
    }

    private void acceptWrites() {
        LOG.info("Writes are accepted again.");
        readOnlyReason = null;
    }

    /** Files are made by their names, and if the directory was moved, those may lead into another's. */
    private void requireHeld() {
        heldSeenNanos = nanoTime.getAsLong();
        boolean held = directory.isHeld();
        if (!held) {
            refuse("The data directory is no longer at " + directory.path() + ": it was moved, replaced or deleted, and"
                    + " what is there now is left alone. Move it back, or stop this process and start it anew where"
                    + " the directory is.");
        }
        if (held == away) {
            away = !held;
            if (away) {
                database.rest();
            } else {
                database.goOn();
            }
        }
        if (away) {
            throw readOnly(readOnlyReason, null);
        }
    }

    /** Whether there is less space than there should be. What frees some is let through while there is a part of that. */
    private boolean isScarce() {
        long now = nanoTime.getAsLong();
        boolean recent = now - spaceCheckedNanos < SPACE_CHECK_NANOS && bytesSinceSpaceCheck < SPACE_CHECK_BYTES;
        if (recent && readOnlyReason == null) {
            return false;
        }
        long free = surroundings.freeBytes().applyAsLong(directory.path());
        if (free < options.freeSpaceFloorBytes()) {
            refuse("The disk of " + directory.path() + " has " + free + " bytes free, less than the floor of "
                    + options.freeSpaceFloorBytes() + ".");
            if (free < options.freeSpaceFloorBytes() / DELETES_SHARE) {
                throw readOnly(readOnlyReason, null);
            }
            return true;
        }
        spaceCheckedNanos = now;
        bytesSinceSpaceCheck = 0;
        return false;
    }

    /** Mends what is broken if the disk seems to work; otherwise the next try waits twice as long. */
    private void tryAgain() {
        try {
            // The old database still answers reads, so it is not given up for a disk that does not work.
            if (databaseBroken) {
                requireRoomToReopen();
                directory.probe(surroundings.library()::probe);
                database.openAnew(journal);
            } else {
                directory.probe(below -> {});
            }
            journal.renew(database.stored());
            databaseBroken = false;
            broken = false;
        } catch (IOException e) {
            refuse("A write failed, and the disk still does: " + e.getMessage());
            pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
            pauseEndNanos = nanoTime.getAsLong() + pauseNanos;
            throw readOnly(readOnlyReason, e);
        }
    }

    /** What was in memory is written out as it is brought back, and if there is no room for that, nobody can read. */
    private void requireRoomToReopen() throws IOException {
        long free = surroundings.freeBytes().applyAsLong(directory.path());
        if (free < REOPENING_BUFFERS * options.writeBufferBytes()) {
            throw new IOException("No space left on device but " + free + " bytes");
        }
    }

    private void refuse(String reason) {
        if (readOnlyReason == null) {
            LOG.error("Writes are refused for now: {}", reason);
        }
        readOnlyReason = reason;
    }

    private static StoreException readOnly(String message, Throwable cause) {
        return new StoreException(StoreException.Kind.READ_ONLY, message, cause);
    }
}
