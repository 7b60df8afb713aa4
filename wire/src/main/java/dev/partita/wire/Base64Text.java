package dev.partita.wire;

import dev.partita.item.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Base64 as the service reads it: the standard alphabet, always padded. */
final class Base64Text {

    private static final byte[] DIGITS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);
    // Spelt as the service spells it.
    private static final String BAD_END = "Invalid last non-pad Base64 character dectected";
    private static final byte[] VALUES = new byte[128];

    static {
        Arrays.fill(VALUES, (byte) -1);
        for (int i = 0; i < DIGITS.length; i++) {
            VALUES[DIGITS[i]] = (byte) i;
        }
    }

    private Base64Text() {}

    static Bytes decode(char[] text, int offset, int length) {
        if (length % 4 != 0) {
            throw JsonIn.refused("Base64 encoded length is expected a multiple of 4 bytes but found: " + length);
        }
        int end = offset + length;
        int padding = 0;
        while (padding < 2 && length > 0 && text[end - 1 - padding] == '=') {
            padding++;
        }
        byte[] bytes = new byte[length / 4 * 3 - padding];
        int at = 0;
        for (int i = offset; i < end; i += 4) {
            int last = i + 4 == end ? padding : 0;
            int group = value(text[i]) << 18
                    | value(text[i + 1]) << 12
                    | (last == 2 ? 0 : value(text[i + 2]) << 6)
                    | (last >= 1 ? 0 : value(text[i + 3]));
            bytes[at++] = (byte) (group >> 16);
            if (last < 2) {
                bytes[at++] = (byte) (group >> 8);
            }
            if (last < 1) {
                bytes[at++] = (byte) group;
            }
            if (last == 2 && (group & 0xffff) != 0 || last == 1 && (group & 0xff) != 0) {
                throw JsonIn.refused(BAD_END);
            }
        }
        return Bytes.of(bytes);
    }

    private static int value(char digit) {
        int value = digit < 128 ? VALUES[digit] : -1;
        if (digit == '=') {
            throw JsonIn.refused(BAD_END);
        }
        if (value < 0) {
            throw JsonIn.refused("Invalid Base64 character: '" + digit + "'");
        }
        return value;
    }
}
