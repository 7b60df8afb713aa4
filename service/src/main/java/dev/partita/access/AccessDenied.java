package dev.partita.access;

/** A call that is not let through. Its message is meant for the caller and names no token, no secret and nobody else. */
public final class AccessDenied extends RuntimeException {

    /** Why, as far as an answer has to tell it apart. */
    public enum Reason {
        /** Nobody signed in, or the token is not one to believe: 401. */
        UNAUTHENTICATED,
        /** It is known who calls, and they may not: 403. */
        FORBIDDEN,
        /** The keys that tokens are checked with cannot be had now: 503. */
        UNAVAILABLE
    }

    private final Reason reason;
    private final boolean badToken;

    private AccessDenied(Reason reason, boolean badToken, String message) {
        super(message, null, false, false);
        this.reason = reason;
        this.badToken = badToken;
    }

    static AccessDenied noToken(String message) {
        return new AccessDenied(Reason.UNAUTHENTICATED, false, message);
    }

    static AccessDenied badToken(String message) {
        return new AccessDenied(Reason.UNAUTHENTICATED, true, message);
    }

    static AccessDenied forbidden(String message) {
        return new AccessDenied(Reason.FORBIDDEN, false, message);
    }

    static AccessDenied unavailable(String message) {
        return new AccessDenied(Reason.UNAVAILABLE, false, message);
    }

    /** The same refusal in other words. */
    AccessDenied saying(String message) {
        return new AccessDenied(
                reason, badToken, reason == Reason.UNAUTHENTICATED ? message + "; send a bearer token" : message);
    }

    public Reason reason() {
        return reason;
    }

    /** The value of {@code WWW-Authenticate} that goes with UNAUTHENTICATED, as RFC 6750 has it. */
    public String challenge() {
        return badToken
                ? "Bearer error=\"invalid_token\", error_description=\""
                        + getMessage().replace('"', '\'') + "\""
                : "Bearer";
    }
}
