package dev.partita.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The header fields of one request: the bytes they came in, and where each begins and ends. Text is made of a value only
 * when it is asked for.
 */
final class HeaderFields {

    /** Four numbers a field: where its name and its value begin and end. */
    private static final int PLACES = 4;

    private byte[] bytes = new byte[0];
    private int[] places = new int[16 * PLACES];
    private int count;

    void clear() {
        count = 0;
    }

    /** The places of one more field in the bytes that {@link #keep} will be given. */
    void add(int nameFrom, int nameTo, int valueFrom, int valueTo) {
        int at = count * PLACES;
        if (at == places.length) {
            places = Arrays.copyOf(places, places.length * 2);
        }
        places[at] = nameFrom;
        places[at + 1] = nameTo;
        places[at + 2] = valueFrom;
        places[at + 3] = valueTo;
        count++;
    }

    /** Copies the head these fields are in, so that {@code source} can be used again. */
    void keep(byte[] source, int length) {
        if (bytes.length < length) {
            bytes = new byte[length];
        }
        System.arraycopy(source, 0, bytes, 0, length);
    }

    /** Null if there is no such field; several are joined by {@code ", "}. */
    String value(String name, HeaderCache remembered) {
        int first = next(name, 0);
        if (first == count) {
            return null;
        }
        int at = first * PLACES;
        String value = remembered.text(name, bytes, places[at + 2], places[at + 3]);
        int more = next(name, first + 1);
        if (more == count) {
            return value;
        }
        StringBuilder all = new StringBuilder(value);
        for (; more < count; more = next(name, more + 1)) {
            at = more * PLACES;
            all.append(", ")
                    .append(new String(
                            bytes, places[at + 2], places[at + 3] - places[at + 2], StandardCharsets.ISO_8859_1));
        }
        return all.toString();
    }

    /** The first field of this name from {@code index} on, or {@link #count}. */
    private int next(String name, int index) {
        int length = name.length();
        for (int i = index; i < count; i++) {
            int from = places[i * PLACES];
            if (places[i * PLACES + 1] - from == length && isNamed(name, from)) {
                return i;
            }
        }
        return count;
    }

    private boolean isNamed(String name, int from) {
        for (int i = 0; i < name.length(); i++) {
            if (lower(bytes[from + i]) != lower(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static int lower(int c) {
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    }
}
