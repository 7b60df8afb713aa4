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
