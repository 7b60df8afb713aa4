package dev.partita.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Who may look at metrics and alarms: everybody, or whoever has the token for it. */
public final class MetricsAccess {

    private final byte[] token;

    private MetricsAccess(byte[] token) {
        this.token = token;
    }

    public static MetricsAccess everybody() {
        return new MetricsAccess(null);
    }

    /** Whoever sends these bytes as a bearer token. It is no token of a caller: it opens nothing else. */
    public static MetricsAccess withToken(byte[] token) {
        return new MetricsAccess(token.clone());
    }

    /**
     * @param authorization the header {@code Authorization}; null when there is none
     * @throws AccessDenied when they may not
     */
    public void require(String authorization) {
        if (token == null) {
            return;
        }
        String given = authorization == null ? null : Callers.token(authorization);
        if (given == null) {
            throw AccessDenied.noToken("metrics and alarms are for whoever has their token; send it as a bearer token");
        }
        if (!MessageDigest.isEqual(token, given.getBytes(StandardCharsets.ISO_8859_1))) {
            throw AccessDenied.badToken("this is not the token of metrics and alarms");
        }
    }
}
