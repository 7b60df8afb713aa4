package dev.partita.runtime;

import java.time.Duration;
import java.util.function.Consumer;

/**
 * What a caller wants of a call beside its result. Nothing is paid for what is not asked.
 *
 * @param consistency null for what the pattern says
 * @param timeout for the whole call, however many requests it takes; null for none
 * @param consumed hears what each call took, failed ones included; null when nobody asks
 * @param bypassesCache whether the database itself is asked although the pattern is cached
 * @param isExactlyOnce whether even a write of one item goes as a transaction
 */
public record CallOptions(
        Consistency consistency,
        Duration timeout,
        Consumer<Consumed> consumed,
        boolean bypassesCache,
        boolean isExactlyOnce) {

    /** What a read may miss. */
    public enum Consistency {
        /** Every write that was answered before is seen. Global indexes cannot do that, and a call that needs one is refused. */
        STRONG,
        /** Writes of the last moment may be missing, at half the price. */
        EVENTUAL
    }

    private static final CallOptions NONE = new CallOptions(null, null, null, false, false);

    public CallOptions {
        if (timeout != null && (timeout.isZero() || timeout.isNegative())) {
            throw new IllegalArgumentException("A timeout is longer than nothing, not " + timeout);
        }
    }

    /** Everything as the design says. */
    public static CallOptions none() {
        return NONE;
    }

    public CallOptions strong() {
        return new CallOptions(Consistency.STRONG, timeout, consumed, bypassesCache, isExactlyOnce);
    }

    public CallOptions eventual() {
        return new CallOptions(Consistency.EVENTUAL, timeout, consumed, bypassesCache, isExactlyOnce);
    }

    public CallOptions timeout(Duration longest) {
        return new CallOptions(consistency, longest, consumed, bypassesCache, isExactlyOnce);
    }

    public CallOptions consumed(Consumer<Consumed> listener) {
        return new CallOptions(consistency, timeout, listener, bypassesCache, isExactlyOnce);
    }

    public CallOptions bypassingCache() {
        return new CallOptions(consistency, timeout, consumed, true, isExactlyOnce);
    }

    /**
     * A write whose answer is lost is never in doubt: even one of a single item goes as a transaction with a token, by which the
     * service knows a repeated one for ten minutes. It takes twice the units.
     */
    public CallOptions exactlyOnce() {
        return new CallOptions(consistency, timeout, consumed, bypassesCache, true);
    }

    CallOptions forWrites() {
        return new CallOptions(null, timeout, consumed, bypassesCache, isExactlyOnce);
    }

    /** Whether an answer that was kept will do. */
    boolean usesCache() {
        return !bypassesCache && consistency == null;
    }

    /** Whether requests go out just as the plan has them. */
    boolean isPlain() {
        return consistency == null && timeout == null && consumed == null;
    }
}
