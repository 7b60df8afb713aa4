package dev.partita.http;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which {@code Host} and {@code Origin} a request may name.
 *
 * <p>A web page can point a name of its own at 127.0.0.1 and so make the visitor's browser talk to us as if we were its
 * own server. Such a name is always one that public DNS can hold, so names it cannot hold are let in: addresses,
 * {@code localhost}, names without a dot (containers), and Docker's name for the machine it runs on.
 */
final class AllowedHosts {

    private final Set<String> hosts = new TreeSet<>();
    private final Set<String> origins = new TreeSet<>();

    AllowedHosts(Collection<String> hosts, Collection<String> origins) {
        this.hosts.add("host.docker.internal");
        for (String host : hosts) {
            this.hosts.add(host.toLowerCase(Locale.ROOT));
        }
        for (String origin : origins) {
            this.origins.add(origin.toLowerCase(Locale.ROOT));
        }
    }

    /** {@code host} is the header as sent: a name or address, perhaps with a port. */
    boolean allowsHost(String host) {
        String name = nameOf(host).toLowerCase(Locale.ROOT);
        if (name.isEmpty()) {
            return false;
        }
        if (name.charAt(0) == '[') {
            return isIpv6(name);
        }
        return name.equals("localhost")
                || name.endsWith(".localhost") && isName(name)
                || hosts.contains(name)
                || isIpv4(name)
                || name.indexOf('.') < 0 && isName(name);
    }

    /** Whether pages of {@code origin} may send requests from elsewhere. */
    boolean listsOrigin(String origin) {
        return origins.contains(origin.toLowerCase(Locale.ROOT));
    }

    /** Whether any page from elsewhere may. */
    boolean listsOrigins() {
        return !origins.isEmpty();
    }

    /** Whether a page of {@code origin} came from {@code host} itself. */
    static boolean isOwn(String origin, String host) {
        int start = origin.regionMatches(true, 0, "http://", 0, 7)
                ? 7
                : origin.regionMatches(true, 0, "https://", 0, 8) ? 8 : 0;
        return start > 0
                && host != null
                && origin.length() - start == host.length()
                && origin.regionMatches(true, start, host, 0, host.length());
    }

    private static String nameOf(String host) {
        int colon = host.lastIndexOf(':');
        boolean port = colon > host.lastIndexOf(']');
        if (!port) {
            return host;
        }
        for (int i = colon + 1; i < host.length(); i++) {
            if (host.charAt(i) < '0' || host.charAt(i) > '9') {
                return "";
            }
        }
        return host.substring(0, colon);
    }

    /** Strictly four decimal numbers: the shorthand forms browsers also accept are turned into this one before they send. */
    private static boolean isIpv4(String name) {
        int numbers = 0;
        int start = 0;
        for (int i = 0; i <= name.length(); i++) {
            if (i == name.length() || name.charAt(i) == '.') {
                if (i == start || i - start > 3 || Integer.parseInt(name, start, i, 10) > 255) {
                    return false;
                }
                numbers++;
                start = i + 1;
            } else if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                return false;
            }
        }
        return numbers == 4;
    }

    private static boolean isIpv6(String name) {
        if (!name.endsWith("]") || name.length() < 4) {
            return false;
        }
        for (int i = 1; i < name.length() - 1; i++) {
            char c = name.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c == ':' || c == '.')) {
                return false;
            }
        }
        return true;
    }

    private static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c == '-' || c == '_' || c == '.')) {
                return false;
            }
        }
        return true;
    }
}
