package dev.partita.plan.internal.value;

import java.net.IDN;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Hosts in the one form in which they are compared: a name as name servers have it, in small letters and ASCII and without the dot at
 * its end; an address in its shortest spelling.
 */
final class HostName {

    private static final int MAX_CHARACTERS = 253;

    private static final Pattern NAME =
            Pattern.compile("[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*");

    /** A host that ends like a number is an address to browsers and libraries: 127.1, 0x7f000001, 2130706433. */
    private static final Pattern NUMBER_AT_END = Pattern.compile("(.*\\.)?([0-9]+|0x[0-9a-f]*)");

    /** Four numbers as everybody writes them; octal, hexadecimal and shortened ones hide what they mean. */
    private static final Pattern QUAD = Pattern.compile("((25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(\\.|$)){4}");

    /** Letters that older programs turn into others, or drop, and browsers keep: the same text leads to two hosts. */
    private static final Pattern READ_IN_TWO_WAYS = Pattern.compile("[\u00df\u1e9e\u03c2\u200c\u200d]");

    private HostName() {}

    /** The form of a host, or null when it is none. */
    static String of(String text) {
        if (text.startsWith("[")) {
            byte[] address = text.endsWith("]") ? IpAddress.six(text.substring(1, text.length() - 1)) : null;
            return address == null ? null : "[" + IpAddress.text(address) + "]";
        }
        if (READ_IN_TWO_WAYS.matcher(text).find()) {
            return null;
        }
        String name;
        try {
            name = IDN.toASCII(text).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return null;
        }
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        boolean isName = name.length() <= MAX_CHARACTERS && NAME.matcher(name).matches();
        return isName && (!NUMBER_AT_END.matcher(name).matches() || isQuad(name)) ? name : null;
    }

    /** Whether a host, in its one form, is an address in four numbers. */
    static boolean isQuad(String host) {
        return QUAD.matcher(host).matches() && !host.endsWith(".");
    }
}
