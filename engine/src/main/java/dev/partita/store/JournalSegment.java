package dev.partita.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.rocksdb.RocksDBException;

/**
 * One file of the {@link Journal}: a header, and from its second block on the records, each on a multiple of eight bytes.
 *
 * <pre>
 * header  "PARTITJ1" | durable (4) | number (8) | salt (8) | first sequence (8) | checksum (4)
 * record  salt (8) | sequence (8) | length (4) | checksum (4) | batch
 * end     salt (8) | number of the segment that follows (8) | -1 (4) | checksum (4)
 * </pre>
 *
 * The file is used again and again, since a block that was written before is synced in half the time. The salt is drawn
 * anew each time, so what an earlier use left behind is never taken for a record.
 */
final class JournalSegment implements Closeable {

    static final long RECORDS_START = 4096;

    private static final long MAGIC = 0x5041525449544a31L;
    private static final int HEADER_BYTES = 40;
    private static final int RECORD_BYTES = 24;
    private static final int END = -1;
    /** How far ahead of the records the file is filled with zeros, so that a record finds its blocks written. */
    private static final int AHEAD_BYTES = 2 << 20;

    /** A record as it stands in the file; {@code batch} is null at the end of a segment. */
    private record Entry(long sequence, byte[] batch) {}

    private final Path path;
    private final FileChannel channel;
    private final long segmentBytes;
    private final boolean durable;
    private final long number;
    private final long salt;
    private final long first;
    private final ByteBuffer buffer;
    private final CRC32C checksum = new CRC32C();
    private long filledBytes;

    /** Where the next record goes, and its sequence number. */
    private long position = RECORDS_START;

    private long next;
    /** Where the last record begins. */
    private long lastPosition = RECORDS_START;

    /** The first record that can be read: the first of all, unless damage before it was passed over. */
    private long readableFrom;

    private long readablePosition = RECORDS_START;
    /** The number of the segment that follows, once this one says so. */
    private long follower = -1;

    private JournalSegment(
            Path path,
            FileChannel channel,
            ByteBuffer buffer,
            long segmentBytes,
            boolean durable,
            long number,
            long salt,
            long first)
            throws IOException {
        this.path = path;
        this.buffer = buffer;
        this.channel = channel;
        this.segmentBytes = segmentBytes;
        this.durable = durable;
        this.number = number;
        this.salt = salt;
        this.first = first;
        this.next = first;
        this.readableFrom = first;
        this.filledBytes = channel.size();
    }

    /** Makes a segment of a new file, or of one whose records are no longer needed. {@code buffer} is for all segments. */
    static JournalSegment begin(
            Path path, ByteBuffer buffer, long segmentBytes, boolean durable, long number, long salt, long first)
            throws IOException {
        FileChannel channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            JournalSegment segment =
                    new JournalSegment(path, channel, buffer, segmentBytes, durable, number, salt, first);
            segment.fill(RECORDS_START);
            ByteBuffer header = segment.buffer;
            header.clear().putLong(MAGIC).putInt(durable ? 1 : 0);
            header.putLong(number).putLong(salt).putLong(first);
            header.putInt(segment.checksumOf(header.duplicate().flip(), null)).flip();
            segment.writeBuffer(0);
            channel.force(false);
            return segment;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Reads a segment up to its last whole record; answers null if the file does not begin like a segment. */
    static JournalSegment read(Path path, ByteBuffer buffer, long segmentBytes) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES);
            readFully(channel, header, 0);
            header.flip();
            if (header.limit() == HEADER_BYTES && header.getLong() == MAGIC) {
                boolean durable = header.getInt() == 1;
                JournalSegment segment = new JournalSegment(
                        path,
                        channel,
                        buffer,
                        segmentBytes,
                        durable,
                        header.getLong(),
                        header.getLong(),
                        header.getLong());
                int written = header.getInt();
                if (written == segment.checksumOf(header.rewind().limit(HEADER_BYTES - Integer.BYTES), null)) {
                    segment.readToEnd();
                    return segment;
                }
            }
            channel.close();
            return null;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    Path path() {
        return path;
    }

    boolean durable() {
        return durable;
    }

    long number() {
        return number;
    }

    long first() {
        return first;
    }

    long next() {
        return next;
    }

    long position() {
        return position;
    }

    /** The first record that can be read, or the one after the last if none can. */
    long readableFrom() {
        return readableFrom;
    }

    /** How long the file is, written or yet to be. */
    long length() {
        return filledBytes;
    }

    long follower() {
        return follower;
    }

    /** A batch that is larger than any segment gets one for itself. */
    boolean hasRoomFor(byte[] batch) {
        long end = align(position + RECORD_BYTES + batch.length) + RECORD_BYTES;
        return end <= segmentBytes || position == RECORDS_START;
    }

    /** Writes the record of {@link #next}; in the place of one that was written since the last {@link #advance}. */
    void write(byte[] batch) throws IOException {
        put(next, batch.length, batch);
    }

    /** The record last written stays. */
    void advance(byte[] batch) {
        lastPosition = position;
        position = align(position + RECORD_BYTES + batch.length);
        next++;
    }

    /** Says that the segment goes on in another. */
    void end(long followedBy) throws IOException {
        put(followedBy, END, null);
        follower = followedBy;
    }

    /** Hands out the batches from {@code from} on, but none from {@code to} on. */
    void replay(long from, long to, Journal.Replay replay) throws IOException, RocksDBException {
        long at = readablePosition;
        for (long sequence = readableFrom; sequence < Math.min(next, to); sequence++) {
            Entry entry = entryAt(at);
            if (entry == null || entry.batch() == null || entry.sequence() != sequence) {
                throw new IOException(path + " changed while it was read, at byte " + at);
            }
            if (sequence >= from) {
                replay.apply(entry.batch());
            }
            at = align(at + RECORD_BYTES + entry.batch().length);
        }
    }

