package dev.partita.item;

import static dev.partita.item.ItemLayout.B;
import static dev.partita.item.ItemLayout.BS;
import static dev.partita.item.ItemLayout.FALSE;
import static dev.partita.item.ItemLayout.L;
import static dev.partita.item.ItemLayout.M;
import static dev.partita.item.ItemLayout.N;
import static dev.partita.item.ItemLayout.NS;
import static dev.partita.item.ItemLayout.NULL;
import static dev.partita.item.ItemLayout.PLAIN_S;
import static dev.partita.item.ItemLayout.S;
import static dev.partita.item.ItemLayout.SS;
import static dev.partita.item.ItemLayout.TRUE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Writes values as {@link ItemLayout} has them. */
final class ItemWriter {

    /** Two varints at their longest. */
    static final byte[] HEADER_ROOM = new byte[10];

    /** A name in UTF-8 and its value. */
    record Attribute(byte[] name, AttributeValue value) {}

    /** Answers DynamoDB's size of it. */
    static int writeAttribute(ByteWriter out, Attribute attribute) {
        writeName(out, attribute.name);
        return attribute.name.length + writeValue(out, attribute.value);
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
    static void sort(List<Attribute> attributes) {
        attributes.sort((a, b) -> Arrays.compareUnsigned(a.name, b.name));
        for (int i = attributes.size() - 1; i > 0; i--) {
            if (Arrays.equals(attributes.get(i).name, attributes.get(i - 1).name)) {
                attributes.remove(i - 1);
            }
        }
    }

    /** Puts the header into the room that was left for it at the start of {@code out}. */
    static byte[] withHeader(int size, int count, ByteWriter out) {
        ByteWriter header = new ByteWriter(HEADER_ROOM.length).varint(size).varint(count);
        int start = HEADER_ROOM.length - header.length();
        System.arraycopy(header.buffer(), 0, out.buffer(), start, header.length());
        return Arrays.copyOfRange(out.buffer(), start, out.length());
    }

    private ItemWriter() {}
}
