package dev.partita.item;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * How items are stored, and how stored bytes are read.
 *
 * <pre>
 * item   := varint size, varint count, (name value)*
 * name   := varint length, UTF-8
 * value  := tag                                     TRUE, FALSE, NULL
 *         | tag, varint length, payload             all others
 * payload:= UTF-8 (S, and by a tag of its own S that needs no escapes) | canonical text (N) | bytes (B)
 *         | varint count, (name value)*  (M) | varint count, value* (L)
 *         | varint count, (varint length, payload)* (SS, NS, BS)
 * </pre>
 *
 * A place is where a value begins: at its tag.
 */
final class ItemLayout {

    static final int S = 1;
    static final int N = 2;
    static final int B = 3;
    static final int TRUE = 4;
    static final int FALSE = 5;
    static final int NULL = 6;
    static final int M = 7;
    static final int L = 8;
    static final int SS = 9;
    static final int NS = 10;
    static final int BS = 11;
    /** A string without quotes, backslashes and control characters, so that writing it out need not look for them. */
    static final int PLAIN_S = 12;

    static final AttributeValue.Type[] TYPES = {
        null,
        AttributeValue.Type.S,
        AttributeValue.Type.N,
        AttributeValue.Type.B,
        AttributeValue.Type.BOOL,
        AttributeValue.Type.BOOL,
        AttributeValue.Type.NULL,
        AttributeValue.Type.M,
        AttributeValue.Type.L,
        AttributeValue.Type.SS,
        AttributeValue.Type.NS,
        AttributeValue.Type.BS,
        AttributeValue.Type.S
    };

    /** Where the value of {@code name} starts among the names and values counted at {@code at}, or -1. */
    static int findMember(byte[] bytes, int at, byte[] name) {
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        for (int i = 0; i < count; i++) {
            int length = varint(bytes, at);
            int nameAt = varintEnd(bytes, at);
            if (length == name.length && Arrays.equals(bytes, nameAt, nameAt + length, name, 0, length)) {
                return nameAt + length;
            }
            at = skipValue(bytes, nameAt + length);
        }
        return -1;
    }

    static int skipValue(byte[] bytes, int at) {
        int tag = bytes[at];
        return tag >= TRUE && tag <= NULL ? at + 1 : varintEnd(bytes, at + 1) + varint(bytes, at + 1);
    }

    static AttributeValue readValue(byte[] bytes, int at) {
        int tag = bytes[at];
        if (tag == TRUE || tag == FALSE) {
            return AttributeValue.Bool.of(tag == TRUE);
        }
        if (tag == NULL) {
            return AttributeValue.Null.NULL;
        }
        int length = varint(bytes, at + 1);
        int start = varintEnd(bytes, at + 1);
        switch (tag) {
            case S, PLAIN_S:
                return new AttributeValue.S(Utf8.string(bytes, start, length));
            case N:
                return new AttributeValue.N(ascii(bytes, start, length));
            case B:
                return new AttributeValue.B(binary(bytes, start, length));
            default:
                return readCollection(bytes, tag, start);
        }
    }

    /** The names and values counted at {@code at}, in their order. */
    static Map<String, AttributeValue> readMap(byte[] bytes, int at) {
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        Map<String, AttributeValue> values = new LinkedHashMap<>(2 * room(count, bytes, at));
        for (int i = 0; i < count; i++) {
            int length = varint(bytes, at);
            int nameAt = varintEnd(bytes, at);
            values.put(Utf8.string(bytes, nameAt, length), readValue(bytes, nameAt + length));
            at = skipValue(bytes, nameAt + length);
        }
        return values;
    }

