package dev.partita.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.rocksdb.FlushOptions;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An open RocksDB that can be closed, and opened anew, under its readers: what comes too late gets an exception, where
 * RocksDB itself would crash the process. Native calls run inside the gate, so that closing happens when nobody is
 * inside. Iterators live longer than one call and guard themselves, see {@link RocksWalker}.
 */
final class RocksDatabase implements SortedFiles {

    static final Library LIBRARY = new RocksLibrary();

    private static final Logger LOG = LoggerFactory.getLogger(RocksDatabase.class);
    /** While it is closed nobody reads, so one more failure is not left to the next try. */
    private static final int OPENING_ATTEMPTS = 3;

    private final Path path;
    private final RocksSettings settings;
    private final ReadOptions readOptions = new ReadOptions();
    private final ReadOptions storedOptions = new ReadOptions().setReadTier(ReadTier.PERSISTED_TIER);
    // RocksDB's own waiting has been seen to last for ever on a full disk; the store waits by itself instead.
    private final WriteOptions writeOptions =
            new WriteOptions().setDisableWAL(true).setNoSlowdown(true);
    private final WriteOptions replayOptions = new WriteOptions().setDisableWAL(true);
    private final Gate gate = new Gate();
    private final Set<RocksSnapshot> snapshots = ConcurrentHashMap.newKeySet();

    // Changed only alone in the gate, read inside it. Null when closed, or when it could not be opened anew.
    private RocksDB database;
    private RocksWalkers partitionWalkers = new RocksWalkers();
    private RocksWalkers wideWalkers = new RocksWalkers();
    private String whyNotOpen = "The store is closed.";

    /** What RocksDB said about the file it could not merge, or null. */
    private volatile String damage;

    /** Opens the database and brings back what was only in memory. */
    RocksDatabase(Path path, RocksStore.Options options, Journal journal) throws RocksDBException, IOException {
        this.path = path;
        this.settings = RocksSettings.forUse(options);
        try {
            openAndReplay(journal);
            // What is gone when it is opened anew must not be replaced by an empty one.
            settings.options().setCreateIfMissing(false);
        } catch (RocksDBException | IOException | RuntimeException e) {
            closeDatabase();
            closeOptions();
            throw e;
        }
    }

    @Override
    public Optional<String> damage() {
        return Optional.ofNullable(damage);
    }

    /**
     * Opens it and brings back what was only in memory, before anybody reads. A file with a damaged block cannot be merged with
     * others, and RocksDB writes nothing more once it has tried; so then it is opened so that nothing is merged. What is
     * not in that block is as good as before.
     */
    private void openAndReplay(Journal journal) throws RocksDBException, IOException {
        try {
            database = RocksDB.open(settings.options(), path.toString());
            replay(journal);
        } catch (RocksDBException e) {
            if (damage != null || !RocksFailure.isDamage(e)) {
                throw e;
            }
            stopMerging(e.getMessage());
            closeDatabase();
            database = RocksDB.open(settings.options(), path.toString());
            replay(journal);
        }
    }

    @Override
    public void stopMerging(String reason) {
        if (damage == null) {
            LOG.error(
                    "A file is damaged, so files are no longer merged. What is not in the damaged part is served as"
                            + " before. Run partita verify-data, and restore a backup or run partita repair. {}",
                    reason);
        }
        damage = reason;
        RocksSettings.stopMerging(settings.options());
    }

    /** To open a database without changing anything. */
    static Options forLooking(Path path) {
        return withoutLog(path, new Options().setParanoidChecks(true).setMaxOpenFiles(64));
    }

    /** RocksDB would begin a new log of what it does. Nothing can be made below a file. */
    private static Options withoutLog(Path path, Options options) {
        return options.setDbLogDir(path.resolve("CURRENT").resolve("none").toString());
    }

    /** Where {@link RocksDB#open} deletes each file that a damaged manifest no longer names, this changes nothing. */
    private static <R> R look(Path path, Options options, Look<R> look) throws RocksDBException, IOException {
        Manifest.requireReadable(path);
        try (RocksDB database = RocksDB.openReadOnly(options, path.toString())) {
            long stored = BatchEncoding.number(database.get(BatchEncoding.NUMBER_KEY));
            return look.at(stored, new RocksView(database));
        }
    }

