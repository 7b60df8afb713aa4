package dev.partita.service;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Entity tags: {@code "v7"} for version 7 of an item, or a hash of the answer's bytes where there is no version. */
final class Etag {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long FIRST = 0x9e3779b97f4a7c15L;
    private static final long SECOND = 0xc2b2ae3d27d4eb4fL;
    private static final char[] DIGITS = "0123456789abcdefghijklmnopqrstuv".toCharArray();
    private static final int DIGITS_OF_A_LONG = 13;

    /** Versions are small; more digits than a long has are none of ours. */
    private static final int VERSION_DIGITS = 18;

    private Etag() {}

    static String ofVersion(long version) {
        return "\"v" + version + "\"";
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
     * The version that {@code If-Match} asks for; -1 for {@code *}, which any version matches.
     *
     * @throws Refused when it is no tag, or one that no version has
     */
    static long version(String header) {
        String tag = header.strip();
        if (tag.equals("*")) {
            return -1;
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
        long version = isQuoted ? number(tag) : -1;
        if (version < 0) {
            throw Problem.of(
                            ProblemKind.VERSION_CHANGED,
                            "The ETag in If-Match is not that of a version, so the item cannot have it any more. Read the item,"
                                    + " and send the ETag that comes with it, such as \"v7\".")
                    .refused();
        }
        return version;
    }

    private static long number(String tag) {
        int count = tag.length() - 3;
        if (count < 1 || count > VERSION_DIGITS || tag.charAt(1) != 'v') {
            return -1;
        }
        long number = 0;
        for (int i = 2; i < tag.length() - 1; i++) {
            char c = tag.charAt(i);
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
