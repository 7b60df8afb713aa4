package dev.partita.wire;

import dev.partita.item.ApiException;

/** The Authorization header of a signed request, parsed but not verified. */
record Authorization(String keyId, String region) {

    /** In the order in which the service names what is missing. */
    private static final String[] REQUIRED = {"Credential", "Signature", "SignedHeaders"};

    private static final int CREDENTIAL = 0;
    private static final int ALL = (1 << REQUIRED.length) - 1;

    /** Reads a header as sent; refuses one that is missing or incomplete if {@code required}. */
    static Authorization of(String header, boolean required) {
        if (header == null || !header.strip().startsWith("AWS4-")) {
            if (required) {
                throw ApiException.of(
                        ApiException.Code.MISSING_AUTHENTICATION_TOKEN, "Request is missing Authentication Token");
            }
            return new Authorization("", "");
        }
        // Every request comes through here, so the header is scanned in place instead of taken apart.
        String credential = "";
        int found = 0;
        int end = header.length();
        for (int at = 0; at < end; ) {
            int next = at;
            while (next < end && header.charAt(next) != ',' && header.charAt(next) != ' ') {
                next++;
            }
            for (int i = 0; i < REQUIRED.length; i++) {
                String name = REQUIRED[i];
                int value = at + name.length() + 1;
                if (value < next && header.startsWith(name, at) && header.charAt(value - 1) == '=') {
                    found |= 1 << i;
                    credential = i == CREDENTIAL ? header.substring(value, next) : credential;
                }
            }
            at = next + 1;
        }
        if (required && found != ALL) {
            throw incomplete(header, found);
        }
        int keyEnd = credential.indexOf('/');
        int dateEnd = keyEnd < 0 ? -1 : credential.indexOf('/', keyEnd + 1);
        int regionEnd = dateEnd < 0 ? -1 : credential.indexOf('/', dateEnd + 1);
        return new Authorization(
                keyEnd < 0 ? credential : credential.substring(0, keyEnd),
                dateEnd < 0 ? "" : credential.substring(dateEnd + 1, regionEnd < 0 ? credential.length() : regionEnd));
    }

    private static ApiException incomplete(String header, int found) {
        StringBuilder missing = new StringBuilder();
        for (int i = 0; i < REQUIRED.length; i++) {
            if ((found & 1 << i) == 0) {
                missing.append("Authorization header requires '")
                        .append(REQUIRED[i])
                        .append("' parameter. ");
            }
        }
        return ApiException.of(ApiException.Code.INCOMPLETE_SIGNATURE, missing + "Authorization=" + header);
    }
}
