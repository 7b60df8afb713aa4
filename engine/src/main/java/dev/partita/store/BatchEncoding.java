package dev.partita.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * RocksDB's own form of a write batch, built on the heap so that a whole group of writes crosses into native code once:
 *
 * <pre>
 * sequence (8 bytes, filled in by RocksDB) | count (4 bytes, little endian) | records
 * put          01 length key length value
 * delete       00 length key
 * delete range 0f length from length to
 * </pre>
 *
 * Lengths are base-128 varints.
 */
final class BatchEncoding {

    /** Sorts after every key of the engine. */
    static final byte[] NUMBER_KEY = new byte[12];

    static {
        Arrays.fill(NUMBER_KEY, (byte) 0xff);
    }

    private static final int HEADER_BYTES = 12;
    private static final byte DELETE = 0x00;
    private static final byte PUT = 0x01;
    private static final byte DELETE_RANGE = 0x0f;

    private BatchEncoding() {}

    /** The batch, with the row that tells its number in the journal. */
    static byte[] of(StoreBatch batch, long number) {
        byte[] numberBytes = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
        Size size = new Size();
        batch.forEach(size);
        size.put(NUMBER_KEY, numberBytes);
        ByteBuffer buffer = ByteBuffer.allocate(size.bytes).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putLong(0).putInt(size.count);
        Writer writer = new Writer(buffer);
        batch.forEach(writer);
        writer.put(NUMBER_KEY, numberBytes);
        return buffer.array();
    }

    /** The number in the row's value; 0 if there is no such row yet. */
    static long number(byte[] value) {
        return value == null ? 0 : ByteBuffer.wrap(value).getLong();
    }

    /** Tells of each change in an encoded batch, in order, the row of its number included. */
    static void read(byte[] encoded, StoreBatch.Visitor visitor) {
        ByteBuffer in = ByteBuffer.wrap(encoded).position(HEADER_BYTES);
        while (in.hasRemaining()) {
            byte kind = in.get();
            byte[] key = slice(in);
            switch (kind) {
                case PUT -> visitor.put(key, slice(in));
                case DELETE -> visitor.delete(key);
                case DELETE_RANGE -> visitor.deleteRange(key, slice(in));
                default -> throw new IllegalArgumentException("a batch with a change of kind " + kind);
            }
        }
    }

    private static byte[] slice(ByteBuffer in) {
        int length = 0;
        int shift = 0;
        byte digits;
        do {
            digits = in.get();
            length |= (digits & 0x7f) << shift;
            shift += 7;
        } while (digits < 0);
        byte[] slice = new byte[length];
        in.get(slice);
        return slice;
    }

    /** RocksDB refuses a range that ends before it starts; for us it is empty. */
    private static boolean isEmpty(byte[] from, byte[] to) {
        return Arrays.compareUnsigned(from, to) >= 0;
    }

    private static final class Size implements StoreBatch.Visitor {
        private int bytes = HEADER_BYTES;
        private int count;

        @Override
        public void put(byte[] key, byte[] value) {
            add(slice(key) + slice(value));
        }

        @Override
        public void delete(byte[] key) {
            add(slice(key));
        }

        @Override
        public void deleteRange(byte[] from, byte[] to) {
            if (!isEmpty(from, to)) {
                add(slice(from) + slice(to));
            }
        }

        private void add(int operands) {
            bytes = Math.addExact(bytes, 1 + operands);
            count++;
        }

        private static int slice(byte[] array) {
            int varint = (38 - Integer.numberOfLeadingZeros(array.length | 1)) / 7;
            return varint + array.length;
        }
    }

    private record Writer(ByteBuffer buffer) implements StoreBatch.Visitor {
        @Override
        public void put(byte[] key, byte[] value) {
            buffer.put(PUT);
            slice(key);
            slice(value);
        }

        @Override
        public void delete(byte[] key) {
            buffer.put(DELETE);
            slice(key);
        }

        @Override
        public void deleteRange(byte[] from, byte[] to) {
            if (!isEmpty(from, to)) {
                buffer.put(DELETE_RANGE);
                slice(from);
                slice(to);
            }
        }

        private void slice(byte[] array) {
            int length = array.length;
            while (length > 0x7f) {
                buffer.put((byte) (length | 0x80));
                length >>>= 7;
            }
            buffer.put((byte) length);
            buffer.put(array);
        }
    }
}
