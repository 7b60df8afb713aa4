package dev.partita.service;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Instant;

/**
 * Entity tags: a hash of the answer's bytes, and before it the version of the item where it has one: {@code "v7-…"}. Behind it
 * stands when the item was made, where the design keeps that: {@code "v7-…-…"}. A version alone does not say what is answered,
 * since counters change without one and an item that is made anew begins at 1 again.
 */
final class Etag {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long FIRST = 0x9e3779b97f4a7c15L;
    private static final long SECOND = 0xc2b2ae3d27d4eb4fL;
    private static final char[] DIGITS = "0123456789abcdefghijklmnopqrstuv".toCharArray();
    private static final int DIGITS_OF_A_LONG = 13;

    /** Versions are small; more digits than a long has are none of ours. */
    private static final int VERSION_DIGITS = 18;

    private Etag() {}

    /**
     * What {@code If-Match} asks for.
     *
     * @param version -1 for {@code *}, which any version matches
     * @param made when the item was made; null where the tag does not say it
     */
    record Expected(long version, Instant made) {}

    /** @param made when the item was made; null where nobody knows */
    static String ofVersion(long version, Instant made, byte[] body, int length) {
        String hash = ofBytes(body, length);
        return "\"v" + version + "-" + hash.substring(1, 1 + DIGITS_OF_A_LONG)
                + (made == null ? "" : "-" + Long.toString(made.toEpochMilli(), 32)) + "\"";
    }

    /** Of the bytes of an answer: two lanes of 64 bits, so that two answers do not meet by chance. */
    static String ofBytes(byte[] body, int length) {
        long one = length * FIRST;
        long two = ~length * SECOND;
        int at = 0;
        for (; at + Long.BYTES <= length; at += Long.BYTES) {
            long word = (long) LONGS.get(body, at);
            one = Long.rotateLeft(one ^ word * SECOND, 31) * FIRST;
            two = Long.rotateLeft(two + word, 29) * SECOND ^ one;
        }
        long rest = 0;
        for (; at < length; at++) {
            rest = rest << 8 | body[at] & 0xff;
        }
        one = mixed(one ^ rest * SECOND);
        two = mixed(two + rest ^ one);
        char[] text = new char[2 * DIGITS_OF_A_LONG + 2];
        text[0] = '"';
        digits(one, text, 1);
        digits(two, text, 1 + DIGITS_OF_A_LONG);
        text[text.length - 1] = '"';
        return new String(text);
    }

    /**
     * Whether a header such as {@code If-None-Match} names the tag; weak and strong ones count alike there.
     *
     * @param header {@code *}, or tags between commas
     */
    static boolean isAmong(String header, String tag) {
        String list = header.strip();
        if (list.equals("*")) {
            return true;
        }
        int at = list.indexOf(tag);
        while (at >= 0) {
            int end = at + tag.length();
            boolean begins = at == 0 || " ,/\t".indexOf(list.charAt(at - 1)) >= 0;
            boolean ends = end == list.length() || " ,\t".indexOf(list.charAt(end)) >= 0;
            if (begins && ends) {
                return true;
            }
            at = list.indexOf(tag, at + 1);
        }
        return false;
    }

    /**
     * The version that {@code If-Match} asks for, with all that its tag says, or as a number alone: {@code "v7"}.
     *
     * @throws Refused when it is no tag, or one that no version has
     */
    static Expected expected(String header) {
        String tag = header.strip();
        if (tag.equals("*")) {
            return new Expected(-1, null);
        }
        if (tag.indexOf(',') >= 0) {
            throw Refused.unreadable(
                    "If-Match names several versions; an item is compared with one. Send the ETag of the item as"
                            + " it was read.");
        }
        boolean isQuoted = tag.length() >= 2 && tag.charAt(0) == '"' && tag.indexOf('"', 1) == tag.length() - 1;
        if (!isQuoted && !tag.startsWith("W/\"")) {
            throw Refused.unreadable("If-Match is not an ETag: it stands in double quotes, such as \"v7\".");
        }
        Expected expected = isQuoted ? parts(tag.substring(1, tag.length() - 1).split("-", 3)) : null;
        if (expected == null) {
            throw Problem.of(
                            ProblemKind.VERSION_CHANGED,
                            "The ETag in If-Match is not that of a version, so the item cannot have it any more. Read the item,"
                                    + " and send the ETag that comes with it, such as \"v7\".")
                    .refused();
        }
        return expected;
    }

    /** Null when they are none of a tag of ours. */
    private static Expected parts(String[] parts) {
        long version = number(parts[0]);
        boolean isHashed = parts.length == 1 || parts[1].length() == DIGITS_OF_A_LONG;
        if (version < 0 || !isHashed) {
            return null;
        }
        try {
            return new Expected(version, parts.length < 3 ? null : Instant.ofEpochMilli(Long.parseLong(parts[2], 32)));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static long number(String text) {
        int count = text.length() - 1;
        if (count < 1 || count > VERSION_DIGITS || text.charAt(0) != 'v') {
            return -1;
        }
        long number = 0;
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return -1;
            }
            number = number * 10 + c - '0';
        }
        return number;
    }

    private static long mixed(long value) {
        long mixed = (value ^ value >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }

    private static void digits(long value, char[] into, int from) {
        long left = value;
        for (int i = from; i < from + DIGITS_OF_A_LONG; i++) {
            into[i] = DIGITS[(int) left & 31];
            left >>>= 5;
        }
    }
}
