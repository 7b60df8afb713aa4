package dev.partita.service;

import java.util.Locale;

/** The form in which a client wants its answer, by the header {@code Accept}. */
enum Accept {
    JSON("application", "json"),
    LINES("application", "x-ndjson"),
    HTML("text", "html"),
    /** None of those that can be had. */
    NONE("", "");

    private final String type;
    private final String subtype;
    private final String text;

    Accept(String type, String subtype) {
        this.type = type;
        this.subtype = subtype;
        this.text = type + "/" + subtype;
    }

    /**
     * The one of {@code offered} that is wanted most; of several alike the first. A client that says nothing takes the first.
     *
     * @param header null when there is none
     */
    static Accept of(String header, Accept... offered) {
        if (header == null || header.isEmpty() || header.equals("*/*") || header.equals(offered[0].text)) {
            return offered[0];
        }
        Accept best = NONE;
        double most = 0;
        for (Accept one : offered) {
            double quality = one.quality(header);
            if (quality > most) {
                most = quality;
                best = one;
            }
        }
        return best;
    }

    /** How much the header wants this one: the most special range that covers it decides. */
    private double quality(String header) {
        double quality = 0;
        int special = 0;
        int start = 0;
        while (start <= header.length()) {
            int comma = header.indexOf(',', start);
            int end = comma < 0 ? header.length() : comma;
            int semicolon = header.indexOf(';', start);
            int rangeEnd = semicolon >= 0 && semicolon < end ? semicolon : end;
            int rank = rank(header.substring(start, rangeEnd).strip().toLowerCase(Locale.ROOT));
            if (rank > special) {
                special = rank;
                quality = weight(header, rangeEnd, end);
            }
            start = end + 1;
        }
        return quality;
    }

    private int rank(String range) {
        if (range.equals(text)) {
            return 3;
        }
        return range.equals(type + "/*") ? 2 : range.equals("*/*") ? 1 : 0;
    }

    private static double weight(String header, int from, int to) {
        String parameters = header.substring(from, to).replace(" ", "").toLowerCase(Locale.ROOT);
        int at = parameters.indexOf(";q=");
        if (at < 0) {
            return 1;
        }
        int end = parameters.indexOf(';', at + 1);
        String weight = parameters.substring(at + 3, end < 0 ? parameters.length() : end);
        // At most three places, as RFC 9110 has it; what is no weight asks for nothing.
        boolean isWeight = !weight.isEmpty()
                && weight.length() <= 5
                && weight.chars().allMatch(c -> c >= '0' && c <= '9' || c == '.')
                && weight.indexOf('.') == weight.lastIndexOf('.')
                && !weight.equals(".");
        return isWeight ? Math.min(1, Double.parseDouble(weight)) : 0;
    }
}
