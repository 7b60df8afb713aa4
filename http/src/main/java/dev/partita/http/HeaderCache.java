package dev.partita.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Header values that a connection repeats with every request, so that their text is made once. Entries do not change and
 * replace each other whole, so threads may use it side by side: at worst one of them makes a text again.
 */
final class HeaderCache {

    private record Entry(byte[] bytes, String text) {}

    /** Few and short, for there are many connections, and what is remembered is up to the client. */
    private static final int ENTRIES = 8;

    private static final int MAX_BYTES = 2048;

    /** A value that changed this often in a row, such as a signature, is not worth remembering. */
    private static final int MAX_MISSES = 8;

    private final Entry[] entries = new Entry[ENTRIES];
    private final int[] misses = new int[ENTRIES];

    /** The text of a value of the field {@code name}; the very object of the request before if it is the same. */
    String text(String name, byte[] bytes, int from, int to) {
        int slot = (name.length() + 31 * (name.charAt(0) | 32)) % ENTRIES;
        Entry entry = entries[slot];
        if (entry != null && Arrays.equals(bytes, from, to, entry.bytes, 0, entry.bytes.length)) {
            misses[slot] = 0;
            return entry.text;
        }
        String text = new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
        if (to - from <= MAX_BYTES && misses[slot] < MAX_MISSES) {
            misses[slot]++;
            entries[slot] = new Entry(Arrays.copyOfRange(bytes, from, to), text);
        }
        return text;
    }
}
