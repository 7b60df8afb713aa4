package dev.partita.item;

import static dev.partita.item.ItemLayout.encodedSize;
import static dev.partita.item.ItemLayout.findMember;
import static dev.partita.item.ItemLayout.readMap;
import static dev.partita.item.ItemLayout.readValue;
import static dev.partita.item.ItemLayout.skipValue;
import static dev.partita.item.ItemLayout.varint;
import static dev.partita.item.ItemLayout.varintEnd;
import static dev.partita.item.ItemLayout.writeMap;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * A set of named values, held as the bytes that are stored.
 *
 * <p>The bytes are canonical: attributes and map members ascend by name, sets are sorted, numbers are normalised. So two
 * items are equal exactly when their bytes are, a read can go from disk to the wire without being decoded, and a lookup
 * decodes only the value it finds. {@link ItemLayout} has the layout.
 */
public final class Item implements Attributes {

    /** No item: what a read finds where nothing is stored. */
    public static final Item NONE = new Item(new byte[] {0, 0}, null);

    /** An item that is there but shows no attribute, as a projection may leave it. */
    public static final Item EMPTY = new Item(new byte[] {0, 0}, null);

    private final byte[] bytes;
    private final ValueProblem problem;

    private Item(byte[] bytes, ValueProblem problem) {
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
        private final List<ItemWriter.Attribute> attributes = new ArrayList<>();
        private ValueProblem problem;

        public Builder add(String name, AttributeValue value) {
            ValueProblem found = Item.problemIn(name, value);
            if (found != null) {
                problem = problem == null ? found : problem;
                return this;
            }
            attributes.add(new ItemWriter.Attribute(Utf8.bytes(name), value));
            return this;
        }

        public Item build() {
            if (problem != null) {
                return new Item(new byte[] {0, 0}, problem);
            }
            if (attributes.isEmpty()) {
                return EMPTY;
            }
            ItemWriter.sort(attributes);
            ByteWriter out = new ByteWriter(1024).write(ItemWriter.HEADER_ROOM);
            int size = 0;
            for (ItemWriter.Attribute attribute : attributes) {
                size += ItemWriter.writeAttribute(out, attribute);
            }
            return new Item(ItemWriter.withHeader(size, attributes.size(), out), null);
        }
    }

    /** The stored form, not a copy; the caller must not change it. */
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public boolean isPresent() {
        return this != NONE;
    }

    /** The first refused value in it, or null. An item with a problem holds nothing else. */
    public ValueProblem problem() {
        return problem;
    }

    /** Reports the first refused value, if there is one. */
    public void requireValid(Dialect dialect) {
        if (problem != null) {
            throw problem.asException(dialect);
        }
    }

