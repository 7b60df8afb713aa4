package dev.partita.engine;

import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.internal.table.Table;
import dev.partita.item.ByteWriter;
import dev.partita.store.MemoryStore;
import dev.partita.store.RocksStore;
import dev.partita.store.Store;
import dev.partita.store.StoreBatch;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** A whole database: the store, its tables, the writer, and the work in the background. */
public final class Engine implements AutoCloseable {

    /** When an acknowledged write is safe. */
    public enum Durability {
        /** Before the answer: it survives a power cut. */
        FSYNC,
        /** In the operating system's hands: it survives the process, not a power cut. */
        OS
    }

    /** How an engine behaves; {@link #defaults()} suits most. */
    public record Options(
            Clock clock,
            String region,
            String accountId,
            Durability durability,
            long ttlDelaySeconds,
            long seed,
            Background background,
            boolean clockIsRight,
            Predicate<Thread> mayCommit) {

        public static Options defaults() {
            return new Options(
                    Clock.systemUTC(),
                    "us-east-1",
                    "000000000000",
                    Durability.FSYNC,
                    0,
                    0,
                    Background.shared(),
                    false,
                    caller -> false);
        }

        /** Whether time is the machine's own, and so passes by itself. */
        boolean hasSystemClock() {
            return clock.equals(Clock.system(clock.getZone()));
        }

        public Options withClock(Clock newClock) {
            return new Options(
                    newClock,
                    region,
                    accountId,
                    durability,
                    ttlDelaySeconds,
                    seed,
                    background,
                    clockIsRight,
                    mayCommit);
        }

        public Options withRegion(String newRegion) {
            return new Options(
                    clock,
                    newRegion,
                    accountId,
                    durability,
                    ttlDelaySeconds,
                    seed,
                    background,
                    clockIsRight,
                    mayCommit);
        }

        public Options withDurability(Durability newDurability) {
            return new Options(
                    clock,
                    region,
                    accountId,
                    newDurability,
                    ttlDelaySeconds,
                    seed,
                    background,
                    clockIsRight,
                    mayCommit);
        }

        /** How long after its time an item is deleted. */
        public Options withTtlDelaySeconds(long newDelay) {
            return new Options(
                    clock, region, accountId, durability, newDelay, seed, background, clockIsRight, mayCommit);
        }

        /** What random ids come from; 0 is a new seed every time. */
        public Options withSeed(long newSeed) {
            return new Options(
                    clock,
                    region,
                    accountId,
                    durability,
                    ttlDelaySeconds,
                    newSeed,
                    background,
                    clockIsRight,
                    mayCommit);
        }

        public Options withBackground(Background newBackground) {
            return new Options(
                    clock,
                    region,
                    accountId,
                    durability,
                    ttlDelaySeconds,
                    seed,
                    newBackground,
                    clockIsRight,
                    mayCommit);
        }

        /** A person has looked: the clock is right, however long ago the data was last open. */
        public Options withClockIsRight() {
            return new Options(
                    clock, region, accountId, durability, ttlDelaySeconds, seed, background, true, mayCommit);
        }

        /**
         * Which calling threads may wait for the disk, so that a write that is alone needs no other thread. They must never be
         * interrupted: that would close the file which is being written.
         */
        public Options withMayCommit(Predicate<Thread> threads) {
            return new Options(
                    clock, region, accountId, durability, ttlDelaySeconds, seed, background, clockIsRight, threads);
        }
    }

    private static final System.Logger LOG = System.getLogger(Engine.class.getName());

    private final Options options;
    private final Store store;
    private final Writer writer;
    private final Housekeeping housekeeping;
    /** By namespace, a zero character, and name. */
    private final Map<String, Table> tables = new ConcurrentHashMap<>();

    /** By the same name; a table that is dropped and made again goes on counting. */
    private final Map<String, LongAdder> expiredItems = new ConcurrentHashMap<>();

    private final List<WeakReference<ChangeListener>> listeners = new CopyOnWriteArrayList<>();

    private final Map<Integer, StreamInfo> streams = new ConcurrentHashMap<>();
    private final Random random;
    private volatile boolean countsUnits;
    private int nextId;
    private long sequence;

    private Engine(Options options, Store store, boolean ownThreads) {
        this.options = options;
        this.store = store;
        this.random = options.seed() == 0 ? new Random() : new Random(options.seed());
        Inventory inventory = Inventory.read(store);
        this.nextId = inventory.lastId();
        this.sequence = inventory.lastSequence();
        inventory.streams().forEach(stream -> streams.put(stream.id(), stream));
        inventory.tables().forEach(table -> tables.put(key(table), table));
        this.housekeeping = new Housekeeping(this, inventory.timeSeenMillis());
        this.writer = ownThreads
                ? Writer.withCommitter(this, store, options.mayCommit())
                : Writer.onCallingThreads(this, store);
        housekeeping.resume();
    }

    /** Nothing is kept after {@link #close()}. Writes run on the calling thread. */
    public static Engine inMemory(Options options) {
        return new Engine(options, new MemoryStore(), false);
    }

    /** Opens or creates the data directory. */
    public static Engine open(Path directory, Options options) {
        return open(directory, options, RocksStore.Options.DEFAULT);
    }

