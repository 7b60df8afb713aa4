package dev.partita.engine;

import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.internal.table.TableCodec;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.item.ByteWriter;
import dev.partita.item.Item;
import dev.partita.store.NewDirectory;
import dev.partita.store.RocksStore;
import dev.partita.store.Salvage;
import dev.partita.store.ScratchDirectory;
import dev.partita.store.Store;
import dev.partita.store.StoreBatch;
import dev.partita.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/**
 * Looks through a data directory that nobody has open, and makes a new one of all that can be read of it. Items, streams and
 * definitions are carried over; index entries, sizes and the expiry queue are made anew from the items.
 */
public final class Repair {

    /**
     * What was found.
     *
     * @param rows how many rows can be read
     * @param damagedFiles the sorted files with a part that cannot be read
     * @param lost what cannot be read, in words
     * @param derived what cannot be read and follows from the items, in words
     * @param items how many items of each table can be read, those that only the journal has included
     */
    public record Report(
            long rows, List<String> damagedFiles, List<String> lost, List<String> derived, Map<String, Long> items) {

        public boolean isSound() {
            return damagedFiles.isEmpty() && lost.isEmpty() && derived.isEmpty();
        }
    }

    /** Nobody writes there beside the repair, and one that meets the end of the disk leaves nothing; so it may use what there is. */
    private static final RocksStore.Options STORE = RocksStore.Options.DEFAULT.withFreeSpaceFloorBytes(1 << 20);

    private static final int BATCH_BYTES = 1 << 20;
    private static final int WRITES_AT_ONCE = 256;
    private static final int TOLD_ROWS = 100_000;

    /** Nothing expires and nothing is trimmed meanwhile. */
    private static final Background NONE = new Background() {
        @Override
        public void run(Runnable task) {}

        @Override
        public Runnable repeat(long everySeconds, Runnable task) {
            return () -> {};
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }
    };

    private final Map<Integer, TableDefinition> tables = new HashMap<>();
    private final Map<Integer, Long> itemsOfTables = new HashMap<>();
    private long rows;
    private int lastId;
    private long lastSequence;
    private byte[] timeSeen;

    private Repair() {}

    /**
     * Reads all of a data directory and changes nothing in it.
     *
     * @param progress told now and then how far it has come, in words
     * @throws StoreException of kind CANNOT_OPEN if it is none, is in use, or cannot even be looked through
     */
    public static Report look(Path directory, Consumer<String> progress) throws IOException {
        try (ScratchDirectory scratch = ScratchDirectory.temporary();
                Salvage salvage = Salvage.open(directory, scratch)) {
            return new Repair().read(salvage, progress);
        }
    }

    /**
     * Makes a new data directory of all that can be read of another, which stays as it is. It is there as a whole, or not at
     * all.
     *
     * @param target must not be there, or be empty
     */
    public static Report run(Path directory, Path target, Consumer<String> progress) throws IOException {
        try (NewDirectory fresh = NewDirectory.at(target, directory)) {
            Report report;
            try (Salvage salvage = Salvage.open(directory, fresh.scratch())) {
                Repair repair = new Repair();
                report = repair.read(salvage, progress);
                repair.build(salvage, fresh.data(), report.isSound(), progress);
            }
            fresh.finish();
            return report;
        }
    }

    private Report read(Salvage salvage, Consumer<String> progress) throws IOException {
        List<Salvage.Gap> gaps = salvage.rows((key, value) -> {
            readDefinition(key, value);
            if (isItem(key)) {
                itemsOfTables.merge(tableOf(key), 1L, Long::sum);
            }
            if (++rows % TOLD_ROWS == 0) {
                progress.accept("%,d rows read".formatted(rows));
            }
        });
        progress.accept("%,d rows read".formatted(rows));
        keepLastOfEachName();
        List<String> lost = new ArrayList<>();
        salvage.lostFiles().forEach(file -> lost.add(words(file)));
        List<String> derived = new ArrayList<>();
        gaps.forEach(gap -> (isDerived(gap) ? derived : lost)
                .add(place(gap.after(), "from the beginning") + " up to " + place(gap.before(), "the end")));
        salvage.journalDamage().ifPresent(lost::add);
        return new Report(rows, salvage.damagedFiles(), lost, derived, items());
    }

