package dev.partita.store;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.rocksdb.LiveFileMetaData;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.SstFileReader;

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

    /**
     * A sorted file that cannot be opened, and the rows that were in it: those from one key to another, both included.
     *
     * @param hidOthers whether another file may have older versions of them, or what was deleted, which now come to light
     */
    public record LostFile(String name, byte[] from, byte[] to, boolean hidOthers) {}

    private final DataDirectory directory;
    private final ScratchDirectory scratch;
    private final Options options;
    private final List<String> damagedFiles = new ArrayList<>();
    private final List<LostFile> lostFiles = new ArrayList<>();
    private RocksDB database;
    private JournalRows journal;
    private String journalDamage;

    private Salvage(DataDirectory directory, ScratchDirectory scratch) {
        this.directory = directory;
        this.scratch = scratch;
        // Or one file that cannot be opened keeps all others shut.
        this.options = RocksDatabase.forLooking(directory.rocks()).setParanoidChecks(false);
    }

    /**
     * @param scratch for what does not fit into memory
     * @throws StoreException of kind CANNOT_OPEN if it is no data directory, is in use, or RocksDB's list of files is damaged
     */
    public static Salvage open(Path path, ScratchDirectory scratch) throws IOException {
        NativeLibrary.load();
        if (NewDirectory.isUnfinished(path)) {
            throw new StoreException(
                    StoreException.Kind.CANNOT_OPEN,
                    path + " is not a data directory yet: a repair into it is under way, or was interrupted.",
                    null);
        }
        if (!Files.isRegularFile(path.resolve(DataDirectory.FORMAT))) {
            throw new StoreException(StoreException.Kind.CANNOT_OPEN, path + withoutFormat(path), null);
        }
        Salvage salvage = new Salvage(DataDirectory.open(path), scratch);
        try {
            salvage.openFiles();
            salvage.openJournal();
            return salvage;
        } catch (RocksDBException e) {
            salvage.close();
            throw RocksFailure.looking(path, e);
        } catch (IOException | RuntimeException e) {
            salvage.close();
            throw e;
        }
    }

    private static String withoutFormat(Path path) {
        if (Files.isDirectory(path) && !Files.isExecutable(path)) {
            return " is not yours to read. Call this as the user who owns it.";
        }
        return Files.exists(path.resolve(DataDirectory.ROCKS).resolve("CURRENT"))
                ? " has lost its file FORMAT. Restore that file or the whole directory from a backup."
                : " is not a data directory: it has no file FORMAT. Name the directory that `partita up` was given.";
    }

    private void openFiles() throws RocksDBException, IOException {
        Manifest.requireReadable(directory.rocks());
        database = RocksDB.openReadOnly(options, directory.rocks().toString());
        List<LiveFileMetaData> all = database.getLiveFilesMetaData();
        List<LiveFileMetaData> lost = new ArrayList<>();
        List<Path> usable = new ArrayList<>();
        boolean asTheyAre = true;
        for (LiveFileMetaData file : all) {
            scratch.requireGoing();
            Path path = Path.of(file.path() + file.fileName());
            damageOf(file, path)
                    .map(words -> words.contains(path.getFileName().toString()) ? words : path + ": " + words)
                    .ifPresent(damagedFiles::add);
            Path cut = cutToSize(file, path);
            if (canBeOpened(cut)) {
                usable.add(cut);
            } else {
                lost.add(file);
                boolean hidOthers = all.stream().anyMatch(other -> mayBeOlder(other, file));
                lostFiles.add(
                        new LostFile(path.getFileName().toString(), file.smallestKey(), file.largestKey(), hidOthers));
            }
            asTheyAre &= lost.isEmpty() && cut.equals(path);
        }
        if (!asTheyAre) {
            database.close();
            database = null;
            Path remaining = scratch.path().resolve("remaining");
            RemainingFiles.link(directory.rocks(), remaining, usable, lost);
            database = RocksDB.openReadOnly(options, remaining.toString());
        }
    }

    private void openJournal() throws RocksDBException, IOException {
        journal = new JournalRows(scratch.path().resolve("journal"));
        journalDamage = Journal.salvage(directory.journal(), readNumber(), journal::apply)
                .orElse(null);
    }

    /** The sorted files that have a part that cannot be read, each with what is wrong. */
    public List<String> damagedFiles() {
        return List.copyOf(damagedFiles);
    }

    /** Those of them nothing of which can be read. */
    public List<LostFile> lostFiles() {
        return List.copyOf(lostFiles);
    }

    private static Optional<String> damageOf(LiveFileMetaData file, Path path) throws IOException {
        if (!Files.exists(path)) {
            return Optional.of(path + " is missing");
        }
        long size = Files.size(path);
        return size == file.size()
                ? damageOf(path)
                : Optional.of(path + " has " + size + " bytes and had " + file.size());
    }

    /** RocksDB looks for what it needs at a file's end, which may have got more bytes behind it: then a copy without them. */
    private Path cutToSize(LiveFileMetaData file, Path path) throws IOException {
        if (!Files.exists(path) || Files.size(path) <= file.size()) {
            return path;
        }
        Path cut = scratch.path().resolve(path.getFileName());
        Files.copy(path, cut);
        try (FileChannel channel = FileChannel.open(cut, StandardOpenOption.WRITE)) {
            channel.truncate(file.size());
        }
        return cut;
    }

    private static boolean canBeOpened(Path file) throws RocksDBException {
        try (Options plain = new Options();
                SstFileReader reader = new SstFileReader(plain)) {
            reader.open(file.toString());
            return true;
        } catch (RocksDBException e) {
            boolean isOursToMend = RocksFailure.isLackOfFiles(e) || Files.exists(file) && !Files.isReadable(file);
            if (isOursToMend) {
                throw e;
            }
            return false;
        }
    }

    /** Of files that overlap, the one further down is the older, and so it is with the earlier one of the first level. */
    private static boolean mayBeOlder(LiveFileMetaData one, LiveFileMetaData other) {
        boolean overlap = Arrays.compareUnsigned(one.smallestKey(), other.largestKey()) <= 0
                && Arrays.compareUnsigned(other.smallestKey(), one.largestKey()) <= 0;
        boolean older = one.level() > other.level()
                || one.level() == 0 && other.level() == 0 && one.smallestSeqno() < other.largestSeqno();
        return overlap && older && !one.fileName().equals(other.fileName());
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

    /**
     * Hands out all rows that can be read, as a start would have them: those of the sorted files and, over them, those of the
     * journal.
     *
     * @return where rows of the sorted files could not be read
     */
    public List<Gap> rows(Sink sink) throws IOException {
        Sink going = (key, value) -> {
            scratch.requireGoing();
            if (!isOurs(key)) {
                sink.row(key, value);
            }
        };
        try (JournalRows.Walk newer = journal.walk(going)) {
            List<Gap> gaps = walk((key, value) -> {
                if (!newer.pass(key)) {
                    going.row(key, value);
                }
            });
            newer.rest();
            return gaps;
        }
    }

    /** What cannot be read of the journal, in words, if something cannot. */
    public Optional<String> journalDamage() {
        return Optional.ofNullable(journalDamage);
    }

    /** Hands out all rows of the sorted files that can be read, and answers where some could not. */
    private List<Gap> walk(Sink sink) throws IOException {
        List<Gap> gaps = new ArrayList<>();
        try (ReadOptions checked = new ReadOptions().setVerifyChecksums(true).setFillCache(false)) {
            byte[] from = new byte[0];
            byte[] last = null;
            while (from != null) {
                try (RocksIterator rows = database.newIterator(checked)) {
                    for (rows.seek(from); rows.isValid(); rows.next()) {
                        last = rows.key();
                        sink.row(last, rows.value());
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

    @Override
    public void close() {
        if (journal != null) {
            journal.close();
        }
        if (database != null) {
            database.close();
        }
        options.close();
        directory.close();
    }

    /** The number of the last batch that the sorted files had; empty if the block or the file that tells cannot be read. */
    private OptionalLong readNumber() {
        if (lostFiles.stream().anyMatch(file -> isOurs(file.to()))) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(BatchEncoding.number(database.get(BatchEncoding.NUMBER_KEY)));
        } catch (RocksDBException e) {
            return OptionalLong.empty();
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
