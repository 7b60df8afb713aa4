package dev.partita.plan;

import java.net.IDN;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Brings text into the one form that is stored, so that equal things have equal keys. */
final class Normalise {

    private static final Pattern URL =
            Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^#]*)(#.*)?", Pattern.DOTALL);

    private static final Pattern DOMAIN =
            Pattern.compile("[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*|\\[[0-9a-f:.]+\\]");

    private Normalise() {}

    /** Text that has no such form, and what is wrong with it. */
    static final class Unfit extends Exception {

        private static final long serialVersionUID = 1L;
        private final String step;

        private Unfit(String step, String message) {
            super(message, null, false, false);
            this.step = step;
        }

        String step() {
            return step;
        }
    }

    static String all(List<String> steps, String text) throws Unfit {
        String result = text;
        for (String step : steps) {
            result = one(step, result);
        }
        return result;
    }

    /** A piece of such text: its letters have the same case, but a space at its end may be one in the middle of the whole. */
    static String part(List<String> steps, String text) {
        String result = text;
        for (String step : steps) {
            result = step.equals("lower") || step.equals("domain")
                    ? result.toLowerCase(Locale.ROOT)
                    : step.equals("upper") ? result.toUpperCase(Locale.ROOT) : result;
        }
        return result;
    }

    private static String one(String step, String text) throws Unfit {
        return switch (step) {
            case "trim" -> text.strip();
            case "lower" -> text.toLowerCase(Locale.ROOT);
            case "upper" -> text.toUpperCase(Locale.ROOT);
            case "url" -> url(text.strip());
            case "public-url" -> publicUrl(text.strip());
            case "domain" -> domain(text.strip());
            default -> text;
        };
    }

    /** Scheme and host in lower case, no default port, no fragment; path and query as they are. */
    private static String url(String text) throws Unfit {
        Matcher parts = URL.matcher(text);
        if (!parts.matches() || parts.group(2).isEmpty()) {
            throw new Unfit("url", "is not a URL with a scheme and a host, such as https://example.com/page");
        }
        String scheme = parts.group(1).toLowerCase(Locale.ROOT);
        String authority = parts.group(2);
        int at = authority.lastIndexOf('@');
        String user = authority.substring(0, at + 1);
        String host = authority.substring(at + 1).toLowerCase(Locale.ROOT);
        String defaultPort =
                switch (scheme) {
                    case "http", "ws" -> ":80";
                    case "https", "wss" -> ":443";
                    case "ftp" -> ":21";
                    default -> ":";
                };
        if (host.endsWith(defaultPort)) {
            host = host.substring(0, host.length() - defaultPort.length());
        } else if (host.endsWith(":")) {
            host = host.substring(0, host.length() - 1);
        }
        return scheme + "://" + user + host + parts.group(3);
    }

    /** The same, for programs that fetch what strangers name: the web's schemes, and hosts that everybody can reach. */
    private static String publicUrl(String text) throws Unfit {
        String url = url(text);
        String scheme = url.substring(0, url.indexOf(':'));
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new Unfit("public-url", "must begin with http:// or https://");
        }
        if (url.chars().anyMatch(c -> c <= ' ' || c == '\\' || c == 0x7f)) {
            throw new Unfit(
                    "public-url",
                    "has a blank, a backslash or a control character in it; write it as %20 and the like");
        }
        Matcher parts = URL.matcher(url);
        String authority = parts.matches() ? parts.group(2) : "";
        if (authority.indexOf('@') >= 0) {
            throw new Unfit("public-url", "may not have a user name or a password in it");
        }
        if (!authority.replaceFirst("^\\[[^\\]]*\\]", "").matches("[^:]*(:[0-9]{1,5})?")) {
            throw new Unfit("public-url", "has no port that could be one");
        }
        if (!PublicHost.is(domain(url))) {
            throw new Unfit("public-url", "names a host of this machine or of a private network");
        }
        return url;
    }

    /** The host of a URL, or of a name as people type it, in lower case and ASCII. */
    private static String domain(String text) throws Unfit {
        Matcher parts = URL.matcher(text);
        String host = parts.matches() ? parts.group(2) : text;
        host = host.substring(host.lastIndexOf('@') + 1).replaceFirst(":[0-9]*$", "");
        if (host.endsWith(".")) {
            host = host.substring(0, host.length() - 1);
        }
        String ascii = ascii(host);
        if (!DOMAIN.matcher(ascii).matches()) {
            throw new Unfit("domain", "is not the name of a host, such as shop.example.com");
        }
        return ascii;
    }

    private static String ascii(String host) {
        try {
            return IDN.toASCII(host).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return host.toLowerCase(Locale.ROOT);
        }
    }

    /** Whether a URL's host is that domain or a name below it. */
    static boolean isHostIn(String url, String domain) {
        try {
            String host = domain(url);
            return host.equals(domain) || host.endsWith("." + domain);
        } catch (Unfit e) {
            return false;
        }
    }
}
