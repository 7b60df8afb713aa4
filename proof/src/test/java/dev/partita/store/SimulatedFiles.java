package dev.partita.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/**
 * In RocksDB's place: rows on the heap that are written, all of them, to a new file now and then, as by a thread of its own some writes
 * late. It is as careful about its files as RocksDB is, and no more: a file that could not be written ends all writing.
 */
final class SimulatedFiles implements SortedFiles {

    /** Opens them on whatever disk the path is of. Chance decides when files are written, and when writes have to wait. */
    static final class Simulation implements Library {
        private final SplittableRandom random;

        Simulation(SplittableRandom random) {
            this.random = random;
        }

        @Override
        public void load() {}

        @Override
        public <R> R look(Path path, RocksStore.Options options, boolean former, Look<R> look)
                throws RocksDBException, IOException {
            Written found = read(path);
            return look.at(found.number(), found.rows());
        }

        @Override
        public void emptyOwnLog(Path path, RocksStore.Options options) {
            throw new IllegalStateException("the former format is not simulated");
        }

        @Override
        public SortedFiles open(Path path, RocksStore.Options options, Journal journal)
                throws RocksDBException, IOException {
            SimulatedFiles files = new SimulatedFiles(path, random);
            files.openAndReplay(journal);
            return files;
        }

        @Override
        public void probe(Path directory) throws IOException {
            Path rocks = Files.createDirectory(directory.resolve("rocks"));
            write(rocks.resolve("1.sst"), new byte[100]);
            DataDirectory.sync(rocks);
        }
    }

    /** What a file has: all the rows after so many batches. */
    private record Written(long number, long file, MemoryStore rows) {}

    private final Path path;
    private final SplittableRandom random;
    private MemoryStore rows;
    private long number;
    private long stored;
    private long file;
    /** What is to be written next, as it was a while ago. */
    private Written buffer;

    private boolean failed;
    private String whyNotOpen = "The store is closed.";

    private SimulatedFiles(Path path, SplittableRandom random) {
        this.path = path;
        this.random = random;
    }

    private void openAndReplay(Journal journal) throws RocksDBException, IOException {
        Written found = Files.exists(current()) ? read(path) : new Written(0, 0, new MemoryStore());
        rows = found.rows();
        number = found.number();
        stored = number;
        file = found.file();
        buffer = null;
        failed = false;
        // As RocksDB does with its list of files: what was found may not be on the disk.
        writeCurrent(file);
        journal.replay(stored, encoded -> insert(encoded));
    }

    private Path current() {
        return path.resolve("CURRENT");
    }

    @Override
    public boolean write(byte[] encoded) throws RocksDBException {
        if (failed) {
            throw failure("a file could not be written");
        }
        if (random.nextInt(200) == 0) {
            return false;
        }
        insert(encoded);
        work();
        return true;
    }

    private void insert(byte[] encoded) {
        open().apply(decoded(encoded));
        number = BatchEncoding.number(rows.get(BatchEncoding.NUMBER_KEY));
    }

    /** A piece of what a thread in the background would do. */
    private void work() {
        if (buffer == null && random.nextInt(12) == 0) {
            buffer = new Written(number, file + 1, rows.fork());
        } else if (buffer != null && random.nextInt(4) == 0) {
            try {
                writeFile(buffer);
            } catch (IOException e) {
                failed = true;
            }
            buffer = null;
        }
    }

    private void writeFile(Written written) throws IOException {
        write(path.resolve(written.file() + ".sst"), encoded(written));
        DataDirectory.sync(path);
        writeCurrent(written.file());
        stored = written.number();
        file = written.file();
        Files.deleteIfExists(path.resolve(file - 1 + ".sst"));
    }

