package dev.partita.wire;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.ItemSink;
import dev.partita.item.Utf8;
import dev.partita.json.JsonWriter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** A response body as it is written. Items go from their stored bytes to JSON without being decoded. */
final class JsonOut extends JsonWriter<JsonOut> implements ItemSink {

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

    static final int CAPACITY = 8 * 1024;

    /** How many maps of the item being written are open. */
    private int openMaps;

    private boolean inSet;

    JsonOut(int capacity) {
        super(new byte[capacity]);
    }

    @Override
    protected JsonOut self() {
        return this;
    }

    /** What was written, valid up to {@link #length}; it is the caller's now, and there is no buffer until {@link #reset}. */
    byte[] handOver() {
        byte[] written = buffer;
        buffer = null;
        return written;
    }

    /** Takes what was handed over, by this writer or another, unless there is something to write into. */
    void reuse(byte[] spare) {
        if (buffer == null) {
            buffer = spare;
        }
    }

    JsonOut reset() {
        if (buffer == null) {
            buffer = new byte[CAPACITY];
        }
        length = 0;
        openMaps = 0;
        inSet = false;
        return this;
    }

    /** A member name known to need no escape. */
    JsonOut name(String ascii) {
        separate();
        int count = ascii.length();
        ensure(count + 3);
        buffer[length++] = '"';
        for (int i = 0; i < count; i++) {
            buffer[length++] = (byte) ascii.charAt(i);
        }
        buffer[length++] = '"';
        buffer[length++] = ':';
        return this;
    }

    /** A member name that may hold anything. */
    JsonOut anyName(String text) {
        separate();
        byte[] utf8 = Utf8.bytes(text);
        quoted(utf8, 0, utf8.length);
        return write(':');
    }

    JsonOut value(String text) {
        separate();
        byte[] utf8 = Utf8.bytes(text);
        quoted(utf8, 0, utf8.length);
        return this;
    }

    /** Plain decimal with a fraction: {@code 0.5}, {@code 1.0}, {@code 1700000000.123}. */
    JsonOut value(double number) {
        separate();
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            return ascii(Long.toString((long) number)).ascii(".0");
        }
        return ascii(new BigDecimal(Double.toString(number)).toPlainString());
    }

    JsonOut value(Item item) {
        separate();
        openMaps = 0;
        item.writeTo(this);
        return this;
    }

    JsonOut member(String name, String text) {
        return text == null ? this : name(name).value(text);
    }

    JsonOut member(String name, Enum<?> constant) {
        return constant == null ? this : name(name).value(constant.name());
    }

    JsonOut member(String name, Long number) {
        return number == null ? this : name(name).value(number.longValue());
    }

    JsonOut member(String name, Double number) {
        return number == null ? this : name(name).value(number.doubleValue());
    }

    JsonOut member(String name, Boolean flag) {
        return flag == null ? this : name(name).value(flag.booleanValue());
    }

    /** Left out when there is no item. */
    JsonOut member(String name, Item item) {
        return item == null || !item.isPresent() ? this : name(name).value(item);
    }

    /** Left out when null, written even when empty. */
    <T> JsonOut member(String name, List<T> elements, BiConsumer<JsonOut, T> element) {
        if (elements == null) {
            return this;
        }
        name(name).openList();
        for (T each : elements) {
            element.accept(this, each);
        }
        return closeList();
    }

    /** Left out when null. */
    <T> JsonOut structure(String name, T value, BiConsumer<JsonOut, T> members) {
        if (value == null) {
            return this;
        }
        name(name).openObject();
        members.accept(this, value);
        return closeObject();
    }

    @Override
    public void startMap(int count) {
        if (openMaps++ > 0) {
            open(MAP, START_BYTES);
        } else {
            separate();
            write('{');
        }
    }

    @Override
    public void name(byte[] utf8, int offset, int count) {
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
    public void endMap() {
        write('}');
        if (--openMaps > 0) {
            write('}');
        }
    }

    @Override
    public void startList(int count) {
        open(LIST, START_BYTES);
    }

    @Override
    public void endList() {
        write(']').write('}');
    }

    @Override
    public void string(byte[] utf8, int offset, int count) {
        ensure(count + ROOM);
        openScalar(STRING);
        text(utf8, offset, count);
        closeScalar();
    }

    @Override
    public void plainString(byte[] utf8, int offset, int count) {
        copied(STRING, utf8, offset, count);
    }

    @Override
    public void number(byte[] ascii, int offset, int count) {
        copied(NUMBER, ascii, offset, count);
    }

    @Override
    public void binary(byte[] bytes, int offset, int count) {
        int encoded = Base64Text.encodedLength(count);
        ensure(encoded + ROOM);
        openScalar(BINARY);
        Base64Text.encode(bytes, offset, count, buffer, length);
        length += encoded;
        closeScalar();
    }

    @Override
    public void bool(boolean value) {
        open(BOOL, 8);
        ascii(value ? "true}" : "false}");
    }

    @Override
    public void nul() {
        separate();
        ascii("{\"NULL\":true}");
    }

    @Override
    public void startSet(AttributeValue.Type type, int count) {
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
    public void endSet() {
        inSet = false;
        write(']').write('}');
    }

    private static long word(String ascii) {
        return (long) LONGS.get(Arrays.copyOf(Utf8.bytes(ascii), Long.BYTES), 0);
    }

    private JsonOut quoted(byte[] utf8, int offset, int count) {
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
