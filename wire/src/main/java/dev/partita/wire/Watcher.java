package dev.partita.wire;

import dev.partita.engine.Operation;
import dev.partita.item.ApiException;

/** Looks on while requests are answered. */
public interface Watcher {

    /** Whether it looks at all just now; asked for every request, so it must cost nothing. */
    boolean isWatching();

    /**
     * Called once a request has been performed, on the thread that did it.
     *
     * @param result null when it was refused
     * @param refusal null when it was not
     */
    void saw(Operation<?> operation, Object result, ApiException refusal, long tookNanos);
}
