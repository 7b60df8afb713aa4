package dev.partita.json;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.ItemSink;
import dev.partita.item.Utf8;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * DynamoDB's JSON of items and values, {@code {"name":{"S":"text"}}}. Items go from their stored bytes to JSON without being
 * decoded.
 *
 * <p>For one thread at a time.
 *
 * @param <W> the subclass, so that calls can be strung together
 */
public abstract class ItemJsonWriter<W extends ItemJsonWriter<W>> extends JsonWriter<W> implements ItemSink {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private static final long SPACES = ' ' * LOW_BITS;

    /** A comma, the start of a value, its end, and two words of slack: short pieces are written in whole words. */
    private static final int ROOM = 32;

    private static final int START_BYTES = 6;
    private static final long STRING = word("{\"S\":\"");
    private static final long NUMBER = word("{\"N\":\"");
    private static final long BINARY = word("{\"B\":\"");
    private static final long MAP = word("{\"M\":{");
    private static final long LIST = word("{\"L\":[");
    private static final long BOOL = word("{\"BOOL\":");
    private static final long STRING_SET = word("{\"SS\":[");
    private static final long NUMBER_SET = word("{\"NS\":[");
    private static final long BINARY_SET = word("{\"BS\":[");

    private static final byte[] BASE_64 =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);

    /** How many maps of the item being written are open. */
    private int openMaps;

    private boolean inSet;

    protected ItemJsonWriter(byte[] buffer) {
        super(buffer);
    }

    public final W value(Item item) {
        separate();
        openMaps = 0;
        inSet = false;
        item.writeTo(this);
        return self();
    }

    /** A value with its type. Something stands before it: a name, or the start of a list. */
    public final W value(AttributeValue value) {
        // As if an item around it were open.
        openMaps = 1;
        inSet = false;
        value.writeTo(this);
        return self();
    }

    @Override
    public final void startMap(int count) {
        if (openMaps++ > 0) {
            open(MAP, START_BYTES);
        } else {
            separate();
            write('{');
        }
    }

    @Override
    public final void name(byte[] utf8, int offset, int count) {
        ensure(count + ROOM);
        int at = length;
        if (buffer[at - 1] != '{') {
            buffer[at++] = ',';
        }
        buffer[at++] = '"';
        length = at;
        text(utf8, offset, count);
        at = length;
        buffer[at] = '"';
        buffer[at + 1] = ':';
        length = at + 2;
    }

    @Override
    public final void endMap() {
        write('}');
        if (--openMaps > 0) {
            write('}');
        }
    }

    @Override
    public final void startList(int count) {
        open(LIST, START_BYTES);
    }

    @Override
    public final void endList() {
        write(']').write('}');
    }

    @Override
    public final void string(byte[] utf8, int offset, int count) {
        ensure(count + ROOM);
        openScalar(STRING);
        text(utf8, offset, count);
        closeScalar();
    }

    @Override
    public final void plainString(byte[] utf8, int offset, int count) {
        copied(STRING, utf8, offset, count);
    }

    @Override
    public final void number(byte[] ascii, int offset, int count) {
        copied(NUMBER, ascii, offset, count);
    }

    @Override
    public final void binary(byte[] bytes, int offset, int count) {
        int encoded = (count + 2) / 3 * 4;
        ensure(encoded + ROOM);
        openScalar(BINARY);
        base64(bytes, offset, count, buffer, length);
        length += encoded;
        closeScalar();
    }

    @Override
    public final void bool(boolean value) {
        open(BOOL, 8);
        ascii(value ? "true}" : "false}");
    }

    @Override
    public final void nul() {
        separate();
        ascii("{\"NULL\":true}");
    }

    @Override
    public final void startSet(AttributeValue.Type type, int count) {
        open(
                switch (type) {
                    case SS -> STRING_SET;
                    case NS -> NUMBER_SET;
                    case BS -> BINARY_SET;
                    case S, N, B, BOOL, NULL, M, L -> throw new IllegalArgumentException("not a set: " + type);
                },
                7);
        inSet = true;
    }

    @Override
    public final void endSet() {
        inSet = false;
        write(']').write('}');
    }

    private static long word(String ascii) {
        return (long) LONGS.get(Arrays.copyOf(Utf8.bytes(ascii), Long.BYTES), 0);
    }

    /** Text of any kind, in quotes. */
    protected final W quoted(byte[] utf8, int offset, int count) {
        ensure(count + ROOM);
        buffer[length++] = '"';
        text(utf8, offset, count);
        return write('"');
    }

    /** A comma if one is due, then the start of a value inside an item. */
    private void open(long start, int count) {
        ensure(ROOM);
        int at = length;
        byte last = buffer[at - 1];
        if (last != ':' && last != '[') {
            buffer[at++] = ',';
        }
        LONGS.set(buffer, at, start);
        length = at + count;
    }

    /** A comma if one is due, then what stands before a string, number or binary; there is room. */
    private void openScalar(long start) {
        byte[] to = buffer;
        int at = length;
        byte last = to[at - 1];
        if (last != ':' && last != '[') {
            to[at++] = ',';
        }
        if (inSet) {
            to[at++] = '"';
        } else {
            // Eight bytes at once; the two after the start are overwritten.
            LONGS.set(to, at, start);
            at += START_BYTES;
        }
        length = at;
    }

    /** A scalar whose text needs no escapes. */
    private void copied(long start, byte[] text, int offset, int count) {
        ensure(count + ROOM);
        openScalar(start);
        if (count <= 2 * Long.BYTES && offset <= text.length - 2 * Long.BYTES) {
            // What is too much is overwritten.
            LONGS.set(buffer, length, (long) LONGS.get(text, offset));
            LONGS.set(buffer, length + Long.BYTES, (long) LONGS.get(text, offset + Long.BYTES));
        } else {
            System.arraycopy(text, offset, buffer, length, count);
        }
        length += count;
        closeScalar();
    }

    private void closeScalar() {
        int at = length;
        buffer[at++] = '"';
        if (!inSet) {
            buffer[at++] = '}';
        }
        length = at;
    }

    /** Writes the text of {@code length} bytes to {@code out} at {@code at}; there must be room. */
    private static void base64(byte[] bytes, int offset, int length, byte[] out, int at) {
        int whole = offset + length / 3 * 3;
        int i = offset;
        for (; i < whole; i += 3) {
            int group = (bytes[i] & 0xff) << 16 | (bytes[i + 1] & 0xff) << 8 | bytes[i + 2] & 0xff;
            out[at] = BASE_64[group >> 18];
            out[at + 1] = BASE_64[group >> 12 & 63];
            out[at + 2] = BASE_64[group >> 6 & 63];
            out[at + 3] = BASE_64[group & 63];
            at += 4;
        }
        int left = offset + length - whole;
        if (left > 0) {
            int group = (bytes[i] & 0xff) << 16 | (left == 2 ? (bytes[i + 1] & 0xff) << 8 : 0);
            out[at] = BASE_64[group >> 18];
            out[at + 1] = BASE_64[group >> 12 & 63];
            out[at + 2] = left == 2 ? BASE_64[group >> 6 & 63] : (byte) '=';
            out[at + 3] = '=';
        }
    }

    /** Copies text with its escapes. There is room for it without escapes and for {@link #ROOM} less the start. */
    private void text(byte[] utf8, int offset, int count) {
        if (count <= Long.BYTES && offset <= utf8.length - Long.BYTES && copyShort(utf8, offset, count)) {
            return;
        }
        int end = offset + count;
        int at = copyPlain(utf8, offset, end);
        while (at < end) {
            byte each = utf8[at++];
            if (each >= ' ' && each != '"' && each != '\\' || each < 0) {
                buffer[length++] = each;
            } else {
                escape((char) each);
                ensure(end - at + ROOM);
                at = copyPlain(utf8, at, end);
            }
        }
    }

    /** Copies up to eight bytes, with whatever follows them, unless one needs an escape. */
    private boolean copyShort(byte[] utf8, int offset, int count) {
        long eight = (long) LONGS.get(utf8, offset);
        long others = count == Long.BYTES ? 0 : -1L << Byte.SIZE * count;
        if (hasEscape(eight & ~others | SPACES & others)) {
            return false;
        }
        LONGS.set(buffer, length, eight);
        length += count;
        return true;
    }

    /** Copies eight bytes at a time, as long as none of the eight needs an escape; answers where it stopped. */
    private int copyPlain(byte[] utf8, int from, int end) {
        byte[] to = buffer;
        int at = length;
        int lastWord = end - Long.BYTES;
        int next = from;
        while (next <= lastWord) {
            long eight = (long) LONGS.get(utf8, next);
            if (hasEscape(eight)) {
                length = at;
                return next;
            }
            LONGS.set(to, at, eight);
            next += Long.BYTES;
            at += Long.BYTES;
        }
        // What is left is less than a word: look at the last whole word once more, part of it for the second time.
        int left = end - next;
        if (left > 0 && lastWord >= from) {
            long eight = (long) LONGS.get(utf8, lastWord);
            if (!hasEscape(eight)) {
                LONGS.set(to, at + left - Long.BYTES, eight);
                at += left;
                next = end;
            }
        }
        length = at;
        return next;
    }

    private static boolean hasEscape(long eight) {
        long quote = eight ^ '"' * LOW_BITS;
        long backslash = eight ^ '\\' * LOW_BITS;
        long control = eight - SPACES & ~eight;
        return ((control | quote - LOW_BITS & ~quote | backslash - LOW_BITS & ~backslash) & HIGH_BITS) != 0;
    }
}
