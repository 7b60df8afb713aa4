package dev.partita.plan;

import java.util.List;
import java.util.Locale;

/** Brings text into the one form that is stored, so that equal things have equal keys. */
final class Normalise {

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
            result = step.equals("lower") || step.endsWith("domain")
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
            case "url", "public-url" -> url(step, text.strip());
            case "domain", "public-domain" -> domain(step, text.strip());
            default -> text;
        };
    }

    /** Scheme and host in lower case, no default port, no fragment; path and query as they are. */
    private static String url(String step, String text) throws Unfit {
        try {
            WebAddress address = WebAddress.of(text);
            requirePublic(step, address.host());
            return address.toString();
        } catch (WebAddress.Refused e) {
            throw new Unfit(step, e.getMessage());
        }
    }

    /** The host of a URL, or of a name as people type it, perhaps with a port. */
    private static String domain(String step, String text) throws Unfit {
        String host;
        try {
            host = WebAddress.looksLikeOne(text)
                    ? WebAddress.of(text).host()
                    : HostName.of(text.replaceFirst(":[0-9]{0,5}$", ""));
        } catch (WebAddress.Refused e) {
            host = null;
        }
        if (host == null) {
            throw new Unfit(step, "is not the name of a host, such as shop.example.com");
        }
        requirePublic(step, host);
        return host;
    }

    /** Programs fetch what strangers name: only what everybody can reach. */
    private static void requirePublic(String step, String host) throws Unfit {
        if (step.startsWith("public-") && !PublicHost.is(host)) {
            throw new Unfit(step, "names a host of this machine or of a private network");
        }
    }

    /** Whether a URL's host is that domain or a name below it. */
    static boolean isHostIn(String url, String domain) {
        try {
            String host = WebAddress.of(url).host();
            return host.equals(domain) || host.endsWith("." + domain);
        } catch (WebAddress.Refused e) {
            return false;
        }
    }
}
