package dev.partita.engine;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine's work in the background: filling new indexes, dropping old ones, expiry, trimming streams.
 *
 * <p>What is to be done follows from the stored definitions alone, so a restart takes it up again. It is done in small
 * steps, each one write of its own, so that no request waits long behind it.
 */
final class Housekeeping {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final long TICK_SECONDS = 1;

    private record IndexId(int table, int index) {}

    private final Engine engine;
    private final Background background;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicBoolean ticking = new AtomicBoolean();
    private volatile boolean closed;
    private volatile Runnable stopTicking = () -> {};

    /** How far each backfill has come; the walk starts over after a restart. */
    private final Map<IndexId, byte[]> backfilled = new HashMap<>();

    Housekeeping(Engine engine) {
        this.engine = engine;
        this.background = engine.options().background();
    }

    /** Does what there is to do, soon. */
    void wake() {
        if (!closed && scheduled.compareAndSet(false, true)) {
            background.run(() -> {
                scheduled.set(false);
                work();
            });
        }
    }

    /** Wakes up regularly from now on: for what time alone brings about. */
    void tick() {
        if (!closed && ticking.compareAndSet(false, true)) {
            // An engine in memory that was forgotten without being closed must not live on for its ticks.
            WeakReference<Housekeeping> self = new WeakReference<>(this);
            Runnable[] stop = new Runnable[1];
            stop[0] = background.repeat(TICK_SECONDS, () -> {
                Housekeeping housekeeping = self.get();
                if (housekeeping != null) {
                    housekeeping.work();
                } else if (stop[0] != null) {
                    stop[0].run();
                }
            });
            stopTicking = stop[0];
            if (closed) {
                stopTicking.run();
            }
        }
    }

    /** Ends the work; a step under way is finished first. */
    void close() {
        closed = true;
        stopTicking.run();
        synchronized (this) {
            backfilled.clear();
        }
    }

    private void work() {
        boolean more = false;
        synchronized (this) {
            if (closed) {
                return;
            }
            try {
                more = step();
            } catch (RuntimeException e) {
                // A full or broken disk is reported to the writers; here it only means to try again later.
                LOG.warn("Work in the background failed and will be tried again", e);
                tick();
            }
        }
        if (more) {
            wake();
        }
    }

    /** Does one small piece of each thing that waits; true if something is left. */
    private boolean step() {
        boolean more = false;
        Set<IndexId> filling = new HashSet<>();
        for (Table table : engine.tables()) {
            for (IndexDefinition index : table.definition().indexes()) {
                if (index.status() == IndexDefinition.Status.CREATING) {
                    filling.add(new IndexId(table.id(), index.id()));
                    more |= backfill(table, index);
                } else if (index.status() == IndexDefinition.Status.DELETING) {
                    join(group -> IndexWork.drop(group, table.definition(), index.id()));
                }
            }
        }
        backfilled.keySet().retainAll(filling);
        for (StreamInfo stream : engine.streams()) {
            if (StreamWork.isDue(engine, stream)) {
                more |= join(group -> StreamWork.step(group, stream.id()));
            }
        }
        return more;
    }

    private boolean backfill(Table table, IndexDefinition index) {
        IndexId id = new IndexId(table.id(), index.id());
        byte[] from = backfilled.getOrDefault(id, table.prefix());
        byte[] next = join(group -> IndexWork.backfill(group, table.definition(), index.id(), from));
        if (next != null) {
            backfilled.put(id, next);
        }
        return next != null;
    }

    private <R> R join(Write<R> write) {
        return engine.writer().submitAlone(write).join();
    }
}
