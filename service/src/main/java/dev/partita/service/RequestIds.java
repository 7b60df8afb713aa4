package dev.partita.service;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Names for requests, by which an answer is found in the log again. */
final class RequestIds {

    /** Of an id that a client brings along. */
    static final int MOST_CHARS = 64;

    private static final char[] DIGITS = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();
    private static final int START_CHARS = 6;
    private static final int NUMBER_CHARS = 8;

    /** Tells the ids of one start from those of another. */
    private final char[] start = new char[START_CHARS];

    private final AtomicLong number = new AtomicLong();

    RequestIds() {
        for (int i = 0; i < START_CHARS; i++) {
            start[i] = DIGITS[ThreadLocalRandom.current().nextInt(DIGITS.length)];
        }
    }

    /** The client's own when it is short and plain, so that it cannot disturb a log or a page; else a new one. */
    String of(String given) {
        return given != null && isPlain(given) ? given : next();
    }

    private String next() {
        char[] id = new char[START_CHARS + 1 + NUMBER_CHARS];
        System.arraycopy(start, 0, id, 0, START_CHARS);
        id[START_CHARS] = '-';
        long left = number.incrementAndGet();
        for (int i = id.length - 1; i > START_CHARS; i--) {
            id[i] = DIGITS[(int) left & 31];
            left >>>= 5;
        }
        return new String(id);
    }

    private static boolean isPlain(String given) {
        if (given.isEmpty() || given.length() > MOST_CHARS) {
            return false;
        }
        for (int i = 0; i < given.length(); i++) {
            char c = given.charAt(i);
            boolean isFine = c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || c == '-'
                    || c == '_'
                    || c == '.'
                    || c == ':';
            if (!isFine) {
                return false;
            }
        }
        return true;
    }
}
