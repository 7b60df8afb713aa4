package dev.partita.store;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SstFileReader;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * What can still be read of a data directory that nobody has open, whatever became of its files. It changes nothing in that
 * directory.
 *
 * <p>Where a block cannot be read, all rows between its neighbours are left out, those of other files, too: an older version
 * of a row, or one that was deleted, must not come back as if it were the last.
 */
public final class Salvage implements AutoCloseable {

    /** Rows that cannot be read: those between two keys; null stands for the first or the last there is. */
    public record Gap(byte[] after, byte[] before) {}

    /** Takes rows in the order of their keys. */
    public interface Sink {
        void row(byte[] key, byte[] value) throws IOException;
    }

    private final DataDirectory directory;
    private final Options options;
    private final RocksDB database;

    private Salvage(DataDirectory directory, Options options, RocksDB database) {
        this.directory = directory;
        this.options = options;
        this.database = database;
    }

    /** @throws StoreException of kind CANNOT_OPEN if it is no data directory, is in use, or RocksDB's list of files is damaged */
    public static Salvage open(Path path) {
        NativeLibrary.load();
        if (!Files.isRegularFile(path.resolve("FORMAT"))) {
            throw new StoreException(
                    StoreException.Kind.CANNOT_OPEN,
                    path
                            + " is not a data directory: it has no file FORMAT. Name the directory that `partita up` was given.",
                    null);
        }
        DataDirectory directory = DataDirectory.open(path);
        Options options = RocksDatabase.forLooking(directory.rocks());
        try {
            return new Salvage(
                    directory,
                    options,
                    RocksDB.openReadOnly(options, directory.rocks().toString()));
        } catch (RocksDBException e) {
            options.close();
            directory.close();
            throw RocksFailure.opening(path, e);
        }
    }

    /** The sorted files that have a block that cannot be read, each with what is wrong. */
    public List<String> damagedFiles() {
        List<String> damaged = new ArrayList<>();
        for (LiveFileMetaData file : database.getLiveFilesMetaData()) {
            String name = file.path() + file.fileName();
            damageOf(Path.of(name)).ifPresent(damaged::add);
        }
        return damaged;
    }

    /** What is wrong with a sorted file, if anything is. */
    static Optional<String> damageOf(Path file) {
        try (Options plain = new Options();
                SstFileReader reader = new SstFileReader(plain)) {
            reader.open(file.toString());
            reader.verifyChecksum();
            return Optional.empty();
        } catch (RocksDBException e) {
            boolean isDamaged = Files.exists(file) && !RocksFailure.isLackOfFiles(e);
            return isDamaged ? Optional.of(e.getMessage()) : Optional.empty();
        }
    }

    /** Hands out all rows of the sorted files that can be read, and answers where some could not. */
    public List<Gap> walk(Sink sink) throws IOException {
        List<Gap> gaps = new ArrayList<>();
        try (ReadOptions checked = new ReadOptions().setVerifyChecksums(true).setFillCache(false)) {
            byte[] from = new byte[0];
            byte[] last = null;
            while (from != null) {
                try (RocksIterator rows = database.newIterator(checked)) {
                    for (rows.seek(from); rows.isValid(); rows.next()) {
                        last = rows.key();
                        if (!isOurs(last)) {
                            sink.row(last, rows.value());
                        }
                    }
                    if (isReadable(rows)) {
                        return gaps;
                    }
                }
                from = readableBehind(checked, last == null ? new byte[0] : last);
                gaps.add(new Gap(last, from));
            }
        }
        return gaps;
    }

