package dev.partita.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Who may look at metrics and alarms: everybody, or whoever has the token for it. */
public final class Watchers {

    private final byte[] token;

    private Watchers(byte[] token) {
        this.token = token;
    }

    public static Watchers everybody() {
        return new Watchers(null);
    }

    /** Whoever sends these bytes as a bearer token. It is no token of a caller: it opens nothing else. */
    public static Watchers withToken(byte[] token) {
        return new Watchers(token.clone());
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
