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

    private Normalise() {}

    static String all(List<String> steps, String text) {
        String result = text;
        for (String step : steps) {
            result = one(step, result);
        }
        return result;
    }

    /** A piece of such text: its letters have the same case, but a space at its end may be one in the middle of the whole. */
    static String part(List<String> steps, String text) {
        return all(
                steps.stream()
                        .map(step -> step.equals("domain") ? "lower" : step)
                        .filter(step -> step.equals("lower") || step.equals("upper"))
                        .toList(),
                text);
    }

    private static String one(String step, String text) {
        return switch (step) {
            case "trim" -> text.strip();
            case "lower" -> text.toLowerCase(Locale.ROOT);
            case "upper" -> text.toUpperCase(Locale.ROOT);
            case "url" -> url(text.strip());
            case "domain" -> domain(text.strip());
            default -> text;
        };
    }

    /** Scheme and host in lower case, no default port, no fragment; path and query as they are. */
    private static String url(String text) {
        Matcher parts = URL.matcher(text);
        if (!parts.matches()) {
            return text;
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

    /** The host of a URL or of a name as people type it, in lower case and ASCII. */
    private static String domain(String text) {
        Matcher parts = URL.matcher(text);
        String host = parts.matches() ? parts.group(2) : text.replaceFirst("[/?#].*", "");
        host = host.substring(host.lastIndexOf('@') + 1).replaceFirst(":[0-9]*$", "");
        if (host.endsWith(".")) {
            host = host.substring(0, host.length() - 1);
        }
        try {
            return IDN.toASCII(host).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return host.toLowerCase(Locale.ROOT);
        }
    }
}
