package dev.partita.http;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/**
 * Proxies whose word is taken for who is behind them. What others write into {@code X-Forwarded-For} counts for nothing, and of what
 * a trusted one passes on, only the part that it, or another trusted one, has seen itself.
 */
public final class TrustedProxies {

    /** @param bits how many of the address have to be the same */
    private record Network(byte[] address, int bits) {

        static Network of(String text) {
            int slash = text.indexOf('/');
            byte[] address = NetUtil.createByteArrayFromIpAddressString(slash < 0 ? text : text.substring(0, slash));
            if (address == null) {
                throw new IllegalArgumentException(
                        "'" + text + "' is neither an address nor a network such as 10.0.0.0/8");
            }
            int most = address.length * Byte.SIZE;
            int bits = slash < 0 ? most : bits(text.substring(slash + 1));
            if (bits < 0 || bits > most) {
                throw new IllegalArgumentException("'" + text + "' has a slash and then no number from 0 to " + most);
            }
            return new Network(address, bits);
        }

        private static int bits(String text) {
            return text.matches("\\d{1,3}") ? Integer.parseInt(text) : -1;
        }

        boolean has(byte[] other) {
            if (other.length != address.length) {
                return false;
            }
            for (int bit = 0; bit < bits; bit++) {
                int mask = 0x80 >> bit % Byte.SIZE;
                if (((address[bit / Byte.SIZE] ^ other[bit / Byte.SIZE]) & mask) != 0) {
                    return false;
                }
            }
            return true;
        }
    }

    private final List<Network> networks;

    /**
     * @param networks addresses, or networks such as {@code 10.0.0.0/8}
     * @throws IllegalArgumentException for one that is neither
     */
    public TrustedProxies(Collection<String> networks) {
        this.networks = networks.stream().map(String::strip).map(Network::of).toList();
    }

    boolean isEmpty() {
        return networks.isEmpty();
    }

    boolean has(InetAddress address) {
        byte[] bytes = address.getAddress();
        return networks.stream().anyMatch(network -> network.has(bytes));
    }

    /**
     * Who a request is from.
     *
     * @param peer who is at the other end of the connection
     * @param forwarded the header {@code X-Forwarded-For}; null when there is none
     */
    InetAddress client(InetAddress peer, String forwarded) {
        if (forwarded == null || !has(peer)) {
            return peer;
        }
        InetAddress client = peer;
        List<String> hops = Arrays.asList(forwarded.split(","));
        for (int i = hops.size() - 1; i >= 0 && has(client); i--) {
            byte[] bytes = NetUtil.createByteArrayFromIpAddressString(
                    withoutPort(hops.get(i).strip()));
            if (bytes == null) {
                // Nobody knows what stood behind it.
                return client;
            }
            client = address(bytes);
        }
        return client;
    }

    /** Some write {@code 192.0.2.1:4711} and {@code [2001:db8::1]:4711}. */
    private static String withoutPort(String hop) {
        if (hop.startsWith("[") && hop.indexOf(']') > 0) {
            return hop.substring(1, hop.indexOf(']'));
        }
        int colon = hop.indexOf(':');
        return colon > 0 && hop.indexOf(':', colon + 1) < 0 ? hop.substring(0, colon) : hop;
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalStateException("An address has 4 bytes or 16", e);
        }
    }
}
