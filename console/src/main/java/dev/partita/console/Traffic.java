package dev.partita.console;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests of the last minutes, while somebody looks. Nothing is kept, and nothing costs anything, until a page asks; and it
 * ends a while after the last one did.
 */
public final class Traffic {

    /** As long as pages that went to sleep or are looked at later find what was before. */
    private static final long ATTENTION_MILLIS = 5 * 60_000;

    static final int MOST_EVENTS = 200_000;

    /**
     * One request.
     *
     * @param source {@code api} or the name of the design that sent it
     * @param index null for the table itself
     * @param partition the partition it went to, as text; null when it went to several or none
     * @param refusal the error's type, or null
     */
    public record Event(
            long millis,
            String source,
            String operation,
            String table,
            String index,
            String partition,
            double readUnits,
            double writeUnits,
            int items,
            long tookMicros,
            String refusal) {}

    private final Clock clock;
    private final Runnable woken;
    private final Runnable asleep;
    private final Event[] events = new Event[MOST_EVENTS];
    private long count;
    private volatile long lookedAtMillis;
    private volatile boolean watching;

    /**
     * @param woken runs when somebody begins to look
     * @param asleep runs when nobody does any more
     */
    public Traffic(Clock clock, Runnable woken, Runnable asleep) {
        this.clock = clock;
        this.woken = woken;
        this.asleep = asleep;
    }

    public boolean isWatched() {
        return watching;
    }

    public long nowMillis() {
        return clock.millis();
    }

    public void record(Event event) {
        synchronized (events) {
            events[(int) (count++ % MOST_EVENTS)] = event;
        }
        if (event.millis() - lookedAtMillis > ATTENTION_MILLIS) {
            watching = false;
            asleep.run();
        }
    }

    /** Somebody looks. */
    void look() {
        lookedAtMillis = clock.millis();
        if (!watching) {
            synchronized (events) {
                count = 0;
            }
            woken.run();
            watching = true;
        }
    }

    /** From one moment on, before another, in the order they came. */
    List<Event> between(long fromMillis, long toMillis) {
        List<Event> found = new ArrayList<>();
        synchronized (events) {
            for (long i = Math.max(0, count - MOST_EVENTS); i < count; i++) {
                Event event = events[(int) (i % MOST_EVENTS)];
                if (event.millis() >= fromMillis && event.millis() < toMillis) {
                    found.add(event);
                }
            }
        }
        return found;
    }
}