    /** Brings what a log of RocksDB's own holds into sorted files, since {@link #RocksDatabase} would not miss the log. */
    private static void emptyOwnLog(Path path, RocksStore.Options options) throws RocksDBException {
        try (RocksSettings settings = RocksSettings.withOwnLog(options);
                RocksDB database = RocksDB.open(settings.options(), path.toString());
                FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
            database.flush(wait);
        }
    }

    /** Proves that the disk takes what RocksDB writes: a small database is made, and left. */
    private static void probe(Path directory) throws IOException {
        RocksStore.Options small = new RocksStore.Options(true, 0, 1 << 20, 1 << 20);
        try (RocksSettings settings = RocksSettings.forUse(small);
                RocksDB database = RocksDB.open(
                        settings.options(), directory.resolve("rocks").toString());
                WriteOptions write = new WriteOptions().setDisableWAL(true);
                FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
            database.put(write, BatchEncoding.NUMBER_KEY, new byte[4096]);
            database.flush(wait);
        } catch (RocksDBException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public long stored() {
        int stripe = gate.enter();
        try {
            return BatchEncoding.number(open().get(storedOptions, BatchEncoding.NUMBER_KEY));
        } catch (RocksDBException e) {
            throw RocksFailure.reading(e);
        } finally {
            gate.leave(stripe);
        }
    }

    private void replay(Journal journal) throws IOException, RocksDBException {
        journal.replay(BatchEncoding.number(database.get(BatchEncoding.NUMBER_KEY)), encoded -> {
            try (WriteBatch batch = new WriteBatch(encoded)) {
                database.write(replayOptions, batch);
            }
        });
    }

    @Override
    public byte[] get(byte[] key) {
        return get(key, null);
    }

    @Override
    public EntryCursor cursor(byte[] from, byte[] to, boolean backwards) {
        return cursor(from, to, backwards, null);
    }

    byte[] get(byte[] key, RocksSnapshot snapshot) {
        int stripe = gate.enter();
        try {
            return open().get(snapshot == null ? readOptions : snapshot.options(), key);
        } catch (RocksDBException e) {
            throw RocksFailure.reading(e);
        } finally {
            gate.leave(stripe);
        }
    }

    EntryCursor cursor(byte[] from, byte[] to, boolean backwards, RocksSnapshot snapshot) {
        int stripe = gate.enter();
        try {
            RocksDB open = open();
            org.rocksdb.Snapshot moment = snapshot == null ? null : snapshot.moment();
            if (Arrays.compareUnsigned(from, to) >= 0) {
                return new TreeCursor(null, from, to, backwards);
            }
            boolean withinPartition = RocksSettings.inOnePartition(from, to);
            RocksWalkers walkers = withinPartition ? partitionWalkers : wideWalkers;
            RocksWalker walker = walkers.take();
            if (walker == null || !walker.fits(from, to)) {
                if (walker != null) {
                    walkers.giveBack(walker);
                }
                walker = walkers.add(new RocksWalker(open, from.length, to.length, withinPartition));
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

    @Override
    public Snapshot snapshot() {
        int stripe = gate.enter();
        try {
            RocksSnapshot snapshot = new RocksSnapshot(this, open().getSnapshot());
            snapshots.add(snapshot);
            return snapshot;
        } finally {
            gate.leave(stripe);
        }
    }

    void release(RocksSnapshot snapshot) {
        int stripe = gate.enter();
        try {
            if (snapshots.remove(snapshot)) {
                snapshot.release(database);
            }
        } finally {
            gate.leave(stripe);
        }
    }

    @Override
    public boolean write(byte[] encodedBatch) throws RocksDBException {
        int stripe = gate.enter();
        try (WriteBatch batch = new WriteBatch(encodedBatch)) {
            open().write(writeOptions, batch);
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

    @Override
    public List<Path> sortedFiles() {
        int stripe = gate.enter();
        try {
            return open().getLiveFilesMetaData().stream()
                    .map(file -> Path.of(file.path() + file.fileName()))
                    .toList();
        } finally {
            gate.leave(stripe);
        }
    }

    @Override
    public void trim() {
        partitionWalkers.retireResting();
        wideWalkers.retireResting();
    }

    @Override
    public long property(String name) {
        int stripe = gate.enter();
        try {
            // Some numbers it answers only as text.
            return Long.parseLong(open().getProperty(name));
        } catch (RocksDBException e) {
            throw RocksFailure.reading(e);
        } finally {
            gate.leave(stripe);
        }
    }

    @Override
    public void openAnew(Journal journal) throws IOException {
        Exception[] failure = new Exception[1];
        gate.alone(() -> {
            closeDatabase();
            partitionWalkers = new RocksWalkers();
            wideWalkers = new RocksWalkers();
            for (int attempt = 0; attempt == 0 || failure[0] != null && attempt < OPENING_ATTEMPTS; attempt++) {
                try {
                    openAndReplay(journal);
                    failure[0] = null;
                } catch (RocksDBException | IOException | RuntimeException e) {
                    failure[0] = e;
                    closeDatabase();
                    whyNotOpen = "The store could not be opened anew after a failed write: " + e.getMessage();
                }
            }
            if (failure[0] != null) {
                LOG.error("Reads are refused too. {}", whyNotOpen);
            }
        });
        if (failure[0] != null) {
            throw new IOException(failure[0].getMessage(), failure[0]);
        }
    }

    @Override
    public void close() {
        gate.alone(() -> {
            closeDatabase();
            closeOptions();
        });
    }

    @Override
    public void flush() {
        int stripe = gate.enter();
        try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
            open().flush(wait);
        } catch (RocksDBException e) {
            LOG.warn("The last write buffer stays in the journal: {}", e.getMessage());
        } finally {
            gate.leave(stripe);
        }
    }

    @Override
    public void mergeNow() {
        int stripe = gate.enter();
        try (FlushOptions goOn = new FlushOptions().setWaitForFlush(false).setAllowWriteStall(true)) {
            open().setOptions(RocksSettings.mergingFiles(2));
            open().flush(goOn);
        } catch (RocksDBException e) {
            throw RocksFailure.reading(e);
        } finally {
            gate.leave(stripe);
        }
    }

    @Override
    public void mergeLate() {
        int stripe = gate.enter();
        try {
            open().setOptions(RocksSettings.mergingFiles(RocksSettings.MERGED_FILES));
        } catch (RocksDBException e) {
            throw RocksFailure.reading(e);
        } finally {
            gate.leave(stripe);
        }
    }

    @Override
    public void rest() {
        int stripe = gate.enter();
        try {
            // Closing it looks through the directory and deletes whatever it does not know.
            open().disableFileDeletions();
            open().pauseBackgroundWork();
        } catch (RocksDBException e) {
            throw RocksFailure.reading(e);
        } finally {
            gate.leave(stripe);
        }
    }

    @Override
    public void goOn() {
        int stripe = gate.enter();
        try {
            open().continueBackgroundWork();
            open().enableFileDeletions();
        } catch (RocksDBException e) {
            throw RocksFailure.reading(e);
        } finally {
            gate.leave(stripe);
        }
    }

    private RocksDB open() {
        if (database == null) {
            throw new StoreException(StoreException.Kind.CANNOT_OPEN, whyNotOpen, null);
        }
        return database;
    }

    private void closeDatabase() {
        if (database == null) {
            return;
        }
        partitionWalkers.retireAll();
        wideWalkers.retireAll();
        snapshots.forEach(snapshot -> snapshot.release(database));
        snapshots.clear();
        database.close();
        database = null;
    }

    private void closeOptions() {
        readOptions.close();
        storedOptions.close();
        writeOptions.close();
        replayOptions.close();
        settings.close();
    }

    private static final class RocksLibrary implements Library {
        @Override
        public void load() {
            NativeLibrary.load();
        }

        @Override
        public <R> R look(Path path, RocksStore.Options options, boolean former, Look<R> look)
                throws RocksDBException, IOException {
            // As it will be opened, so that whatever keeps it from being opened shows now.
            try (RocksSettings settings = former ? RocksSettings.withOwnLog(options) : RocksSettings.forUse(options)) {
                return RocksDatabase.look(path, withoutLog(path, settings.options()), look);
            }
        }

        @Override
        public void emptyOwnLog(Path path, RocksStore.Options options) throws RocksDBException {
            RocksDatabase.emptyOwnLog(path, options);
        }

        @Override
        public SortedFiles open(Path path, RocksStore.Options options, Journal journal)
                throws RocksDBException, IOException {
            return new RocksDatabase(path, options, journal);
        }

        @Override
        public void probe(Path directory) throws IOException {
            RocksDatabase.probe(directory);
        }
    }
}
