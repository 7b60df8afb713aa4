package dev.partita.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The head of an answer as it is put together. One per event loop; nothing is allocated for a head of ordinary size.
 * What a {@link Handler} can put in is a fixed text, a number or random letters, so no value can break out of its line.
 */
public final class HeadOut {

    /** A field's name, and its value if that never changes, encoded once. */
    public static final class Field {
        private final byte[] bytes;

        private Field(String name, String value) {
            // An answer knows what may stand in a header.
            HttpAnswer.empty(200).with(name, value);
            bytes = ascii("\r\n" + name + ": " + value);
        }

        /** A name; the value is put with it. */
        public static Field of(String name) {
            return new Field(name, "");
        }

        /** A field that is always the same. */
        public static Field of(String name, String value) {
            return new Field(name, value);
        }
    }

    private static final byte[] LETTERS = ascii("0123456789ABCDEFGHIJKLMNOPQRSTUV");
    private static final int LETTERS_OF_A_LONG = 12;
    private static final int DIGITS_OF_A_LONG = 20;

    private byte[] bytes = new byte[512];
    private int length;

    HeadOut() {}

    /** A field that is always the same. */
    public void put(Field field) {
        put(field.bytes);
    }

    /** @param number not negative */
    public void put(Field name, long number) {
        put(name.bytes);
        putNumber(number);
    }

    /** A value of {@code count} random capital letters and digits. */
    public void putRandom(Field name, int count) {
        put(name.bytes);
        require(count);
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long bits = 0;
        for (int i = 0; i < count; i++) {
            if (i % LETTERS_OF_A_LONG == 0) {
                bits = random.nextLong();
            }
            bytes[length++] = LETTERS[(int) bits & 31];
            bits >>>= 5;
        }
    }

    void clear() {
        length = 0;
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void put(byte[] text) {
        require(text.length);
        System.arraycopy(text, 0, bytes, length, text.length);
        length += text.length;
    }

    /** Latin-1 only: {@link HttpAnswer} has seen to that. */
    @SuppressWarnings("deprecation") // The fastest way from Latin-1 text to bytes, and exact for it.
    void put(String text) {
        require(text.length());
        text.getBytes(0, text.length(), bytes, length);
        length += text.length();
    }

    void putNumber(long number) {
        require(DIGITS_OF_A_LONG);
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        long rest = number;
        for (int i = length + digits - 1; i >= length; i--) {
            bytes[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
    }

    private void require(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
