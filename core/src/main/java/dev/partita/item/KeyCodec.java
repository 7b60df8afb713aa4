package dev.partita.item;

/**
 * Scalars as bytes that sort as the values do and that no other value is a prefix of.
 *
 * <pre>
 * S, B   the bytes with 0x00 written 0x00 0xFF, then 0x00 0x01: "a" sorts before "ab" whatever follows
 * N      0x80                                             zero
 *        0xC0, exponent + 130, pairs of digits + 1, 0x00  positive
 *        0x40, and the complements of the above, 0xFF     negative
 * </pre>
 */
public final class KeyCodec {

    private static final int NEGATIVE = 0x40;
    private static final int ZERO = 0x80;
    private static final int POSITIVE = 0xC0;

    private KeyCodec() {}

    public static void append(ByteWriter out, AttributeValue value) {
        if (value instanceof AttributeValue.S s) {
            byte[] utf8 = Utf8.bytes(s.value());
            appendBytes(out, utf8, 0, utf8.length);
        } else if (value instanceof AttributeValue.B b) {
            appendBytes(out, b.value().array(), 0, b.value().length());
        } else if (value instanceof AttributeValue.N n) {
            byte[] text = Utf8.bytes(n.text());
            appendNumber(out, text, 0, text.length);
        } else {
            throw new IllegalArgumentException("Not a key value: " + value);
        }
    }

    /** What every key starting with {@code value} (S or B) starts with. */
    public static void appendPrefix(ByteWriter out, AttributeValue value) {
        byte[] bytes = value instanceof AttributeValue.S s
                ? Utf8.bytes(s.value())
                : ((AttributeValue.B) value).value().array();
        escape(out, bytes, 0, bytes.length);
    }

    static void appendBytes(ByteWriter out, byte[] bytes, int offset, int length) {
        escape(out, bytes, offset, length);
        out.write(0x00).write(0x01);
    }

    private static void escape(ByteWriter out, byte[] bytes, int offset, int length) {
        int start = offset;
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            if (bytes[i] == 0) {
                out.write(bytes, start, i + 1 - start).write(0xFF);
                start = i + 1;
            }
        }
        out.write(bytes, start, end - start);
    }

    /** Takes canonical number text. */
    static void appendNumber(ByteWriter out, byte[] text, int offset, int length) {
        int end = offset + length;
        int at = offset;
        boolean negative = text[at] == '-';
        if (negative) {
            at++;
        }
        int point = at;
        while (point < end && text[point] != '.') {
            point++;
        }
        int first = at;
        while (first < end && (text[first] == '0' || text[first] == '.')) {
            first++;
        }
        if (first == end) {
            out.write(ZERO);
            return;
        }
        int last = end - 1;
        while (text[last] == '0' || text[last] == '.') {
            last--;
        }
        int exponent = first < point ? point - first - 1 : point - first;
        int flip = negative ? 0xFF : 0x00;
        out.write(negative ? NEGATIVE : POSITIVE).write((exponent + 130) ^ flip);
        int pair = -1;
        for (int i = first; i <= last; i++) {
            if (text[i] == '.') {
                continue;
            }
            int digit = text[i] - '0';
            if (pair < 0) {
                pair = digit * 10;
            } else {
                out.write((pair + digit + 1) ^ flip);
                pair = -1;
            }
        }
        if (pair >= 0) {
            out.write((pair + 1) ^ flip);
        }
        out.write(flip);
    }
}