    private void writeCurrent(long newFile) throws IOException {
        Path temporary = path.resolve("CURRENT.tmp");
        write(temporary, ("" + newFile).getBytes(StandardCharsets.UTF_8));
        Files.move(temporary, current(), StandardCopyOption.ATOMIC_MOVE);
        DataDirectory.sync(path);
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(ByteBuffer.wrap(bytes));
            channel.force(true);
        }
    }

    private static byte[] encoded(Written written) {
        StoreBatch all = new StoreBatch();
        byte[] end = new byte[13];
        Arrays.fill(end, (byte) 0xff);
        try (EntryCursor cursor = written.rows().cursor(new byte[0], end, false)) {
            while (cursor.next()) {
                all.put(cursor.key(), cursor.value());
            }
        }
        return BatchEncoding.of(all, written.number());
    }

    private static Written read(Path path) throws RocksDBException {
        try {
            long file = Long.parseLong(Files.readString(path.resolve("CURRENT")));
            MemoryStore rows = new MemoryStore();
            if (file == 0) {
                return new Written(0, 0, rows);
            }
            rows.apply(decoded(Files.readAllBytes(path.resolve(file + ".sst"))));
            return new Written(BatchEncoding.number(rows.get(BatchEncoding.NUMBER_KEY)), file, rows);
        } catch (IOException | RuntimeException e) {
            throw failure("Corruption: " + e);
        }
    }

    private static RocksDBException failure(String message) {
        return new RocksDBException(message, new Status(Status.Code.IOError, Status.SubCode.None, message));
    }

    /** What {@link BatchEncoding} wrote. */
    private static StoreBatch decoded(byte[] encoded) {
        ByteBuffer in = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
        in.getLong();
        int count = in.getInt();
        StoreBatch batch = new StoreBatch();
        for (int i = 0; i < count; i++) {
            switch (in.get()) {
                case 0x01 -> batch.put(bytes(in), bytes(in));
                case 0x00 -> batch.delete(bytes(in));
                case 0x0f -> batch.deleteRange(bytes(in), bytes(in));
                default -> throw new IllegalStateException("no batch");
            }
        }
        if (in.hasRemaining()) {
            throw new IllegalStateException("more than a batch");
        }
        return batch;
    }

    private static byte[] bytes(ByteBuffer in) {
        int length = 0;
        byte part;
        int shift = 0;
        do {
            part = in.get();
            length |= (part & 0x7f) << shift;
            shift += 7;
        } while (part < 0);
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    @Override
    public long stored() {
        open();
        return stored;
    }

    @Override
    public void openAnew(Journal journal) throws IOException {
        try {
            openAndReplay(journal);
        } catch (RocksDBException | IOException e) {
            rows = null;
            whyNotOpen = "The store could not be opened anew after a failed write: " + e.getMessage();
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public void flush() {
        try {
            if (!failed) {
                writeFile(new Written(number, file + 1, rows.fork()));
            }
        } catch (IOException e) {
            // The journal has it.
        }
    }

    private MemoryStore open() {
        if (rows == null) {
            throw new StoreException(StoreException.Kind.CANNOT_OPEN, whyNotOpen, null);
        }
        return rows;
    }

    @Override
    public byte[] get(byte[] key) {
        return open().get(key);
    }

    @Override
    public EntryCursor cursor(byte[] from, byte[] to, boolean backwards) {
        return open().cursor(from, to, backwards);
    }

    @Override
    public Snapshot snapshot() {
        return open().snapshot();
    }

    @Override
    public long property(String name) {
        return name.equals("rocksdb.background-errors") && failed ? 1 : 0;
    }

    @Override
    public Optional<String> damage() {
        return Optional.empty();
    }

    @Override
    public List<Path> sortedFiles() {
        return List.of();
    }

    @Override
    public void rest() {}

    @Override
    public void goOn() {}

    @Override
    public void mergeNow() {}

    @Override
    public void mergeLate() {}

    @Override
    public void stopMerging(String reason) {}

    @Override
    public void trim() {}

    @Override
    public void close() {
        rows = null;
    }
}
