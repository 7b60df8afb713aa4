package dev.partita.service;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The parameters of a query, decoded: {@code name=value} between {@code &}, in UTF-8 and percent-encoded. */
final class Parameters {

    private Parameters() {}

    /**
     * By name, in their order; those given several times have all their values.
     *
     * @param query as it was sent, without its question mark; null when there is none
     * @throws Refused when it cannot be decoded
     */
    static Map<String, List<String>> of(String query) {
        if (query == null || query.isEmpty()) {
            return Map.of();
        }
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        int start = 0;
        while (start <= query.length()) {
            int ampersand = query.indexOf('&', start);
            int end = ampersand < 0 ? query.length() : ampersand;
            if (end > start) {
                int equals = query.indexOf('=', start);
                boolean hasValue = equals >= 0 && equals < end;
                String name = decoded(query, start, hasValue ? equals : end);
                String value = hasValue ? decoded(query, equals + 1, end) : "";
                List<String> known = parameters.get(name);
                if (known == null) {
                    parameters.put(name, List.of(value));
                } else {
                    List<String> all = new ArrayList<>(known);
                    all.add(value);
                    parameters.put(name, all);
                }
            }
            start = end + 1;
        }
        return parameters;
    }

    private static String decoded(String query, int from, int to) {
        int i = from;
        while (i < to && query.charAt(i) != '%' && query.charAt(i) != '+' && query.charAt(i) < 0x80) {
            i++;
        }
        return i == to ? query.substring(from, to) : decodedSlowly(query, from, to);
    }

    private static String decodedSlowly(String query, int from, int to) {
        byte[] bytes = new byte[to - from];
        int count = 0;
        for (int i = from; i < to; i++) {
            char c = query.charAt(i);
            if (c == '+') {
                bytes[count++] = ' ';
            } else if (c == '%') {
                boolean isWhole = i + 2 < to;
                int high = isWhole ? Character.digit(query.charAt(i + 1), 16) : -1;
                int low = isWhole ? Character.digit(query.charAt(i + 2), 16) : -1;
                if (high < 0 || low < 0) {
                    throw Refused.unreadable(
                            "The query has a % without two hexadecimal digits behind it; write %25 for a"
                                    + " percent sign.");
                }
                bytes[count++] = (byte) (high << 4 | low);
                i += 2;
            } else if (c < 0x80) {
                bytes[count++] = (byte) c;
            } else {
                throw Refused.unreadable("The query has characters beyond ASCII; percent-encode them as UTF-8.");
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, count))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Refused.unreadable("The query has percent-encoded bytes that are not UTF-8.");
        }
    }

    /** A name or value as it stands in a query. */
    static void encode(String text, StringBuilder into) {
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            boolean isPlain = b >= 'a' && b <= 'z'
                    || b >= 'A' && b <= 'Z'
                    || b >= '0' && b <= '9'
                    || b == '-'
                    || b == '.'
                    || b == '_'
                    || b == '~';
            if (isPlain) {
                into.append((char) b);
            } else {
                into.append('%')
                        .append(Character.toUpperCase(Character.forDigit(b >> 4 & 0xf, 16)))
                        .append(Character.toUpperCase(Character.forDigit(b & 0xf, 16)));
            }
        }
    }

    /** The same query with another cursor. */
    static String withCursor(String query, String cursor) {
        StringBuilder changed = new StringBuilder();
        int start = 0;
        while (query != null && start <= query.length()) {
            int ampersand = query.indexOf('&', start);
            int end = ampersand < 0 ? query.length() : ampersand;
            if (end > start && !query.startsWith("cursor=", start)) {
                changed.append(changed.length() == 0 ? "" : "&").append(query, start, end);
            }
            start = end + 1;
        }
        return changed.append(changed.length() == 0 ? "" : "&")
                .append("cursor=")
                .append(cursor)
                .toString();
    }
}