    /** What cannot be read of the journal, in words, if something cannot. */
    public Optional<String> journalDamage() throws IOException {
        try {
            return Journal.salvage(directory.journal(), BatchEncoding.number(readNumber()), batch -> {});
        } catch (RocksDBException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Makes a database of all rows that can be read, those of the journal included, in a new directory.
     *
     * @return what could not be read of the journal, in words, if something could not
     */
    public Optional<String> copyTo(Path target, List<Gap> gaps) throws IOException {
        Files.createDirectories(target);
        try (Options fresh = new Options().setCreateIfMissing(true);
                WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
                RocksDB copy = RocksDB.open(fresh, target.toString())) {
            gaps.addAll(walk((key, value) -> put(copy, unlogged, key, value)));
            long stored = BatchEncoding.number(readNumber());
            return Journal.salvage(directory.journal(), stored, batch -> {
                try (WriteBatch whole = new WriteBatch(batch)) {
                    copy.write(unlogged, whole);
                }
            });
        } catch (RocksDBException e) {
            throw new IOException("Cannot write to " + target + ": " + e.getMessage(), e);
        }
    }

    /** Hands out all rows of what {@link #copyTo} made. */
    public static void readCopy(Path copy, Sink sink) throws IOException {
        try (Options options = new Options();
                RocksDB database = RocksDB.openReadOnly(options, copy.toString());
                RocksIterator rows = database.newIterator()) {
            for (rows.seekToFirst(); rows.isValid(); rows.next()) {
                if (!isOurs(rows.key())) {
                    sink.row(rows.key(), rows.value());
                }
            }
            rows.status();
        } catch (RocksDBException e) {
            throw new IOException("Cannot read " + copy + ": " + e.getMessage(), e);
        }
    }

    public static void deleteCopy(Path copy) throws IOException {
        if (Files.exists(copy)) {
            try (Stream<Path> files = Files.walk(copy)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Override
    public void close() {
        database.close();
        options.close();
        directory.close();
    }

    private byte[] readNumber() {
        try {
            return database.get(BatchEncoding.NUMBER_KEY);
        } catch (RocksDBException e) {
            // Then all that the journal has is written again, which does no harm: it is newer or the same.
            return null;
        }
    }

    private static void put(RocksDB copy, WriteOptions how, byte[] key, byte[] value) throws IOException {
        try {
            copy.put(how, key, value);
        } catch (RocksDBException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static boolean isOurs(byte[] key) {
        return Arrays.equals(key, BatchEncoding.NUMBER_KEY);
    }

    private static boolean isReadable(RocksIterator rows) {
        try {
            rows.status();
            return true;
        } catch (RocksDBException e) {
            return false;
        }
    }

    /**
     * The first key behind {@code last} whose row can be read, as far as keys can tell: ever longer steps find a place behind the
     * damage, halves find where it ends. Null if there is none.
     */
    private byte[] readableBehind(ReadOptions checked, byte[] last) {
        int width = last.length + Long.BYTES;
        BigInteger from = new BigInteger(1, Arrays.copyOf(last, width));
        BigInteger bad = from;
        BigInteger good = null;
        for (int bit = 0; good == null && bit < 8 * width; bit++) {
            BigInteger step = from.add(BigInteger.ONE.shiftLeft(bit));
            if (step.bitLength() > 8 * width) {
                return null;
            }
            if (isReadable(checked, step, width)) {
                good = step;
            } else {
                bad = step;
            }
        }
        if (good == null) {
            return null;
        }
        while (good.subtract(bad).compareTo(BigInteger.ONE) > 0) {
            BigInteger middle = good.add(bad).shiftRight(1);
            if (isReadable(checked, middle, width)) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        try (RocksIterator rows = database.newIterator(checked)) {
            rows.seek(key(good, width));
            return rows.isValid() ? rows.key() : null;
        }
    }

    /** With an iterator of its own: one that has met damage may answer wrongly for other places, too. */
    private boolean isReadable(ReadOptions checked, BigInteger place, int width) {
        try (RocksIterator rows = database.newIterator(checked)) {
            rows.seek(key(place, width));
            return rows.isValid() || isReadable(rows);
        }
    }

    private static byte[] key(BigInteger place, int width) {
        byte[] digits = place.toByteArray();
        byte[] key = new byte[width];
        int count = Math.min(digits.length, width);
        System.arraycopy(digits, digits.length - count, key, width - count, count);
        return key;
    }
}
