package dev.partita.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * How far a {@link Journal} has come, kept outside of its segments: the end of a segment cannot tell whether more came
 * after it. Whoever finds less than the mark says has found damage.
 *
 * <pre>
 * "PARTITM1" | last number (8) | segment (8) | its length (8) | closed (4) | checksum (4)
 * </pre>
 *
 * The segment and its length are synced before a record relies on them. The last number is written without a sync, after
 * the record itself was synced: it survives the death of the process, and after a power cut it may be some seconds old,
 * but never too high. A mark that is missing or damaged says nothing.
 */
final class JournalMark implements Closeable {

    /**
     * What a mark says.
     *
     * @param last the number of a record that is on the disk
     * @param segment the number of a segment that is on the disk
     * @param length the length of that segment's file
     * @param closed whether RocksDB's files had everything up to {@code last}, and nothing was written since
     */
    record Reached(long last, long segment, long length, boolean closed) {

        static final Reached NOTHING = new Reached(0, 0, 0, false);
    }

    private static final String NAME = "MARK";
    private static final long MAGIC = 0x5041525449544d31L;
    private static final int BYTES = 40;

    private final Path path;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES);
    private final CRC32C checksum = new CRC32C();
    private FileChannel channel;
    /** Whether the directory has the file's name for good. */
    private boolean named;

    private Reached reached;

    /** Only reads; the file is made by the first {@link #sync}. */
    JournalMark(Path directory) throws IOException {
        path = directory.resolve(NAME);
        Journal.requireFile(path);
        reached = Files.exists(path) ? decode(ByteBuffer.wrap(readHead())) : Reached.NOTHING;
    }

    Reached reached() {
        return reached;
    }

    /** Whether this process has written the mark. */
    boolean isOpen() {
        return channel != null;
    }

    /** Writes a mark that is on the disk when this returns. */
    void sync(long last, long segment, long length, boolean closed) throws IOException {
        if (channel == null) {
            named = Files.exists(path);
            channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }
        reached = new Reached(last, segment, length, closed);
        write();
        channel.force(true);
        if (!named) {
            DataDirectory.sync(path.getParent());
            named = true;
        }
    }

    /** The record of this number is on the disk. Costs one call of the system and waits for nothing. */
    void advance(long last) {
        reached = new Reached(last, reached.segment(), reached.length(), false);
        try {
            write();
        } catch (IOException e) {
            // The mark stays behind, where it is as true as before.
        }
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }

    private void write() throws IOException {
        buffer.clear().putLong(MAGIC).putLong(reached.last());
        buffer.putLong(reached.segment()).putLong(reached.length());
        buffer.putInt(reached.closed() ? 1 : 0);
        buffer.putInt(checksumOf(buffer.duplicate().flip())).flip();
        // All of it lies within one sector, so a power cut leaves the old or the new.
        for (int at = 0; buffer.hasRemaining(); ) {
            at += channel.write(buffer, at);
        }
    }

    private byte[] readHead() throws IOException {
        try (var in = Files.newInputStream(path)) {
            return in.readNBytes(BYTES);
        } catch (AccessDeniedException e) {
            throw RocksFailure.notPermitted(path.getParent().getParent(), e);
        }
    }

    private Reached decode(ByteBuffer mark) {
        if (mark.limit() < BYTES
                || mark.getInt(BYTES - 4) != checksumOf(mark.duplicate().limit(BYTES - 4))) {
            return Reached.NOTHING;
        }
        return mark.getLong() == MAGIC
                ? new Reached(mark.getLong(), mark.getLong(), mark.getLong(), mark.getInt() == 1)
                : Reached.NOTHING;
    }

    private int checksumOf(ByteBuffer bytes) {
        checksum.reset();
        checksum.update(bytes);
        return (int) checksum.getValue();
    }
}
