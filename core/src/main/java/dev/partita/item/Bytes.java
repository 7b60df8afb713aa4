package dev.partita.item;

import java.util.Arrays;
import java.util.Base64;

/** An immutable run of bytes, ordered as DynamoDB orders binary: unsigned, byte by byte. */
public final class Bytes implements Comparable<Bytes> {

    private final byte[] array;

    private Bytes(byte[] array) {
        this.array = array;
    }

    /** Takes the array over; the caller must not change it afterwards. */
    public static Bytes of(byte[] array) {
        return new Bytes(array);
    }

    /** The bytes themselves, not a copy; the caller must not change them. */
    public byte[] array() {
        return array;
    }

    public int length() {
        return array.length;
    }

    public boolean startsWith(Bytes head) {
        return matches(head, 0);
    }

    /** Whether {@code part} occurs in it, byte by byte. */
    public boolean contains(Bytes part) {
        for (int at = 0; at + part.array.length <= array.length; at++) {
            if (matches(part, at)) {
                return true;
            }
        }
        return false;
    }

    private boolean matches(Bytes part, int at) {
        int end = at + part.array.length;
        return end <= array.length && Arrays.equals(array, at, end, part.array, 0, part.array.length);
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(array, other.array);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(array, bytes.array);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(array);
    }

    @Override
    public String toString() {
        return Base64.getEncoder().encodeToString(array);
    }
}
