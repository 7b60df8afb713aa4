package dev.partita.plan.internal.value;

import dev.partita.design.model.Attribute.NormaliseStep;
import java.util.List;
import java.util.Locale;

/** Brings text into the one form that is stored, so that equal things have equal keys. */
public final class Normalise {

    private Normalise() {}

    /** Text that has no such form, and what is wrong with it. */
    static final class Unfit extends Exception {

        private static final long serialVersionUID = 1L;
        private final NormaliseStep step;

        private Unfit(NormaliseStep step, String message) {
            super(message, null, false, false);
            this.step = step;
        }

        NormaliseStep step() {
            return step;
        }
    }

    static String all(List<NormaliseStep> steps, String text) throws Unfit {
        String result = text;
        for (NormaliseStep step : steps) {
            result = one(step, result);
        }
        return result;
    }

    /** A piece of such text: its letters have the same case, but a space at its end may be one in the middle of the whole. */
    public static String part(List<NormaliseStep> steps, String text) {
        String result = text;
        for (NormaliseStep step : steps) {
            result = step.isLower()
                    ? result.toLowerCase(Locale.ROOT)
                    : step == NormaliseStep.UPPER ? result.toUpperCase(Locale.ROOT) : result;
        }
        return result;
    }

    private static String one(NormaliseStep step, String text) throws Unfit {
        return switch (step) {
            case TRIM -> text.strip();
            case LOWER -> text.toLowerCase(Locale.ROOT);
            case UPPER -> text.toUpperCase(Locale.ROOT);
            case URL, PUBLIC_URL -> url(step, text.strip());
            case DOMAIN, PUBLIC_DOMAIN -> domain(step, text.strip());
        };
    }

    /** Scheme and host in lower case, no default port, no fragment; path and query as they are. */
    private static String url(NormaliseStep step, String text) throws Unfit {
        try {
            WebAddress address = WebAddress.of(text);
            requirePublic(step, address.host());
            return address.toString();
        } catch (WebAddress.Refused e) {
            throw new Unfit(step, e.getMessage());
        }
    }

    /** The host of a URL, or of a name as people type it, perhaps with a port. */
    private static String domain(NormaliseStep step, String text) throws Unfit {
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
    private static void requirePublic(NormaliseStep step, String host) throws Unfit {
        if (step.isPublic() && !PublicHost.is(host)) {
            throw new Unfit(step, "names a host of this machine or of a private network");
        }
    }

    /** Whether a URL's host is that domain or a name below it. */
    public static boolean isHostIn(String url, String domain) {
        try {
            String host = WebAddress.of(url).host();
            return host.equals(domain) || host.endsWith("." + domain);
        } catch (WebAddress.Refused e) {
            return false;
        }
    }
}
