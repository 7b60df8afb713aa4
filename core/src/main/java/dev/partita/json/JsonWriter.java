package dev.partita.json;

import java.util.Arrays;

/**
 * JSON as it is written: UTF-8 into one growing array. What is common to all of ours, and no value in particular: brackets, commas,
 * escapes. A subclass says what its values look like.
 *
 * <p>Commas need no state: one is due unless what was written last opened an object or a list, named a member, or ended a line.
 *
 * <p>For one thread at a time.
 *
 * @param <W> the subclass, so that calls can be strung together
 */
public abstract class JsonWriter<W extends JsonWriter<W>> {

    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    /** The longest a long is, with its sign. */
    private static final int LONG_BYTES = 20;

    /** Valid up to {@link #length}. */
    protected byte[] buffer;

    protected int length;

    protected JsonWriter(byte[] buffer) {
        this.buffer = buffer;
    }

    protected abstract W self();

    public final int length() {
        return length;
    }

    public final byte[] toByteArray() {
        return Arrays.copyOf(buffer, length);
    }

    public final W openObject() {
        separate();
        return write('{');
    }

    public final W closeObject() {
        return write('}');
    }

    public final W openList() {
        separate();
        return write('[');
    }

    public final W closeList() {
        return write(']');
    }

    public final W value(long number) {
        separate();
        return digits(number);
    }

    public final W value(boolean flag) {
        separate();
        return ascii(flag ? "true" : "false");
    }

    /** A comma, if one is due. */
    protected final void separate() {
        if (length > 0) {
            byte last = buffer[length - 1];
            if (last != '{' && last != '[' && last != ':' && last != ',' && last != '\n') {
                write(',');
            }
        }
    }

    /** Text that needs no escape, without quotes. */
    protected final W ascii(String text) {
        int count = text.length();
        ensure(count);
        for (int i = 0; i < count; i++) {
            buffer[length++] = (byte) text.charAt(i);
        }
        return self();
    }

    protected final W digits(long number) {
        if (number == Long.MIN_VALUE) {
            return ascii(Long.toString(number));
        }
        ensure(LONG_BYTES);
        long left = number;
        if (left < 0) {
            buffer[length++] = '-';
            left = -left;
        }
        int end = length + 1;
        for (long power = 10; end - length < 19 && left >= power; power *= 10) {
            end++;
        }
        for (int at = end - 1; at >= length; at--) {
            buffer[at] = (byte) ('0' + left % 10);
            left /= 10;
        }
        length = end;
        return self();
    }

    /** What stands for a character that cannot stand for itself. */
    protected void escape(char c) {
        char letter =
                switch (c) {
                    case '"' -> '"';
                    case '\\' -> '\\';
                    case '\n' -> 'n';
                    case '\r' -> 'r';
                    case '\t' -> 't';
                    case '\b' -> 'b';
                    case '\f' -> 'f';
                    default -> 0;
                };
        ensure(6);
        buffer[length++] = '\\';
        if (letter != 0) {
            buffer[length++] = (byte) letter;
            return;
        }
        buffer[length++] = 'u';
        buffer[length++] = HEX[c >> 12];
        buffer[length++] = HEX[c >> 8 & 0xf];
        buffer[length++] = HEX[c >> 4 & 0xf];
        buffer[length++] = HEX[c & 0xf];
    }

    protected final W write(int oneByte) {
        ensure(1);
        buffer[length++] = (byte) oneByte;
        return self();
    }

    protected final void ensure(int more) {
        if (buffer.length - length < more) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
        }
    }
}
