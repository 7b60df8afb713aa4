package dev.partita.access;

import java.time.Duration;

/** Too many attempts to sign in or to set passwords; nothing was looked up or written. */
public final class TooManyTries extends RuntimeException {

    private final transient Duration retryAfter;

    TooManyTries(Duration retryAfter) {
        super("there were too many attempts; try again later", null, false, false);
        this.retryAfter = retryAfter;
    }

    /** When the next attempt is heard, whole seconds. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
