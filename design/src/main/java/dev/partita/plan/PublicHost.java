package dev.partita.plan;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tells hosts of the public web from those that only this machine or its network can reach.
 *
 * <p>It looks at the name alone and asks no name server. Whoever fetches has to look at the address a name leads to, too.
 */
final class PublicHost {

    /** A host that ends like a number is an address to browsers and libraries: 127.1, 0x7f000001, 2130706433. */
    private static final Pattern NUMBER_AT_END = Pattern.compile("(.*\\.)?([0-9]+|0[xX][0-9a-fA-F]*)");

    private static final Set<String> PRIVATE_NAMES =
            Set.of("localhost", "local", "internal", "intranet", "lan", "home", "corp", "home.arpa", "localdomain");

    private PublicHost() {}

    static boolean is(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        if (name.startsWith("[")) {
            return isPublic(name.substring(1, name.length() - 1));
        }
        if (NUMBER_AT_END.matcher(name).matches()) {
            return isQuad(name) && isPublic(name);
        }
        return name.indexOf('.') > 0
                && PRIVATE_NAMES.stream().noneMatch(own -> name.equals(own) || name.endsWith("." + own));
    }

    /** Four numbers as everybody writes them; octal, hexadecimal and shortened ones hide what they mean. */
    private static boolean isQuad(String name) {
        String[] octets = name.split("\\.", -1);
        return octets.length == 4
                && Stream.of(octets)
                        .allMatch(octet -> octet.matches("0|[1-9][0-9]{0,2}") && Integer.parseInt(octet) <= 255);
    }

    /** Of an address in digits, for which nobody is asked. */
    private static boolean isPublic(String literal) {
        try {
            InetAddress address = InetAddress.getByName(literal);
            return isPublic(address) && !(address instanceof Inet6Address six && !isPublicInside(six.getAddress()));
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private static boolean isPublic(InetAddress address) {
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return false;
        }
        byte[] bytes = address.getAddress();
        int first = bytes[0] & 0xff;
        int second = bytes[1] & 0xff;
        if (bytes.length == 16) {
            return (first & 0xfe) != 0xfc; // unique local
        }
        return first != 0
                && first < 240 // reserved, and the broadcast address
                && !(first == 100 && (second & 0xc0) == 64) // between providers and their customers
                && !(first == 192 && second == 0 && bytes[2] == 0)
                && !(first == 198 && (second & 0xfe) == 18); // measurements
    }

    /** Addresses of the old kind travel inside those of the new one, by translation and in tunnels. */
    private static boolean isPublicInside(byte[] six) throws UnknownHostException {
        boolean isTranslated = (six[0] & 0xff) == 0 && (six[1] & 0xff) == 0x64 && (six[2] & 0xff) == 0xff;
        boolean isTunnelled = (six[0] & 0xff) == 0x20 && (six[1] & 0xff) == 0x02;
        boolean isCompatible = true;
        for (int i = 0; i < 12; i++) {
            isCompatible &= six[i] == 0;
        }
        int at = isTunnelled ? 2 : 12;
        return !(isTranslated || isTunnelled || isCompatible)
                || isPublic(InetAddress.getByAddress(new byte[] {six[at], six[at + 1], six[at + 2], six[at + 3]}));
    }
}