    private void build(Salvage salvage, Path target, boolean sound, Consumer<String> progress) throws IOException {
        // Streams are carried over as they are, so the items must not be written into them once more.
        try (Store store = RocksStore.open(target, STORE)) {
            StoreBatch batch = new StoreBatch();
            for (TableDefinition table : tables.values()) {
                TableDefinition.Builder quiet = table.but();
                quiet.stream = null;
                batch.put(Rows.table(table.namespace(), table.name()), TableCodec.encode(quiet.build()));
            }
            store.apply(batch);
        }
        try (Engine engine = Engine.open(target, Engine.Options.defaults().withBackground(NONE), STORE)) {
            writeItems(salvage, engine, progress);
        }
        try (Store store = RocksStore.open(target, STORE)) {
            carryOver(salvage, store);
            StoreBatch batch = new StoreBatch();
            batch.put(Rows.counters(), counters());
            for (TableDefinition table : tables.values()) {
                byte[] encoded = TableCodec.encode(table);
                batch.put(Rows.table(table.namespace(), table.name()), encoded);
                batch.put(Rows.tableAgain(table.namespace(), table.name()), encoded);
            }
            putTimeSeen(batch, sound);
            store.apply(batch);
        }
    }

    private void writeItems(Salvage salvage, Engine engine, Consumer<String> progress) throws IOException {
        List<CompletableFuture<?>> writes = new ArrayList<>();
        long[] done = {0};
        salvage.rows((key, value) -> {
            if (++done[0] % TOLD_ROWS == 0) {
                progress.accept("%,d of %,d rows carried over".formatted(done[0], rows));
            }
            if (!isItem(key) || !tables.containsKey(tableOf(key))) {
                return;
            }
            TableDefinition definition = tables.get(tableOf(key));
            Table table = engine.findTable(definition.namespace(), definition.name());
            writes.add(engine.writer()
                    .submit(group -> group.apply(new Change(table, key, Item.NONE, Item.ofBytes(value), false))));
            if (writes.size() == WRITES_AT_ONCE) {
                join(writes);
                writes.clear();
            }
        });
        join(writes);
        progress.accept("%,d of %,d rows carried over".formatted(done[0], rows));
    }

    private static void join(List<CompletableFuture<?>> writes) {
        try {
            writes.forEach(CompletableFuture::join);
        } catch (CompletionException e) {
            // What the disk refuses is no fault of ours.
            throw e.getCause() instanceof StoreException refused ? refused : e;
        }
    }

    private static void carryOver(Salvage salvage, Store store) throws IOException {
        StoreBatch[] batch = {new StoreBatch()};
        int[] bytes = {0};
        salvage.rows((key, value) -> {
            if (isCarriedOver(key[0])) {
                batch[0].put(key, value);
                bytes[0] += key.length + value.length;
                if (bytes[0] > BATCH_BYTES) {
                    store.apply(batch[0]);
                    batch[0] = new StoreBatch();
                    bytes[0] = 0;
                }
            }
        });
        store.apply(batch[0]);
    }

    /**
     * The clock of this run may be wrong, so it must not count as the time that was seen. If that is lost with other rows, what is
     * known to have been is older, so that a person is asked before anything expires.
     */
    private void putTimeSeen(StoreBatch batch, boolean sound) {
        if (timeSeen != null) {
            batch.put(Rows.timeSeen(), timeSeen);
        } else if (sound || tables.isEmpty()) {
            batch.delete(Rows.timeSeen());
        } else {
            long made = tables.values().stream()
                    .mapToLong(TableDefinition::createdMillis)
                    .max()
                    .getAsLong();
            batch.put(Rows.timeSeen(), new ByteWriter(8).int64(made).toByteArray());
        }
    }

    /** What does not follow from the items, but for what is made anew of all that was found: definitions and counters. */
    private static boolean isCarriedOver(byte kind) {
        return kind == Rows.STREAM || kind == Rows.STREAM_RECORD || kind == Rows.TOKEN;
    }

    /** No number that was ever given away is given again, even if the row that counts them is lost. */
    private byte[] counters() {
        return new ByteWriter(12).int32(lastId).int64(lastSequence).toByteArray();
    }

