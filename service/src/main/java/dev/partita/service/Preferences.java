package dev.partita.service;

/**
 * What the header {@code Prefer} asks for (RFC 7240). Preferences that nobody knows are left alone, as the RFC has it.
 *
 * @param minimal {@code return=minimal}: no body after a write
 * @param units {@code consumed-units}: what the call took, in a header
 */
record Preferences(boolean minimal, boolean units) {

    private static final Preferences NONE = new Preferences(false, false);

    static Preferences of(String header) {
        if (header == null) {
            return NONE;
        }
        boolean minimal = false;
        boolean isReturnSaid = false;
        boolean units = false;
        for (String part : header.split(",", -1)) {
            int semicolon = part.indexOf(';');
            String one = (semicolon < 0 ? part : part.substring(0, semicolon)).strip();
            int equals = one.indexOf('=');
            String name = (equals < 0 ? one : one.substring(0, equals)).strip();
            String value = equals < 0 ? "" : one.substring(equals + 1).strip().replace("\"", "");
            if (name.equalsIgnoreCase("return") && !isReturnSaid) {
                // The first one counts.
                isReturnSaid = true;
                minimal = value.equalsIgnoreCase("minimal");
            } else if (name.equalsIgnoreCase("consumed-units")) {
                units = true;
            }
        }
        return new Preferences(minimal, units);
    }
}
