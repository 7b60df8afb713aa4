package dev.partita.plan;

import java.time.Duration;

/** A call that took longer than its caller allowed. A write may or may not have happened; a read can be repeated. */
public final class CallTimeout extends PartitaException {

    public CallTimeout(String pattern, Duration timeout, int requests, Throwable cause) {
        super(
                pattern + " took longer than " + timeout.toMillis() + " ms; it had sent " + requests + " request"
                        + (requests == 1 ? "" : "s"),
                cause);
    }

    @Override
    public String advice() {
        return "Repeat a read; look before you repeat a write, for it may have happened. Allow more time if this is usual.";
    }
}
