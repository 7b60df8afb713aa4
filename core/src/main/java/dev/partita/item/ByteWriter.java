package dev.partita.item;

import java.util.Arrays;

/** A growing run of bytes. */
public final class ByteWriter {

    private byte[] buffer;
    private int length;

    public ByteWriter(int capacity) {
        buffer = new byte[capacity];
    }

    public ByteWriter write(int oneByte) {
        ensure(1);
        buffer[length++] = (byte) oneByte;
        return this;
    }

    public ByteWriter write(byte[] bytes) {
        return write(bytes, 0, bytes.length);
    }

    public ByteWriter write(byte[] bytes, int offset, int count) {
        ensure(count);
        System.arraycopy(bytes, offset, buffer, length, count);
        length += count;
        return this;
    }

    /** Seven bits a byte, lowest first. */
    public ByteWriter varint(int value) {
        ensure(5);
        while ((value & ~0x7f) != 0) {
            buffer[length++] = (byte) (value & 0x7f | 0x80);
            value >>>= 7;
        }
        buffer[length++] = (byte) value;
        return this;
    }

    /** Four bytes, highest first, so that unsigned values sort as bytes. */
    public ByteWriter int32(int value) {
        ensure(4);
        buffer[length++] = (byte) (value >>> 24);
        buffer[length++] = (byte) (value >>> 16);
        buffer[length++] = (byte) (value >>> 8);
        buffer[length++] = (byte) value;
        return this;
    }

    /** Eight bytes, highest first. */
    public ByteWriter int64(long value) {
        return int32((int) (value >>> 32)).int32((int) value);
    }

    public int length() {
        return length;
    }

    /** The backing array; valid up to {@link #length()} and until the next write. */
    public byte[] buffer() {
        return buffer;
    }

    public void reset() {
        length = 0;
    }

    public byte[] toByteArray() {
        return Arrays.copyOf(buffer, length);
    }

    private void ensure(int more) {
        if (buffer.length - length < more) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
        }
    }
}
