package dev.partita.runtime;

import dev.partita.plan.Pause;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.internal.request.Backoff;
import java.util.function.Supplier;

/** Does something once more when somebody else was faster. */
public final class Retry {

    private static final int ATTEMPTS = 10;

    /**
     * Reads, changes and writes until nobody has changed the item in between, ten times at most, with growing pauses.
     *
     * <pre>{@code
     * Book book = Retry.onConflict(() -> {
     *     Book read = library.book(id).orElseThrow();
     *     return library.editBook(read, read.withTitle(read.title() + "!")).run();
     * });
     * }</pre>
     *
     * @param attempt reads what it needs each time anew; it may run a write, a transaction, or several things of which the last can be
     *     refused
     * @throws WriteRefused of the last attempt, when all were too late; any other refusal at once
     */
    public static <T> T onConflict(Supplier<? extends T> attempt) {
        return onConflict(ATTEMPTS, attempt);
    }

    /** @param attempts how often to try, the first time included */
    public static <T> T onConflict(int attempts, Supplier<? extends T> attempt) {
        return onConflict(attempts, Pause.RESTING, attempt);
    }

    static <T> T onConflict(int attempts, Pause pause, Supplier<? extends T> attempt) {
        if (attempts < 1) {
            throw new IllegalArgumentException("There is one attempt at least, not " + attempts);
        }
        for (int failed = 0; ; failed++) {
            try {
                return attempt.get();
            } catch (WriteRefused refused) {
                if (!isConflict(refused.rule())
                        || failed + 1 == attempts
                        || Thread.currentThread().isInterrupted()) {
                    throw refused;
                }
                pause.of(Backoff.after(failed));
            }
        }
    }

    private static boolean isConflict(WriteRefused.Rule rule) {
        return rule == WriteRefused.Rule.VERSION_CHANGED || rule == WriteRefused.Rule.CONTENDED;
    }

    private Retry() {}
}