    private void readDefinition(byte[] key, byte[] value) {
        if (key[0] == Rows.TABLE || key[0] == Rows.TABLE_AGAIN) {
            TableDefinition table = TableCodec.decode(value);
            tables.put(table.id(), table);
            lastId = Math.max(lastId, table.id());
        } else if (key[0] == Rows.COUNTERS) {
            ByteBuffer in = ByteBuffer.wrap(value);
            lastId = Math.max(lastId, in.getInt());
            lastSequence = Math.max(lastSequence, in.getLong());
        } else if (key[0] == Rows.TIME_SEEN) {
            timeSeen = value;
        } else if (key[0] == Rows.STREAM || key[0] == Rows.STREAM_RECORD) {
            lastId = Math.max(lastId, ByteBuffer.wrap(key).getInt(1));
            lastSequence = Math.max(
                    lastSequence,
                    key[0] == Rows.STREAM ? 0 : ByteBuffer.wrap(key).getLong(5));
        }
    }

    /** A table that was dropped and made again may be there twice, if the file that knew of the drop is lost. */
    private void keepLastOfEachName() {
        Map<String, Integer> last = new HashMap<>();
        tables.values().forEach(table -> last.merge(fullName(table), table.id(), Math::max));
        tables.values().removeIf(table -> last.get(fullName(table)) != table.id());
    }

    private static String fullName(TableDefinition table) {
        return table.namespace() + '\0' + table.name();
    }

    /** Once all definitions are read, for the second of a table stands behind its items. */
    private Map<String, Long> items() {
        Map<String, Long> items = new TreeMap<>();
        itemsOfTables.forEach((table, count) -> items.merge(nameOf(table), count, Long::sum));
        return items;
    }

    private static boolean isItem(byte[] key) {
        return key[0] == Rows.ITEM && key[5] == 0 && key[6] == 0;
    }

    /** Whether all that can stand between the neighbours of a gap is made anew from the items. */
    private static boolean isDerived(Salvage.Gap gap) {
        byte[] from = gap.after();
        byte[] to = gap.before();
        if (from == null || to == null || from[0] != to[0]) {
            return false;
        }
        return switch (from[0]) {
            case Rows.COLLECTION, Rows.EXPIRY, Rows.STATISTICS -> true;
            // Of one index, or of two with nothing but indexes between: those of a table stand behind its items.
            case Rows.ITEM -> !isItem(from) && !isItem(to) && tableOf(from) == tableOf(to);
            default -> false;
        };
    }

    private static int tableOf(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }

    private String nameOf(int table) {
        TableDefinition definition = tables.get(table);
        return definition == null ? "a table whose definition is lost (number " + table + ")" : definition.name();
    }

    private String words(Salvage.LostFile file) {
        return "all of " + file.name() + " that the journal does not have: " + place(file.from(), "") + " up to "
                + place(file.to(), "")
                + (file.hidOthers()
                        ? "; instead of what it had there may be older versions, and items that were deleted"
                        : "");
    }

    /** Where a row stands, for people. */
    private String place(byte[] key, String none) {
        if (key == null) {
            return none;
        }
        String what =
                switch (key[0]) {
                    case Rows.TABLE -> "the definition of a table";
                    case Rows.ITEM -> (isItem(key) ? "items of " : "index entries of ") + nameOf(tableOf(key));
                    case Rows.COLLECTION -> "sizes of item collections of " + nameOf(tableOf(key));
                    case Rows.STREAM_RECORD -> "records of a stream";
                    case Rows.STREAM -> "a stream";
                    case Rows.EXPIRY -> "expiry times of " + nameOf(tableOf(key));
                    case Rows.TOKEN -> "tokens of transactions";
                    case Rows.STATISTICS -> "counts";
                    default -> "internal rows";
                };
        return what + " near " + readable(key);
    }

    /** The text in a key; what is no text is left out. */
    private static String readable(byte[] key) {
        StringBuilder text = new StringBuilder();
        int from = key[0] == Rows.ITEM ? Rows.ITEM_PREFIX_BYTES + 4 : 1;
        for (int i = Math.min(from, key.length); i < key.length && text.length() < 80; i++) {
            char letter = (char) (key[i] & 0xff);
            text.append(letter >= ' ' && letter < 127 ? letter : '·');
        }
        return "\"" + text + "\"";
    }
}