    private static AttributeValue readCollection(byte[] bytes, int tag, int at) {
        if (tag == M) {
            return new AttributeValue.M(readMap(bytes, at));
        }
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        switch (tag) {
            case L: {
                List<AttributeValue> values = new ArrayList<>(room(count, bytes, at));
                for (int i = 0; i < count; i++) {
                    values.add(readValue(bytes, at));
                    at = skipValue(bytes, at);
                }
                return new AttributeValue.L(values);
            }
            case SS: {
                List<String> values = new ArrayList<>(room(count, bytes, at));
                for (int i = 0; i < count; i++) {
                    int length = varint(bytes, at);
                    int start = varintEnd(bytes, at);
                    values.add(Utf8.string(bytes, start, length));
                    at = start + length;
                }
                return new AttributeValue.SS(values);
            }
            case NS: {
                List<AttributeValue.N> values = new ArrayList<>(room(count, bytes, at));
                for (int i = 0; i < count; i++) {
                    int length = varint(bytes, at);
                    int start = varintEnd(bytes, at);
                    values.add(new AttributeValue.N(ascii(bytes, start, length)));
                    at = start + length;
                }
                return new AttributeValue.NS(values);
            }
            case BS: {
                List<Bytes> values = new ArrayList<>(room(count, bytes, at));
                for (int i = 0; i < count; i++) {
                    int length = varint(bytes, at);
                    int start = varintEnd(bytes, at);
                    values.add(binary(bytes, start, length));
                    at = start + length;
                }
                return new AttributeValue.BS(values);
            }
            default:
                throw new IllegalStateException("Unknown value tag " + tag + " in a stored item");
        }
    }

    /** Each takes a byte at least, so a count that is damaged asks for no more memory than the item has bytes. */
    private static int room(int count, byte[] bytes, int at) {
        return Math.min(count, bytes.length - at);
    }

    /** A copy would go on with zeros behind the end. */
    private static Bytes binary(byte[] bytes, int start, int length) {
        Objects.checkFromIndexSize(start, length, bytes.length);
        return Bytes.of(Arrays.copyOfRange(bytes, start, start + length));
    }

    private static String ascii(byte[] bytes, int start, int length) {
        return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
    }

    static void writeMap(byte[] bytes, ItemSink sink, int at) {
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        sink.startMap(count);
        for (int i = 0; i < count; i++) {
            int length = varint(bytes, at);
            int nameAt = varintEnd(bytes, at);
            sink.name(bytes, nameAt, length);
            at = writeValueTo(bytes, sink, nameAt + length);
        }
        sink.endMap();
    }

    /** Answers where the next value starts. */
    private static int writeValueTo(byte[] bytes, ItemSink sink, int at) {
        int tag = bytes[at];
        if (tag == TRUE || tag == FALSE) {
            sink.bool(tag == TRUE);
            return at + 1;
        }
        if (tag == NULL) {
            sink.nul();
            return at + 1;
        }
        int length = varint(bytes, at + 1);
        int start = varintEnd(bytes, at + 1);
        switch (tag) {
            case S -> sink.string(bytes, start, length);
            case PLAIN_S -> sink.plainString(bytes, start, length);
            case N -> sink.number(bytes, start, length);
            case B -> sink.binary(bytes, start, length);
            case M -> writeMap(bytes, sink, start);
            case L -> {
                int count = varint(bytes, start);
                int element = varintEnd(bytes, start);
                sink.startList(count);
                for (int i = 0; i < count; i++) {
                    element = writeValueTo(bytes, sink, element);
                }
                sink.endList();
            }
            default -> writeSet(bytes, sink, tag, start);
        }
        return start + length;
    }

    private static void writeSet(byte[] bytes, ItemSink sink, int tag, int at) {
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        sink.startSet(TYPES[tag], count);
        for (int i = 0; i < count; i++) {
            int length = varint(bytes, at);
            int start = varintEnd(bytes, at);
            switch (tag) {
                case SS -> sink.string(bytes, start, length);
                case NS -> sink.number(bytes, start, length);
                default -> sink.binary(bytes, start, length);
            }
            at = start + length;
        }
        sink.endSet();
    }

    /** DynamoDB's size of the encoded value at {@code at}. */
    static int encodedSize(byte[] bytes, int at) {
        int tag = bytes[at];
        if (tag >= TRUE && tag <= NULL) {
            return 1;
        }
        return TYPES[tag] == AttributeValue.Type.S || tag == B
                ? varint(bytes, at + 1)
                : readValue(bytes, at).sizeBytes();
    }

    static int varint(byte[] bytes, int at) {
        int value = bytes[at];
        if (value >= 0) {
            return value;
        }
        value &= 0x7f;
        for (int shift = 7; ; shift += 7) {
            int next = bytes[++at];
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
    }

    static int varintEnd(byte[] bytes, int at) {
        while (bytes[at] < 0) {
            at++;
        }
        return at + 1;
    }

    private ItemLayout() {}
}
