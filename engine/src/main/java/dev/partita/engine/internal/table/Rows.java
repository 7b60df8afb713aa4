package dev.partita.engine.internal.table;

import dev.partita.item.ByteWriter;
import dev.partita.item.Utf8;
import java.util.Arrays;

/**
 * Where everything lies in the store. One key space; the first byte says what a row is.
 *
 * <pre>
 * 01 namespace 00 name                            a table's definition
 * 02                                              the counters: next table id, last stream sequence number
 * 03                                              when the data was last open under a clock that could be trusted
 * 10 table(4) index(2) hash(4) hash-key range-key … an item (index 0) or an index entry, which ends in the table's key
 * 20 table(4) hash-key                            size of an item collection, for tables with local indexes
 * 30 stream(4) sequence(8)                        a stream record
 * 31 stream(4)                                    a stream: its table, view, shards
 * 40 table(4) second(8) hash-key range-key        an item's expiry
 * 50 namespace 00 token                           a finished transaction's idempotency token
 * 60 table(4)                                     how many items and bytes a table and its indexes hold
 * 70 namespace 00 name                            a table's definition once more, for a repair: without it nothing of a table can be read
 * </pre>
 *
 * <p>hash(4) spreads partitions over the key space, so that a scan segment is a contiguous slice of it. Table, index and
 * stream ids are never used again, so what a dropped table leaves behind can be removed at leisure.
 */
public final class Rows {

    public static final int TABLE = 0x01;
    public static final int COUNTERS = 0x02;
    public static final int TIME_SEEN = 0x03;
    public static final int ITEM = 0x10;
    public static final int COLLECTION = 0x20;
    public static final int STREAM_RECORD = 0x30;
    public static final int STREAM = 0x31;
    public static final int EXPIRY = 0x40;
    public static final int TOKEN = 0x50;
    public static final int STATISTICS = 0x60;
    public static final int TABLE_AGAIN = 0x70;

    /** Bytes before the hash in an item row: kind, table, index. */
    public static final int ITEM_PREFIX_BYTES = 7;

    private Rows() {}

    public static byte[] table(String namespace, String name) {
        return new ByteWriter(64)
                .write(TABLE)
                .write(Utf8.bytes(namespace))
                .write(0)
                .write(Utf8.bytes(name))
                .toByteArray();
    }

    public static byte[] tableAgain(String namespace, String name) {
        byte[] row = table(namespace, name);
        row[0] = TABLE_AGAIN;
        return row;
    }

    public static byte[] counters() {
        return new byte[] {COUNTERS};
    }

    public static byte[] timeSeen() {
        return new byte[] {TIME_SEEN};
    }

    public static byte[] itemPrefix(int table, int index) {
        return new ByteWriter(ITEM_PREFIX_BYTES)
                .write(ITEM)
                .int32(table)
                .write(index >>> 8)
                .write(index)
                .toByteArray();
    }

    /** What the items and index entries of a table start with. */
    public static byte[] tableItemsPrefix(int table) {
        return new ByteWriter(5).write(ITEM).int32(table).toByteArray();
    }

    public static byte[] collectionPrefix(int table) {
        return new ByteWriter(5).write(COLLECTION).int32(table).toByteArray();
    }

    public static byte[] streamRecordPrefix(int stream) {
        return new ByteWriter(5).write(STREAM_RECORD).int32(stream).toByteArray();
    }

    public static byte[] streamRecord(int stream, long sequence) {
        return new ByteWriter(13)
                .write(STREAM_RECORD)
                .int32(stream)
                .int64(sequence)
                .toByteArray();
    }

    public static byte[] stream(int stream) {
        return new ByteWriter(5).write(STREAM).int32(stream).toByteArray();
    }

    public static byte[] expiryPrefix(int table) {
        return new ByteWriter(5).write(EXPIRY).int32(table).toByteArray();
    }

    /** What the queue's rows of this second and later ones are at or after. */
    public static byte[] expiryFrom(int table, long second) {
        return new ByteWriter(13).write(EXPIRY).int32(table).int64(second).toByteArray();
    }

    /** {@code rowKey} is the item's own row key; what follows its hash is kept. */
    public static byte[] expiry(int table, long second, byte[] rowKey) {
        int keyAt = ITEM_PREFIX_BYTES + 4;
        return new ByteWriter(13 + rowKey.length)
                .write(EXPIRY)
                .int32(table)
                .int64(second)
                .write(rowKey, keyAt, rowKey.length - keyAt)
                .toByteArray();
    }

    public static byte[] token(String namespace, String token) {
        return new ByteWriter(64)
                .write(TOKEN)
                .write(Utf8.bytes(namespace))
                .write(0)
                .write(Utf8.bytes(token))
                .toByteArray();
    }

    public static byte[] statistics(int table) {
        return new ByteWriter(5).write(STATISTICS).int32(table).toByteArray();
    }

    /** The least key that is greater than every key starting with {@code prefix}. */
    public static byte[] after(byte[] prefix) {
        int length = prefix.length;
        while (prefix[length - 1] == (byte) 0xFF) {
            length--;
        }
        byte[] next = Arrays.copyOf(prefix, length);
        next[length - 1]++;
        return next;
    }

    /** The least key that is greater than {@code key}. */
    public static byte[] successor(byte[] key) {
        return Arrays.copyOf(key, key.length + 1);
    }

    /** A well-mixed hash of part of a key; part of the stored format. */
    static int hash(byte[] bytes, int from, int to) {
        int hash = 0x811C9DC5;
        for (int i = from; i < to; i++) {
            hash = (hash ^ bytes[i] & 0xFF) * 0x01000193;
        }
        hash ^= hash >>> 16;
        hash *= 0x85EBCA6B;
        hash ^= hash >>> 13;
        hash *= 0xC2B2AE35;
        return hash ^ hash >>> 16;
    }
}
