package dev.partita.access;

import java.time.Duration;

/** Too many attempts to sign in; nothing was looked up. */
public final class TooManyTries extends RuntimeException {

    private final transient Duration retryAfter;

    TooManyTries(Duration retryAfter) {
        super("too many attempts to sign in; try again later", null, false, false);
        this.retryAfter = retryAfter;
    }

    /** When the next attempt is heard, whole seconds. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
