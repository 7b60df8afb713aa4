package dev.partita.item;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A set of named values, held as the bytes that are stored.
 *
 * <p>The bytes are canonical: attributes and map members ascend by name, sets are sorted, numbers are normalised. So two
 * items are equal exactly when their bytes are, a read can go from disk to the wire without being decoded, and a lookup
 * decodes only the value it finds.
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
 */
public final class Item implements Attributes {

    /** No item: what a read finds where nothing is stored. */
    public static final Item NONE = new Item(new byte[] {0, 0}, null);

    /** An item that is there but shows no attribute, as a projection may leave it. */
    public static final Item EMPTY = new Item(new byte[] {0, 0}, null);

    private static final int S = 1;
    private static final int N = 2;
    private static final int B = 3;
    private static final int TRUE = 4;
    private static final int FALSE = 5;
    private static final int NULL = 6;
    private static final int M = 7;
    private static final int L = 8;
    private static final int SS = 9;
    private static final int NS = 10;
    private static final int BS = 11;
    /** A string without quotes, backslashes and control characters, so that writing it out need not look for them. */
    private static final int PLAIN_S = 12;

    private static final AttributeValue.Type[] TYPES = {
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

    /** Two varints at their longest. */
    private static final byte[] HEADER_ROOM = new byte[10];

    private final byte[] bytes;
    private final Problem problem;

    private Item(byte[] bytes, Problem problem) {
        this.bytes = bytes;
        this.problem = problem;
    }

    /** Takes bytes that {@link #bytes()} gave once. */
    public static Item ofBytes(byte[] bytes) {
        return new Item(bytes, null);
    }

    public static Item of(Map<String, AttributeValue> attributes) {
        Builder builder = new Builder();
        attributes.forEach(builder::add);
        return builder.build();
    }

    /** Collects attributes in any order; a name given twice keeps the last value. */
    public static final class Builder {
        private final List<Attribute> attributes = new ArrayList<>();
        private Problem problem;

        public Builder add(String name, AttributeValue value) {
            Problem found = Item.problemIn(name, value);
            if (found != null) {
                problem = problem == null ? found : problem;
                return this;
            }
            attributes.add(new Attribute(Utf8.bytes(name), value));
            return this;
        }

        public Item build() {
            if (problem != null) {
                return new Item(new byte[] {0, 0}, problem);
            }
            if (attributes.isEmpty()) {
                return EMPTY;
            }
            sort(attributes);
            ByteWriter out = new ByteWriter(1024).write(HEADER_ROOM);
            int size = 0;
            for (Attribute attribute : attributes) {
                size += writeAttribute(out, attribute);
            }
            return new Item(withHeader(size, attributes.size(), out), null);
        }
    }

    private record Attribute(byte[] name, AttributeValue value) {}

    /** The stored form, not a copy; the caller must not change it. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean isPresent() {
        return this != NONE;
    }

    /** The first refused value in it, or null. An item with a problem holds nothing else. */
    public Problem problem() {
        return problem;
    }

    /** Reports the first refused value, if there is one. */
    public void requireValid(Dialect dialect) {
        if (problem != null) {
            throw problem.asException(dialect);
        }
    }

    /** DynamoDB's size of the item (fact sheet 3.3). */
    @Override
    public int sizeBytes() {
        return varint(bytes, 0);
    }

    /** The size of an item of which only the first bytes were read: five are always enough. */
    public static int sizeBytes(byte[] prefix) {
        return varint(prefix, 0);
    }

    /** How many attributes it has. */
    public int count() {
        return varint(bytes, varintEnd(bytes, 0));
    }

    @Override
    public AttributeValue get(String name) {
        return get(Utf8.bytes(name));
    }

    // Both the names and the attributes ascend, so one walk meets them all.
    @Override
    public AttributeValue[] get(Names names) {
        AttributeValue[] values = new AttributeValue[names.count()];
        int at = varintEnd(bytes, 0);
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        int next = 0;
        for (int i = 0; i < count && next < values.length; i++) {
            int length = varint(bytes, at);
            int nameAt = varintEnd(bytes, at);
            int valueAt = nameAt + length;
            int order = names.compare(next, bytes, nameAt, valueAt);
            while (order < 0 && ++next < values.length) {
                order = names.compare(next, bytes, nameAt, valueAt);
            }
            if (order == 0) {
                values[names.positionOf(next)] = readValue(valueAt);
                next++;
            }
            at = skipValue(valueAt);
        }
        return values;
    }

    @Override
    public Item toItem() {
        return this;
    }

    /** The value of an attribute whose name is given in UTF-8, or null. */
    public AttributeValue get(byte[] name) {
        int at = find(name);
        return at < 0 ? null : readValue(at);
    }

    /** The place of an attribute's value in the bytes, or -1; for the four methods below. */
    public int place(byte[] name) {
        return find(name);
    }

    /** The place of a member of the map at {@code place}; -1 if that is no map or has no such member. */
    public int member(int place, byte[] name) {
        return bytes[place] == M ? findMember(varintEnd(bytes, place + 1), name) : -1;
    }

    /** The place of an element of the list at {@code place}; -1 if that is no list or too short. */
    public int element(int place, int index) {
        if (bytes[place] != L) {
            return -1;
        }
        int at = varintEnd(bytes, place + 1);
        int count = varint(bytes, at);
        if (index >= count) {
            return -1;
        }
        at = varintEnd(bytes, at);
        for (int i = 0; i < index; i++) {
            at = skipValue(at);
        }
        return at;
    }

    public AttributeValue valueAt(int place) {
        return readValue(place);
    }

    public AttributeValue.Type typeAt(int place) {
        return TYPES[bytes[place]];
    }

    public boolean has(String name) {
        return find(Utf8.bytes(name)) >= 0;
    }

    /** The type of an attribute, or null. */
    public AttributeValue.Type typeOf(byte[] name) {
        int at = find(name);
        return at < 0 ? null : TYPES[bytes[at]];
    }

    /** The length in bytes of a stored string, binary or number text, or -1 if the attribute is missing. */
    public int lengthOf(byte[] name) {
        int at = find(name);
        return at < 0 ? -1 : varint(bytes, at + 1);
    }

    /** All attributes, decoded, ascending by name. */
    public Map<String, AttributeValue> toMap() {
        int at = varintEnd(bytes, 0);
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        Map<String, AttributeValue> map = new LinkedHashMap<>(count * 2);
        for (int i = 0; i < count; i++) {
            int length = varint(bytes, at);
            int nameAt = varintEnd(bytes, at);
            map.put(Utf8.string(bytes, nameAt, length), readValue(nameAt + length));
            at = skipValue(nameAt + length);
        }
        return map;
    }

    /** The item with only those of its top-level attributes that {@code names} holds, given in UTF-8. */
    public Item only(Collection<Bytes> names) {
        int at = varintEnd(bytes, 0);
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        ByteWriter out = new ByteWriter(bytes.length + HEADER_ROOM.length).write(HEADER_ROOM);
        int kept = 0;
        int size = 0;
        for (int i = 0; i < count; i++) {
            int length = varint(bytes, at);
            int nameAt = varintEnd(bytes, at);
            int end = skipValue(nameAt + length);
            for (Bytes name : names) {
                if (Arrays.equals(bytes, nameAt, nameAt + length, name.array(), 0, name.length())) {
                    out.write(bytes, at, end - at);
                    kept++;
                    size += length + encodedSize(nameAt + length);
                    break;
                }
            }
            at = end;
        }
        if (kept == count) {
            return this;
        }
        return kept == 0 ? EMPTY : new Item(withHeader(size, kept, out), null);
    }

    /**
     * The item with some attributes replaced, added or, where the value is null, removed. The others are copied as they
     * are stored.
     */
    public Item with(Map<String, AttributeValue> changes) {
        List<Attribute> sorted = new ArrayList<>(changes.size());
        for (Map.Entry<String, AttributeValue> change : changes.entrySet()) {
            Problem found = change.getValue() == null ? null : problemIn(change.getKey(), change.getValue());
            if (found != null) {
                return new Item(new byte[] {0, 0}, found);
            }
            sorted.add(new Attribute(Utf8.bytes(change.getKey()), change.getValue()));
        }
        sort(sorted);
        int at = varintEnd(bytes, 0);
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        ByteWriter out = new ByteWriter(bytes.length + 64).write(HEADER_ROOM);
        int size = sizeBytes();
        int kept = count;
        int next = 0;
        for (int i = 0; i < count; i++) {
            int length = varint(bytes, at);
            int nameAt = varintEnd(bytes, at);
            int valueAt = nameAt + length;
            int end = skipValue(valueAt);
            int order = -1;
            while (next < sorted.size()) {
                Attribute change = sorted.get(next);
                order = Arrays.compareUnsigned(bytes, nameAt, valueAt, change.name, 0, change.name.length);
                if (order < 0) {
                    break;
                }
                if (order == 0) {
                    size -= length + encodedSize(valueAt);
                    kept--;
                }
                if (change.value != null) {
                    size += writeAttribute(out, change);
                    kept++;
                }
                next++;
                if (order == 0) {
                    break;
                }
            }
            if (order != 0) {
                out.write(bytes, at, end - at);
            }
            at = end;
        }
        for (; next < sorted.size(); next++) {
            if (sorted.get(next).value != null) {
                size += writeAttribute(out, sorted.get(next));
                kept++;
            }
        }
        return kept == 0 ? EMPTY : new Item(withHeader(size, kept, out), null);
    }

    /** Answers DynamoDB's size of it. */
    private static int writeAttribute(ByteWriter out, Attribute attribute) {
        writeName(out, attribute.name);
        return attribute.name.length + writeValue(out, attribute.value);
    }

    /** Shows the item to {@code sink} attribute by attribute, in stored order, without decoding it. */
    public void writeTo(ItemSink sink) {
        writeMap(sink, varintEnd(bytes, 0));
    }

    /**
     * Appends the order-preserving form of a scalar attribute to a row key.
     *
     * @return the length of the value in bytes, or -1 if the attribute is missing
     */
    public int appendKey(ByteWriter out, byte[] name) {
        int at = find(name);
        return at < 0 ? -1 : appendKeyAt(out, at);
    }

    /**
     * Appends the order-preserving form of a scalar attribute to a row key.
     *
     * @return the length of the value in bytes, or -1 if the attribute is missing or of another type
     */
    public int appendKey(ByteWriter out, byte[] name, AttributeValue.Type type) {
        int at = find(name);
        return at < 0 || TYPES[bytes[at]] != type ? -1 : appendKeyAt(out, at);
    }

    private int appendKeyAt(ByteWriter out, int at) {
        int length = varint(bytes, at + 1);
        int start = varintEnd(bytes, at + 1);
        if (bytes[at] == N) {
            KeyCodec.appendNumber(out, bytes, start, length);
        } else {
            KeyCodec.appendBytes(out, bytes, start, length);
        }
        return length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Item item && isPresent() == item.isPresent() && Arrays.equals(bytes, item.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return isPresent() ? toMap().toString() : "NONE";
    }

    /** Where the value of {@code name} starts, or -1. */
    private int find(byte[] name) {
        return findMember(varintEnd(bytes, 0), name);
    }

    /** Where the value of {@code name} starts among the names and values counted at {@code at}, or -1. */
    private int findMember(int at, byte[] name) {
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        for (int i = 0; i < count; i++) {
            int length = varint(bytes, at);
            int nameAt = varintEnd(bytes, at);
            if (length == name.length && Arrays.equals(bytes, nameAt, nameAt + length, name, 0, length)) {
                return nameAt + length;
            }
            at = skipValue(nameAt + length);
        }
        return -1;
    }

    private int skipValue(int at) {
        int tag = bytes[at];
        return tag >= TRUE && tag <= NULL ? at + 1 : varintEnd(bytes, at + 1) + varint(bytes, at + 1);
    }

    private AttributeValue readValue(int at) {
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
                return new AttributeValue.N(ascii(start, length));
            case B:
                return new AttributeValue.B(Bytes.of(Arrays.copyOfRange(bytes, start, start + length)));
            default:
                return readCollection(tag, start);
        }
    }

    private AttributeValue readCollection(int tag, int at) {
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        switch (tag) {
            case M: {
                Map<String, AttributeValue> values = new LinkedHashMap<>(count * 2);
                for (int i = 0; i < count; i++) {
                    int length = varint(bytes, at);
                    int nameAt = varintEnd(bytes, at);
                    values.put(Utf8.string(bytes, nameAt, length), readValue(nameAt + length));
                    at = skipValue(nameAt + length);
                }
                return new AttributeValue.M(values);
            }
            case L: {
                List<AttributeValue> values = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    values.add(readValue(at));
                    at = skipValue(at);
                }
                return new AttributeValue.L(values);
            }
            case SS: {
                List<String> values = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    int length = varint(bytes, at);
                    int start = varintEnd(bytes, at);
                    values.add(Utf8.string(bytes, start, length));
                    at = start + length;
                }
                return new AttributeValue.SS(values);
            }
            case NS: {
                List<AttributeValue.N> values = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    int length = varint(bytes, at);
                    int start = varintEnd(bytes, at);
                    values.add(new AttributeValue.N(ascii(start, length)));
                    at = start + length;
                }
                return new AttributeValue.NS(values);
            }
            case BS: {
                List<Bytes> values = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    int length = varint(bytes, at);
                    int start = varintEnd(bytes, at);
                    values.add(Bytes.of(Arrays.copyOfRange(bytes, start, start + length)));
                    at = start + length;
                }
                return new AttributeValue.BS(values);
            }
            default:
                throw new IllegalStateException("Unknown value tag " + tag + " in a stored item");
        }
    }

    private String ascii(int start, int length) {
        return new String(bytes, start, length, StandardCharsets.ISO_8859_1);
    }

    private void writeMap(ItemSink sink, int at) {
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        sink.startMap(count);
        for (int i = 0; i < count; i++) {
            int length = varint(bytes, at);
            int nameAt = varintEnd(bytes, at);
            sink.name(bytes, nameAt, length);
            at = writeValueTo(sink, nameAt + length);
        }
        sink.endMap();
    }

    /** Answers where the next value starts. */
    private int writeValueTo(ItemSink sink, int at) {
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
            case M -> writeMap(sink, start);
            case L -> {
                int count = varint(bytes, start);
                int element = varintEnd(bytes, start);
                sink.startList(count);
                for (int i = 0; i < count; i++) {
                    element = writeValueTo(sink, element);
                }
                sink.endList();
            }
            default -> writeSet(sink, tag, start);
        }
        return start + length;
    }

    private void writeSet(ItemSink sink, int tag, int at) {
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
    private int encodedSize(int at) {
        int tag = bytes[at];
        if (tag >= TRUE && tag <= NULL) {
            return 1;
        }
        return TYPES[tag] == AttributeValue.Type.S || tag == B
                ? varint(bytes, at + 1)
                : readValue(at).sizeBytes();
    }

    private static void writeName(ByteWriter out, byte[] name) {
        out.varint(name.length).write(name);
    }

    /** Answers DynamoDB's size of what it wrote. */
    private static int writeValue(ByteWriter out, AttributeValue value) {
        if (value instanceof AttributeValue.S s) {
            byte[] utf8 = Utf8.bytes(s.value());
            out.write(isPlain(utf8) ? PLAIN_S : S).varint(utf8.length).write(utf8);
            return utf8.length;
        }
        if (value instanceof AttributeValue.N n) {
            byte[] text = Utf8.bytes(n.text());
            out.write(N).varint(text.length).write(text);
            return n.sizeBytes();
        }
        if (value instanceof AttributeValue.B b) {
            out.write(B).varint(b.value().length()).write(b.value().array());
            return b.value().length();
        }
        if (value instanceof AttributeValue.Bool bool) {
            out.write(bool.value() ? TRUE : FALSE);
            return 1;
        }
        if (value instanceof AttributeValue.Null) {
            out.write(NULL);
            return 1;
        }
        ByteWriter payload = new ByteWriter(64);
        int tag = writePayload(payload, value);
        out.write(tag).varint(payload.length()).write(payload.buffer(), 0, payload.length());
        return value.sizeBytes();
    }

    private static boolean isPlain(byte[] utf8) {
        for (byte each : utf8) {
            if (each >= 0 && each < ' ' || each == '"' || each == '\\') {
                return false;
            }
        }
        return true;
    }

    private static int writePayload(ByteWriter out, AttributeValue value) {
        if (value instanceof AttributeValue.M m) {
            List<Attribute> members = new ArrayList<>(m.values().size());
            m.values().forEach((name, member) -> members.add(new Attribute(Utf8.bytes(name), member)));
            sort(members);
            out.varint(members.size());
            for (Attribute member : members) {
                writeName(out, member.name);
                writeValue(out, member.value);
            }
            return M;
        }
        if (value instanceof AttributeValue.L l) {
            out.varint(l.values().size());
            l.values().forEach(element -> writeValue(out, element));
            return L;
        }
        if (value instanceof AttributeValue.SS ss) {
            out.varint(ss.values().size());
            ss.values().forEach(member -> writeName(out, Utf8.bytes(member)));
            return SS;
        }
        if (value instanceof AttributeValue.NS ns) {
            out.varint(ns.values().size());
            ns.values().forEach(member -> writeName(out, Utf8.bytes(member.text())));
            return NS;
        }
        if (value instanceof AttributeValue.BS bs) {
            out.varint(bs.values().size());
            bs.values().forEach(member -> writeName(out, member.array()));
            return BS;
        }
        throw new IllegalArgumentException("Not a value that can be stored: " + value);
    }

    /** Sorts by name; of equal names the last one stays. */
    private static void sort(List<Attribute> attributes) {
        attributes.sort((a, b) -> Arrays.compareUnsigned(a.name, b.name));
        for (int i = attributes.size() - 1; i > 0; i--) {
            if (Arrays.equals(attributes.get(i).name, attributes.get(i - 1).name)) {
                attributes.remove(i - 1);
            }
        }
    }

    /** Puts the header into the room that was left for it at the start of {@code out}. */
    private static byte[] withHeader(int size, int count, ByteWriter out) {
        ByteWriter header = new ByteWriter(HEADER_ROOM.length).varint(size).varint(count);
        int start = HEADER_ROOM.length - header.length();
        System.arraycopy(header.buffer(), 0, out.buffer(), start, header.length());
        return Arrays.copyOfRange(out.buffer(), start, out.length());
    }

    private static Problem problemIn(String name, AttributeValue value) {
        if (name.isEmpty()) {
            return Problem.of("Empty attribute name");
        }
        return Values.problemIn(value, 1);
    }

    private static int varint(byte[] bytes, int at) {
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

    private static int varintEnd(byte[] bytes, int at) {
        while (bytes[at] < 0) {
            at++;
        }
        return at + 1;
    }
}
