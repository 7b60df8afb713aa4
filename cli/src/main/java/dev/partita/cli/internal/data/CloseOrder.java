package dev.partita.cli.internal.data;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.LoggerFactory;

/** What to close, and in which order: what was opened last is closed first. It happens once, whoever asks for it. */
public final class CloseOrder implements Runnable {

    private final Deque<AutoCloseable> steps = new ArrayDeque<>();
    private boolean begun;

    /** To be done before all that is known so far. */
    public synchronized void first(AutoCloseable step) {
        if (begun) {
            // Too late for the list, and it must not stay open.
            close(step);
            throw new IllegalStateException("It is being stopped already");
        }
        steps.addFirst(step);
    }

    public synchronized boolean hasBegun() {
        return begun;
    }

    @Override
    public void run() {
        synchronized (this) {
            if (begun) {
                return;
            }
            begun = true;
        }
        steps.forEach(CloseOrder::close);
    }

    private static void close(AutoCloseable step) {
        try {
            step.close();
        } catch (Exception problem) {
            // The others must still be closed.
            LoggerFactory.getLogger(CloseOrder.class).warn("Something could not be closed", problem);
        }
    }
}
