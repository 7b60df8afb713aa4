package dev.partita.plan.internal.value;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Tells hosts of the public web from those that only this machine or its network can reach.
 *
 * <p>It looks at the name alone and asks no name server. Whoever fetches has to look at the address a name leads to, too.
 */
final class PublicHost {

    /**
     * The blocks of IANA's registries of special-purpose addresses, and whether everybody reaches them. Where one lies inside another,
     * the smaller one counts. What the registries answer neither way (tunnels that were given up) is not reached.
     */
    private static final List<Block> BLOCKS = List.of(
            // iana-ipv4-special-registry
            block("0.0.0.0/8", false),
            block("10.0.0.0/8", false),
            block("100.64.0.0/10", false),
            block("127.0.0.0/8", false),
            block("169.254.0.0/16", false),
            block("172.16.0.0/12", false),
            block("192.0.0.0/24", false),
            block("192.0.0.9/32", true),
            block("192.0.0.10/32", true),
            block("192.0.2.0/24", false),
            block("192.31.196.0/24", true),
            block("192.52.193.0/24", true),
            block("192.88.99.0/24", false),
            block("192.168.0.0/16", false),
            block("192.175.48.0/24", true),
            block("198.18.0.0/15", false),
            block("198.51.100.0/24", false),
            block("203.0.113.0/24", false),
            block("224.0.0.0/4", false), // multicast
            block("240.0.0.0/4", false),
            // iana-ipv6-special-registry; all else outside of 2000::/3 is given to nobody
            block("::/0", false),
            block("2000::/3", true),
            block("2001::/23", false),
            block("2001::/32", false), // Teredo
            block("2001:1::1/128", true),
            block("2001:1::2/128", true),
            block("2001:1::3/128", true),
            block("2001:2::/48", false),
            block("2001:3::/32", true),
            block("2001:4:112::/48", true),
            block("2001:10::/28", false),
            block("2001:20::/28", true),
            block("2001:30::/28", true),
            block("2001:db8::/32", false),
            block("2002::/16", false), // 6to4
            block("2620:4f:8000::/48", true),
            block("3fff::/20", false));

    /** Addresses of the old kind, behind a translator: the last four bytes say who is reached. */
    private static final Block TRANSLATED = block("64:ff9b::/96", true);

    /**
     * Names that no name server of the public web knows: those of special use (RFC 6761 and its registry), those that ICANN keeps for
     * private networks or never gives out, and what clusters and routers make up.
     */
    private static final Set<String> PRIVATE_NAMES = Set.of(
            "localhost",
            "local",
            "internal",
            "onion",
            "alt",
            "test",
            "invalid",
            "arpa",
            "private",
            "intranet",
            "lan",
            "home",
            "corp",
            "mail",
            "localdomain",
            "domain",
            "workgroup",
            "svc",
            "cluster",
            "consul",
            "docker",
            "kubernetes");

    private PublicHost() {}

    /** @param host in the form of {@link HostName} */
    static boolean is(String host) {
        if (host.startsWith("[")) {
            byte[] six = IpAddress.six(host.substring(1, host.length() - 1));
            return six != null && (TRANSLATED.holds(six) ? isReached(Arrays.copyOfRange(six, 12, 16)) : isReached(six));
        }
        byte[] four = IpAddress.four(host);
        if (four != null) {
            return isReached(four);
        }
        int dot = host.lastIndexOf('.');
        return dot > 0 && !PRIVATE_NAMES.contains(host.substring(dot + 1));
    }

    private static boolean isReached(byte[] address) {
        return BLOCKS.stream()
                .filter(block -> block.holds(address))
                .max(Comparator.comparingInt(block -> block.bits))
                .map(block -> block.isReached)
                .orElse(true);
    }

    private static Block block(String text, boolean isReached) {
        int slash = text.indexOf('/');
        String first = text.substring(0, slash);
        return new Block(
                first.contains(":") ? IpAddress.six(first) : IpAddress.four(first),
                Integer.parseInt(text.substring(slash + 1)),
                isReached);
    }

    /** Addresses that begin with the same bits. */
    private static final class Block {

        private final byte[] first;
        private final int bits;
        private final boolean isReached;

        private Block(byte[] first, int bits, boolean isReached) {
            this.first = first;
            this.bits = bits;
            this.isReached = isReached;
        }

        private boolean holds(byte[] address) {
            if (address.length != first.length) {
                return false;
            }
            for (int i = 0; i < bits; i++) {
                int mask = 0x80 >> i % 8;
                if (((address[i / 8] ^ first[i / 8]) & mask) != 0) {
                    return false;
                }
            }
            return true;
        }
    }
}
