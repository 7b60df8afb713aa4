package dev.partita.wire;

import dev.partita.item.ApiException;
import java.util.HashMap;
import java.util.Map;

/** The Authorization header of a signed request, parsed but not verified. */
record Authorization(String keyId, String region) {

    private static final String[] REQUIRED = {"Credential", "Signature", "SignedHeaders"};

    /** Reads a header as sent; refuses one that is missing or incomplete if {@code required}. */
    static Authorization of(String header, boolean required) {
        if (header == null || !header.strip().startsWith("AWS4-")) {
            if (required) {
                throw ApiException.of(
                        ApiException.Code.MISSING_AUTHENTICATION_TOKEN, "Request is missing Authentication Token");
            }
            return new Authorization("", "");
        }
        Map<String, String> parts = parts(header);
        if (required) {
            StringBuilder missing = new StringBuilder();
            for (String name : REQUIRED) {
                if (parts.getOrDefault(name, "").isEmpty()) {
                    missing.append("Authorization header requires '")
                            .append(name)
                            .append("' parameter. ");
                }
            }
            if (!missing.isEmpty()) {
                throw ApiException.of(ApiException.Code.INCOMPLETE_SIGNATURE, missing + "Authorization=" + header);
            }
        }
        String[] scope = parts.getOrDefault("Credential", "").split("/", -1);
        return new Authorization(scope[0], scope.length > 2 ? scope[2] : "");
    }

    private static Map<String, String> parts(String header) {
        Map<String, String> parts = new HashMap<>();
        for (String part : header.strip().split("[, ]+")) {
            int equals = part.indexOf('=');
            if (equals > 0) {
                parts.put(part.substring(0, equals), part.substring(equals + 1));
            }
        }
        return parts;
    }
}
