package dev.partita.item;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Strings as the service sees them: UTF-8 bytes, for length and for order. */
public final class Utf8 {

    private Utf8() {}

    /** How many bytes {@code text} takes in UTF-8, without encoding it. */
    public static int length(String text) {
        int length = text.length();
        int bytes = length;
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                if (c < 0x800) {
                    bytes += 1;
                } else if (Character.isHighSurrogate(c)
                        && i + 1 < length
                        && Character.isLowSurrogate(text.charAt(i + 1))) {
                    bytes += 2;
                    i++;
                } else if (!Character.isSurrogate(c)) {
                    bytes += 2;
                }
                // An unpaired surrogate is encoded as '?', one byte.
            }
        }
        return bytes;
    }

    /** Whether no character of it is only a half, an unpaired surrogate: that has no UTF-8, and would become a question mark. */
    public static boolean isWellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static String string(byte[] utf8, int offset, int length) {
        return new String(utf8, offset, length, StandardCharsets.UTF_8);
    }

    /** Orders by UTF-8 bytes; {@code String.compareTo} differs for characters beyond the basic plane. */
    public static int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                return a < 0x80 && b < 0x80 ? a - b : Arrays.compareUnsigned(bytes(left), bytes(right));
            }
        }
        return left.length() - right.length();
    }
}
