package dev.partita.engine;

import dev.partita.item.ByteWriter;
import dev.partita.item.Item;
import dev.partita.store.Batch;
import dev.partita.store.RocksStore;
import dev.partita.store.Salvage;
import dev.partita.store.Store;
import dev.partita.store.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

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
     * @param items how many items of each table can be read
     */
    public record Report(long rows, List<String> damagedFiles, List<String> lost, Map<String, Long> items) {

        public boolean isSound() {
            return damagedFiles.isEmpty() && lost.isEmpty();
        }
    }

    private static final int BATCH_BYTES = 1 << 20;
    private static final int WRITES_AT_ONCE = 256;
    private static final String COPY = "salvaged.tmp";

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

    private Repair() {}

    /**
     * Reads all of a data directory and changes nothing in it.
     *
     * @param progress told now and then how many rows were read
     * @throws StoreException of kind CANNOT_OPEN if it is none, is in use, or cannot even be looked through
     */
    public static Report look(Path directory, LongConsumer progress) throws IOException {
        Repair repair = new Repair();
        try (Salvage salvage = Salvage.open(directory)) {
            List<String> damagedFiles = salvage.damagedFiles();
            List<Salvage.Gap> gaps = salvage.walk((key, value) -> {
                repair.readDefinition(key, value);
                repair.count(key, progress);
            });
            List<String> lost = repair.words(gaps);
            salvage.journalDamage().ifPresent(lost::add);
            return new Report(repair.rows, damagedFiles, lost, repair.items());
        }
    }

    /**
     * Makes a new data directory of all that can be read of another, which stays as it is.
     *
     * @param target must not be there, or be empty
     */
    public static Report run(Path directory, Path target, LongConsumer progress) throws IOException {
        if (Files.exists(target) && !isEmpty(target)) {
            throw new StoreException(
                    StoreException.Kind.CANNOT_OPEN, target + " is not empty. Name a new directory.", null);
        }
        Repair repair = new Repair();
        List<String> damagedFiles;
        List<String> lost;
        Files.createDirectories(target);
        Path copy = target.resolveSibling(target.getFileName() + "." + COPY);
        try {
            try (Salvage salvage = Salvage.open(directory)) {
                damagedFiles = salvage.damagedFiles();
                List<Salvage.Gap> gaps = new ArrayList<>();
                Optional<String> journal = salvage.copyTo(copy, gaps);
                Salvage.readCopy(copy, repair::readDefinition);
                lost = repair.words(gaps);
                journal.ifPresent(lost::add);
            }
            repair.build(copy, target, progress);
        } finally {
            Salvage.deleteCopy(copy);
        }
        return new Report(repair.rows, damagedFiles, lost, repair.items());
    }

    private void build(Path copy, Path target, LongConsumer progress) throws IOException {
        // Streams are carried over as they are, so the items must not be written into them once more.
        try (Store store = RocksStore.open(target, RocksStore.Options.DEFAULT)) {
            Batch batch = new Batch();
            for (TableDefinition table : tables.values()) {
                TableDefinition.Builder quiet = table.but();
                quiet.stream = null;
                batch.put(Rows.table(table.namespace(), table.name()), TableCodec.encode(quiet.build()));
            }
            store.apply(batch);
        }
        try (Engine engine = Engine.open(target, Engine.Options.defaults().withBackground(NONE))) {
            List<CompletableFuture<?>> writes = new ArrayList<>();
            Salvage.readCopy(copy, (key, value) -> {
                count(key, progress);
                if (isItem(key) && tables.containsKey(tableOf(key))) {
                    TableDefinition definition = tables.get(tableOf(key));
                    Table table = engine.findTable(definition.namespace(), definition.name());
                    writes.add(engine.writer()
                            .submit(group ->
                                    group.apply(new Change(table, key, Item.NONE, Item.ofBytes(value), false))));
                    if (writes.size() == WRITES_AT_ONCE) {
                        writes.forEach(CompletableFuture::join);
                        writes.clear();
                    }
                }
            });
            writes.forEach(CompletableFuture::join);
        }
        try (Store store = RocksStore.open(target, RocksStore.Options.DEFAULT)) {
            Batch[] batch = {new Batch()};
            int[] bytes = {0};
            Salvage.readCopy(copy, (key, value) -> {
                if (isCarriedOver(key[0])) {
                    batch[0].put(key, value);
                    bytes[0] += key.length + value.length;
                    if (bytes[0] > BATCH_BYTES) {
                        store.apply(batch[0]);
                        batch[0] = new Batch();
                        bytes[0] = 0;
                    }
                }
            });
            batch[0].put(Rows.counters(), counters());
            for (TableDefinition table : tables.values()) {
                byte[] encoded = TableCodec.encode(table);
                batch[0].put(Rows.table(table.namespace(), table.name()), encoded);
                batch[0].put(Rows.tableAgain(table.namespace(), table.name()), encoded);
            }
            store.apply(batch[0]);
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
        } else if (key[0] == Rows.STREAM || key[0] == Rows.STREAM_RECORD) {
            lastId = Math.max(lastId, ByteBuffer.wrap(key).getInt(1));
            lastSequence = Math.max(
                    lastSequence,
                    key[0] == Rows.STREAM ? 0 : ByteBuffer.wrap(key).getLong(5));
        }
    }

    private void count(byte[] key, LongConsumer progress) {
        if (isItem(key)) {
            itemsOfTables.merge(tableOf(key), 1L, Long::sum);
        }
        if (++rows % 100_000 == 0) {
            progress.accept(rows);
        }
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

    private static int tableOf(byte[] key) {
        return ByteBuffer.wrap(key).getInt(1);
    }

    private String nameOf(int table) {
        TableDefinition definition = tables.get(table);
        return definition == null ? "a table whose definition is lost (number " + table + ")" : definition.name();
    }

    private List<String> words(List<Salvage.Gap> gaps) {
        List<String> words = new ArrayList<>();
        for (Salvage.Gap gap : gaps) {
            words.add(place(gap.after(), "from the beginning") + " up to " + place(gap.before(), "the end"));
        }
        return words;
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

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }
}