    /** Where records before {@code needed} are not whole, goes on with the first whole one behind them. */
    void passOverDamage(long needed) throws IOException {
        while (next < needed && follower < 0) {
            long at = recordBehindEnd();
            Entry entry = at < 0 ? null : entryAt(at);
            if (entry == null || entry.batch() == null || entry.sequence() > needed) {
                return;
            }
            position = at;
            lastPosition = at;
            next = entry.sequence();
            readablePosition = position;
            readableFrom = next;
            readToEnd();
        }
    }

    /**
     * Whether there is a record behind the end. A record is written once the one before it is durable, so then the end is no
     * torn write but damage.
     */
    boolean hasRecordBehindEnd() throws IOException {
        return recordBehindEnd() >= 0;
    }

    /** Where the first whole record behind the end is, or -1. */
    private long recordBehindEnd() throws IOException {
        ByteBuffer window = ByteBuffer.allocate((int) Math.min(1 << 20, Math.max(0, filledBytes - position)));
        for (long at = position; at < filledBytes; at += window.limit()) {
            window.clear();
            readFully(channel, window, at);
            window.flip();
            if (window.limit() < RECORD_BYTES) {
                return -1;
            }
            for (int i = 0; i + Long.BYTES <= window.limit(); i += Long.BYTES) {
                if (window.getLong(i) == salt && at + i > position && isRecordBehind(at + i)) {
                    return at + i;
                }
            }
        }
        return -1;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private boolean isRecordBehind(long at) throws IOException {
        Entry entry = entryAt(at);
        return entry != null && (entry.batch() == null || entry.sequence() > next);
    }

    private void readToEnd() throws IOException {
        Entry entry = entryAt(position);
        while (entry != null && entry.batch() != null && entry.sequence() == next) {
            advance(entry.batch());
            entry = entryAt(position);
        }
        if (entry != null && entry.batch() == null) {
            follower = entry.sequence();
        }
    }

    /** The whole record at a position, or null if there is none. */
    private Entry entryAt(long at) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(RECORD_BYTES);
        readFully(channel, head, at);
        head.flip();
        if (head.limit() < RECORD_BYTES || head.getLong() != salt) {
            return null;
        }
        long sequence = head.getLong();
        int length = head.getInt();
        int written = head.getInt();
        if (length < END || at + RECORD_BYTES + length > filledBytes) {
            return null;
        }
        byte[] batch = null;
        if (length != END) {
            batch = new byte[length];
            ByteBuffer body = ByteBuffer.wrap(batch);
            readFully(channel, body, at + RECORD_BYTES);
            if (body.hasRemaining()) {
                return null;
            }
        }
        head.rewind().limit(RECORD_BYTES - Integer.BYTES);
        return written == checksumOf(head, batch) ? new Entry(sequence, batch) : null;
    }

    private void put(long sequence, int length, byte[] batch) throws IOException {
        int bytes = batch == null ? 0 : batch.length;
        fill(position + RECORD_BYTES + bytes);
        buffer.clear().putLong(salt).putLong(sequence).putInt(length);
        buffer.putInt(checksumOf(buffer.duplicate().flip(), batch));
        long at = position;
        int done = 0;
        do {
            int part = Math.min(buffer.remaining(), bytes - done);
            if (part > 0) {
                buffer.put(batch, done, part);
                done += part;
            }
            buffer.flip();
            at += writeBuffer(at);
            buffer.clear();
        } while (done < bytes);
        sync();
    }

    /** Makes sure that the blocks up to {@code end} were written before. */
    private void fill(long end) throws IOException {
        if (end <= filledBytes) {
            return;
        }
        long target = Math.max(end, Math.min(end + AHEAD_BYTES, segmentBytes));
        buffer.clear();
        while (buffer.hasRemaining()) {
            buffer.putLong(0);
        }
        for (long at = filledBytes; at < target; ) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), target - at));
            at += writeBuffer(at);
        }
        if (durable) {
            channel.force(true);
        }
        filledBytes = target;
    }

    private int writeBuffer(long at) throws IOException {
        int written = 0;
        while (buffer.hasRemaining()) {
            written += channel.write(buffer, at + written);
        }
        return written;
    }

    /**
     * Puts on the disk what was found and may not be there yet: the header, or the last record, as all before were synced. They
     * are written anew, since after a sync that failed, in whatever process, the system takes for written what is not.
     */
    void settleEnd() throws IOException {
        settle(lastPosition);
    }

    /** Puts on the disk all that was found, none of which was synced. */
    void settleAll() throws IOException {
        settle(readablePosition);
    }

    private void settle(long from) throws IOException {
        writeAnew(0, HEADER_BYTES);
        writeAnew(from, Math.min(position, filledBytes));
        channel.force(true);
    }

    private void writeAnew(long from, long until) throws IOException {
        for (long at = from; at < until; ) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), until - at));
            readFully(channel, buffer, at);
            if (buffer.hasRemaining()) {
                throw new IOException(path + " changed while it was read, at byte " + at);
            }
            buffer.flip();
            at += writeBuffer(at);
        }
    }

    private void sync() throws IOException {
        if (durable) {
            channel.force(false);
        }
    }

    private int checksumOf(ByteBuffer head, byte[] batch) {
        checksum.reset();
        checksum.update(head);
        if (batch != null) {
            checksum.update(batch);
        }
        return (int) checksum.getValue();
    }

    private static long align(long position) {
        return position + 7 & ~7L;
    }

    private static void readFully(FileChannel channel, ByteBuffer target, long at) throws IOException {
        int read = 0;
        while (target.hasRemaining() && read >= 0) {
            read = channel.read(target, at + target.position());
        }
    }
}
