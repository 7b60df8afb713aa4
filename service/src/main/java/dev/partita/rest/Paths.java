package dev.partita.rest;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Paths as requests have them.
 *
 * <p>A path is split at its slashes first and decoded then, so {@code %2F} is a slash inside a value and never one between two
 * parts. What two readers could take in two ways is refused: empty parts, {@code .} and {@code ..} in any spelling, bytes that
 * are no UTF-8, control characters.
 */
final class Paths {

    /** More parts than this no route has. */
    static final int MAX_PARTS = 16;

    static final String ELSEWHERE =
            "; a value that cannot stand in a path can be given to the pattern's own route under /patterns";

    private static final String UNRESERVED = "-._~!$'()*,;:@&=+";

    /** A path that cannot be understood. */
    static final class Malformed extends Exception {
        private static final long serialVersionUID = 1;

        Malformed(String message) {
            super(message, null, false, false);
        }
    }

    private Paths() {}

    /** The decoded parts behind {@code start}, which is where a slash stands; null when there are too many. */
    static List<String> parts(String path, int start) throws Malformed {
        List<String> parts = new ArrayList<>(6);
        int from = start + 1;
        while (true) {
            int end = path.indexOf('/', from);
            int to = end < 0 ? path.length() : end;
            if (parts.size() == MAX_PARTS) {
                return null;
            }
            parts.add(part(path, from, to));
            if (end < 0) {
                return parts;
            }
            from = end + 1;
        }
    }

    private static String part(String path, int from, int to) throws Malformed {
        if (from == to) {
            throw new Malformed(
                    to == path.length()
                            ? "The path ends with a slash: leave it out"
                            : "The path has an empty part: two slashes in a row");
        }
        boolean isEncoded = false;
        for (int i = from; i < to; i++) {
            char c = path.charAt(i);
            if (c <= ' ' || c >= 0x7f) {
                throw new Malformed("The path has a character that must be written as %XX");
            }
            isEncoded |= c == '%';
        }
        String part = isEncoded ? decode(path, from, to) : path.substring(from, to);
        if (part.equals(".") || part.equals("..")) {
            throw new Malformed(
                    "A part of the path is " + part + ", which programs on the way may resolve" + ELSEWHERE);
        }
        return part;
    }

    private static String decode(String path, int from, int to) throws Malformed {
        byte[] bytes = new byte[to - from];
        int length = 0;
        for (int i = from; i < to; i++) {
            char c = path.charAt(i);
            if (c == '%') {
                int high = hex(path, i + 1, to);
                int low = hex(path, i + 2, to);
                if (high < 0 || low < 0) {
                    throw new Malformed(
                            "The path has a % that two hexadecimal digits do not follow: write %25 for a percent sign");
                }
                bytes[length++] = (byte) (high << 4 | low);
                i += 2;
            } else {
                bytes[length++] = (byte) c;
            }
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Malformed("The path's %XX are not UTF-8");
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.isISOControl(text.charAt(i))) {
                throw new Malformed("The path has a control character" + ELSEWHERE);
            }
        }
        return text;
    }

    private static int hex(String path, int at, int to) {
        return at < to ? Character.digit(path.charAt(at), 16) : -1;
    }

    /** A value as a part of a path. */
    static String encode(String value) {
        StringBuilder text = new StringBuilder(value.length() + 8);
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean isPlain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (isPlain || UNRESERVED.indexOf(c) >= 0) {
                text.append(c);
            } else {
                text.append('%');
                text.append(Character.toUpperCase(Character.forDigit(c >> 4, 16)));
                text.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return text.toString();
    }
}
