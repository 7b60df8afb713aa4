package dev.partita.plan.internal.value;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the web: {@code https://example.com/page?q=1}.
 *
 * @param scheme {@code http} or {@code https}
 * @param host in the form of {@link HostName}
 * @param port -1 for the one that the scheme has anyway
 * @param rest path and query, as they are
 */
record WebAddress(String scheme, String host, int port, String rest) {

    private static final Pattern PARTS =
            Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^#]*)(#.*)?", Pattern.DOTALL);

    private static final Pattern AUTHORITY = Pattern.compile("(\\[[^\\]]*\\]|[^:]*)(?::([0-9]{0,5}))?");

    private static final int MAX_PORT = 65_535;

    static boolean looksLikeOne(String text) {
        return PARTS.matcher(text).matches();
    }

    /** @throws Refused when it is none, with what is wrong */
    static WebAddress of(String text) throws Refused {
        Matcher parts = PARTS.matcher(text);
        if (!parts.matches() || parts.group(2).isEmpty()) {
            throw new Refused("is not a URL with a scheme and a host, such as https://example.com/page");
        }
        String scheme = parts.group(1).toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new Refused("must begin with http:// or https://");
        }
        if (text.codePoints().anyMatch(c -> c == '\\' || !Invisible.isSeen(c))) {
            throw new Refused(
                    "has a blank, a backslash or a character that is not shown in it; write it as %20 and the like");
        }
        String authority = parts.group(2);
        if (authority.indexOf('@') >= 0) {
            throw new Refused("may not have a user name or a password in it");
        }
        Matcher places = AUTHORITY.matcher(authority);
        if (!places.matches()) {
            throw new Refused("has no port that could be one");
        }
        String host = HostName.of(places.group(1));
        if (host == null) {
            throw new Refused("has no host that could be one: write a name such as www.example.com, with xn-- for other"
                    + " letters if need be, or an address such as 192.0.2.1");
        }
        String digits = places.group(2) == null ? "" : places.group(2);
        int port = digits.isEmpty() ? -1 : Integer.parseInt(digits);
        if (port == 0 || port > MAX_PORT) {
            throw new Refused("has no port that could be one");
        }
        boolean isUsual = port == (scheme.equals("http") ? 80 : 443);
        return new WebAddress(scheme, host, isUsual ? -1 : port, parts.group(3));
    }

    @Override
    public String toString() {
        return scheme + "://" + host + (port < 0 ? "" : ":" + port) + rest;
    }

    /** Text that is no such address, and why. */
    static final class Refused extends Exception {

        private static final long serialVersionUID = 1L;

        private Refused(String message) {
            super(message, null, false, false);
        }
    }
}