    static Engine open(Path directory, Options options, RocksStore.Options storeOptions) {
        boolean fsync = options.durability() == Durability.FSYNC;
        Store store = RocksStore.open(directory, storeOptions.withFsync(fsync), Inventory::read);
        try {
            Engine engine = new Engine(options, store, true);
            engine.housekeeping.tick();
            return engine;
        } catch (RuntimeException | Error e) {
            // Whoever repairs or retries must not find the directory held by this attempt.
            store.close();
            throw e;
        }
    }

    /** Loads what {@link #open} will need, and opens nothing. Another thread has time for it. */
    public static void preload() {
        RocksStore.preload();
    }

    /** A second engine that starts with everything this one holds now and then goes its own way; in memory only. */
    public Engine fork() {
        if (!(store instanceof MemoryStore memory)) {
            throw new IllegalStateException("Only an engine in memory can be forked");
        }
        return new Engine(options, memory.fork(), false);
    }

    /** The tables of a namespace; {@code ""} is the one everybody shares unless separation was asked for. */
    public Database database(String namespace) {
        return new Database(this, namespace);
    }

    /** Whether results say what they cost even when nobody asked, for a watcher in this process. It costs a little. */
    public void countUnits(boolean always) {
        countsUnits = always;
    }

    boolean countsUnits() {
        return countsUnits;
    }

    public Options options() {
        return options;
    }

    /**
     * Tells of every change from now on, whoever makes it, for as long as somebody else holds the listener: it is not kept from
     * being collected by this.
     */
    public void listen(ChangeListener listener) {
        listeners.removeIf(known -> known.get() == null);
        if (listeners.stream().noneMatch(known -> known.get() == listener)) {
            listeners.add(new WeakReference<>(listener));
        }
    }

    /** Why writes are refused at the moment, if they are: the disk is full, or failed. Reads go on. */
    public Optional<String> readOnlyReason() {
        return store.readOnlyReason();
    }

    /**
     * Why nothing expires and no stream is trimmed, if that waits for a person: the clock has leapt by more than a day, here
     * or while the data was closed. {@link Options#withClockIsRight} ends it.
     */
    public Optional<String> expiryHeldReason() {
        return housekeeping.expiryHeldReason();
    }

    /** How many items of a table were deleted because they had expired, since this engine was opened. */
    public long expiredItems(String namespace, String table) {
        LongAdder expired = expiredItems.get(namespace + '\0' + table);
        return expired == null ? 0 : expired.sum();
    }

    @Override
    public void close() {
        housekeeping.close();
        writer.close();
        store.close();
    }

    public Store store() {
        return store;
    }

    boolean isOnDisk() {
        return store instanceof RocksStore;
    }

    Housekeeping housekeeping() {
        return housekeeping;
    }

    Writer writer() {
        return writer;
    }

    boolean isListenedTo() {
        return !listeners.isEmpty();
    }

    /** Only from the writer, after a commit; what a listener makes of it is not the writer's concern. */
    void tell(Consumer<ChangeListener> news) {
        for (WeakReference<ChangeListener> known : listeners) {
            ChangeListener listener = known.get();
            if (listener != null) {
                try {
                    news.accept(listener);
                } catch (RuntimeException e) {
                    LOG.log(System.Logger.Level.WARNING, "A listener failed at a change", e);
                }
            }
        }
    }

    /** A table in any state, or null. */
    Table findTable(String namespace, String name) {
        return tables.get(namespace + '\0' + name);
    }

    public Collection<Table> tables() {
        return tables.values();
    }

    /** Only from the writer, after a commit. */
    void expired(Table table, int items) {
        expiredItems.computeIfAbsent(key(table), name -> new LongAdder()).add(items);
    }

    /** Only from the writer, after a commit. */
    void publish(Table table) {
        tables.put(key(table), table);
        if (table.ttlAttribute() != null) {
            housekeeping.tick();
        }
    }

    /** Only from the writer, after a commit. */
    void unpublish(Table table) {
        tables.remove(key(table));
    }

    /** A stream, or null once it is gone. */
    StreamInfo stream(int id) {
        return streams.get(id);
    }

    /** A stream by the name of its table and its label, or null. */
    StreamInfo findStream(String namespace, String tableName, String label) {
        for (StreamInfo stream : streams.values()) {
            if (stream.label().equals(label)
                    && stream.tableName().equals(tableName)
                    && stream.namespace().equals(namespace)) {
                return stream;
            }
        }
        return null;
    }

    public Collection<StreamInfo> streams() {
        return streams.values();
    }

    /** Only from the writer, after a commit. */
    void publish(StreamInfo stream) {
        streams.put(stream.id(), stream);
        housekeeping.tick();
    }

    /** Only from the writer, after a commit. */
    void unpublish(StreamInfo stream) {
        streams.remove(stream.id());
    }

    /** A new id for a table or stream; only from the writer, which stores the counters in the same batch. */
    int nextId() {
        return ++nextId;
    }

    /** Only from the writer. */
    String newUuid() {
        return new UUID(random.nextLong() & ~0xF000L | 0x4000L, random.nextLong() >>> 2 | Long.MIN_VALUE).toString();
    }

    /** Only from the writer. */
    int newInt() {
        return random.nextInt();
    }

    long nextSequence() {
        return ++sequence;
    }

    void putCounters(StoreBatch batch) {
        batch.put(
                Rows.counters(),
                new ByteWriter(12).int32(nextId).int64(sequence).toByteArray());
    }

    private static String key(Table table) {
        return table.definition().namespace() + '\0' + table.name();
    }
}