    /** DynamoDB's size of the item: the names of its attributes in UTF-8, and their values. */
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
                values[names.positionOf(next)] = readValue(bytes, valueAt);
                next++;
            }
            at = skipValue(bytes, valueAt);
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
        return at < 0 ? null : readValue(bytes, at);
    }

    /** The place of an attribute's value in the bytes, or -1; for the four methods below. */
    public int place(byte[] name) {
        return find(name);
    }

    /** The place of a member of the map at {@code place}; -1 if that is no map or has no such member. */
    public int member(int place, byte[] name) {
        return bytes[place] == ItemLayout.M ? findMember(bytes, varintEnd(bytes, place + 1), name) : -1;
    }

    /** The place of an element of the list at {@code place}; -1 if that is no list or too short. */
    public int element(int place, int index) {
        if (bytes[place] != ItemLayout.L) {
            return -1;
        }
        int at = varintEnd(bytes, place + 1);
        int count = varint(bytes, at);
        if (index >= count) {
            return -1;
        }
        at = varintEnd(bytes, at);
        for (int i = 0; i < index; i++) {
            at = skipValue(bytes, at);
        }
        return at;
    }

    public AttributeValue valueAt(int place) {
        return readValue(bytes, place);
    }

    public AttributeValue.Type typeAt(int place) {
        return ItemLayout.TYPES[bytes[place]];
    }

    public boolean has(String name) {
        return find(Utf8.bytes(name)) >= 0;
    }

    /** The type of an attribute, or null. */
    public AttributeValue.Type typeOf(byte[] name) {
        int at = find(name);
        return at < 0 ? null : ItemLayout.TYPES[bytes[at]];
    }

    /** The length in bytes of a stored string, binary or number text, or -1 if the attribute is missing. */
    public int lengthOf(byte[] name) {
        int at = find(name);
        return at < 0 ? -1 : varint(bytes, at + 1);
    }

    /** All attributes, decoded, ascending by name. */
    public Map<String, AttributeValue> toMap() {
        return readMap(bytes, varintEnd(bytes, 0));
    }

    /** The item with only those of its top-level attributes that {@code names} holds, given in UTF-8. */
    public Item only(Collection<Bytes> names) {
        int at = varintEnd(bytes, 0);
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        ByteWriter out = new ByteWriter(bytes.length + ItemWriter.HEADER_ROOM.length).write(ItemWriter.HEADER_ROOM);
        int kept = 0;
        int size = 0;
        for (int i = 0; i < count; i++) {
            int length = varint(bytes, at);
            int nameAt = varintEnd(bytes, at);
            int end = skipValue(bytes, nameAt + length);
            for (Bytes name : names) {
                if (Arrays.equals(bytes, nameAt, nameAt + length, name.array(), 0, name.length())) {
                    out.write(bytes, at, end - at);
                    kept++;
                    size += length + encodedSize(bytes, nameAt + length);
                    break;
                }
            }
            at = end;
        }
        if (kept == count) {
            return this;
        }
        return kept == 0 ? EMPTY : new Item(ItemWriter.withHeader(size, kept, out), null);
    }

    /**
     * The item with some attributes replaced, added or, where the value is null, removed. The others are copied as they
     * are stored.
     */
    public Item with(Map<String, AttributeValue> changes) {
        List<ItemWriter.Attribute> sorted = new ArrayList<>(changes.size());
        for (Map.Entry<String, AttributeValue> change : changes.entrySet()) {
            ValueProblem found = change.getValue() == null ? null : problemIn(change.getKey(), change.getValue());
            if (found != null) {
                return new Item(new byte[] {0, 0}, found);
            }
            sorted.add(new ItemWriter.Attribute(Utf8.bytes(change.getKey()), change.getValue()));
        }
        ItemWriter.sort(sorted);
        int at = varintEnd(bytes, 0);
        int count = varint(bytes, at);
        at = varintEnd(bytes, at);
        ByteWriter out = new ByteWriter(bytes.length + 64).write(ItemWriter.HEADER_ROOM);
        int size = sizeBytes();
        int kept = count;
        int next = 0;
        for (int i = 0; i < count; i++) {
            int length = varint(bytes, at);
            int nameAt = varintEnd(bytes, at);
            int valueAt = nameAt + length;
            int end = skipValue(bytes, valueAt);
            int order = -1;
            while (next < sorted.size()) {
                ItemWriter.Attribute change = sorted.get(next);
                order = Arrays.compareUnsigned(bytes, nameAt, valueAt, change.name(), 0, change.name().length);
                if (order < 0) {
                    break;
                }
                if (order == 0) {
                    size -= length + encodedSize(bytes, valueAt);
                    kept--;
                }
                if (change.value() != null) {
                    size += ItemWriter.writeAttribute(out, change);
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
            if (sorted.get(next).value() != null) {
                size += ItemWriter.writeAttribute(out, sorted.get(next));
                kept++;
            }
        }
        return kept == 0 ? EMPTY : new Item(ItemWriter.withHeader(size, kept, out), null);
    }

    /** Shows the item to {@code sink} attribute by attribute, in stored order, without decoding it. */
    public void writeTo(ItemSink sink) {
        writeMap(bytes, sink, varintEnd(bytes, 0));
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
        return at < 0 || ItemLayout.TYPES[bytes[at]] != type ? -1 : appendKeyAt(out, at);
    }

    private int appendKeyAt(ByteWriter out, int at) {
        int length = varint(bytes, at + 1);
        int start = varintEnd(bytes, at + 1);
        if (bytes[at] == ItemLayout.N) {
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
        return findMember(bytes, varintEnd(bytes, 0), name);
    }

    private static ValueProblem problemIn(String name, AttributeValue value) {
        if (name.isEmpty()) {
            return ValueProblem.of("Empty attribute name");
        }
        return ValueChecks.problemIn(value, 1);
    }
}
