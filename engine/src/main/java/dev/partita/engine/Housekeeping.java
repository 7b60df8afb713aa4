package dev.partita.engine;

import dev.partita.engine.internal.table.IndexDefinition;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.internal.table.TableDefinition;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine's work in the background: filling new indexes, dropping old ones, expiry, trimming
 * streams, forgetting transactions, giving the store a chance to tidy up.
 *
 * <p>What is to be done follows from the stored definitions alone, so a restart takes it up again. It is done in small
 * steps, each one write of its own, so that no request waits long behind it.
 */
final class Housekeeping {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final long TICK_SECONDS = 1;

    private static final int EXPIRED_ITEMS_PER_TICK_MIN = 1000;
    private static final int EXPIRED_ITEMS_PER_TICK_MAX = 16_000;
    private static final int TOKENS_PER_TICK = 10_000;

    /** Over a table's items, for an index or, with index 0, for the expiry queue as it was switched on at a time. */
    private record Walk(int table, int index, long sinceMillis) {}

    private final Engine engine;
    private final Background background;
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final AtomicBoolean ticking = new AtomicBoolean();
    private volatile boolean closed;
    private volatile Runnable stopTicking = () -> {};

    private static final long NOTE_TIME_NANOS = 600_000_000_000L;

    /** Null where time is made up, and so cannot be wrong. */
    private final ClockGuard guard;

    private boolean timeNoted;
    private long timeNotedNanos;

    private RuntimeException failure;
    private int expiredItemsPerTick = EXPIRED_ITEMS_PER_TICK_MIN;
    private byte[] tokensTrimmed;
    /** How far each walk has come; it starts over after a restart. */
    private final Map<Walk, byte[]> walked = new HashMap<>();

    /** @param timeSeenMillis see {@link TimeSeen} */
    Housekeeping(Engine engine, long timeSeenMillis) {
        this.engine = engine;
        this.background = engine.options().background();
        boolean madeUp = background == Background.shared() && !engine.options().hasSystemClock();
        long seen = madeUp || engine.options().clockIsRight() ? 0 : timeSeenMillis;
        this.guard = madeUp ? null : new ClockGuard(engine.options().clock(), background::nanoTime, seen);
    }

    /** Why nothing expires, if that waits for a person's word about the time. */
    Optional<String> expiryHeldReason() {
        return guard == null ? Optional.empty() : guard.heldReason();
    }

    /** Whether it is as late as the clock says, as far as anybody can tell. To be asked now and then: see {@link ClockGuard}. */
    boolean trustsClock() {
        return guard == null || guard.trusts();
    }

    /** With the first table, since the first tick comes a second later, and a process may die before. */
    void noteTime(Group group) {
        if (engine.isOnDisk() && guard != null && guard.trusts()) {
            TimeSeen.write(group);
        }
    }

    /** Does what there is to do, soon. */
    void wake() {
        if (!closed && scheduled.compareAndSet(false, true)) {
            background.run(() -> {
                scheduled.set(false);
                work(false);
            });
        }
    }

    /** Wakes up regularly from now on: for what time alone brings about. */
    void tick() {
        if (!ticking.get() && !closed && ticking.compareAndSet(false, true)) {
            // An engine in memory that was forgotten without being closed must not live on for its ticks.
            WeakReference<Housekeeping> self = new WeakReference<>(this);
            Runnable[] stop = new Runnable[1];
            stop[0] = background.repeat(TICK_SECONDS, () -> {
                Housekeeping housekeeping = self.get();
                if (housekeeping != null) {
                    housekeeping.work(true);
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
            walked.clear();
            if (engine.isOnDisk() && guard != null && guard.trusts()) {
                attempt(this::noteTime);
            }
        }
    }

    /** Begins, once there is a writer: takes up what was left undone when the engine was last closed. */
    void resume() {
        // On disk there is always something to do, and nothing more is read, for from here on a start must not fail.
        if (engine.isOnDisk() || isTimeTold() || TransactionTokens.exist(engine)) {
            tick();
        }
        for (Table table : engine.tables()) {
            TableDefinition definition = table.definition();
            if (isUnqueued(definition)
                    || definition.indexes().stream()
                            .anyMatch(index -> index.status() != IndexDefinition.Status.ACTIVE)) {
                wake();
                return;
            }
        }
    }

    /** Whether something is stored that time alone changes. */
    private boolean isTimeTold() {
        return !engine.streams().isEmpty() || engine.tables().stream().anyMatch(table -> table.ttlAttribute() != null);
    }

    private void work(boolean byTick) {
        boolean more;
        synchronized (this) {
            if (closed) {
                return;
            }
            RuntimeException before = failure;
            failure = null;
            more = step(byTick);
            if (failure != null) {
                if (before == null) {
                    LOG.warn("Work in the background failed and will be tried again", failure);
                }
                tick();
            }
        }
        if (more) {
            wake();
        }
    }

    /** Does one small piece of each thing that waits; true if something is left that need not wait for the next tick. */
    private boolean step(boolean byTick) {
        boolean more = false;
        Set<Walk> walking = new HashSet<>();
        for (Table table : engine.tables()) {
            more |= attempt(() -> change(table, walking));
        }
        walked.keySet().retainAll(walking);
        boolean trusted = trustsClock();
        if (byTick) {
            attempt(() -> expire(trusted));
            attempt(this::forget);
            attempt(this::tidy);
            if (engine.isOnDisk() && trusted && isTimeToNoteTime()) {
                attempt(this::noteTime);
            }
        }
        for (StreamInfo stream : engine.streams()) {
            more |= trusted && attempt(() -> trim(stream));
        }
        return more;
    }

    /** A piece that fails, as on a full or damaged disk, is tried again at the next tick and does not stop the others. */
    private boolean attempt(BooleanSupplier piece) {
        try {
            return piece.getAsBoolean();
        } catch (RuntimeException e) {
            failure = e;
            return false;
        }
    }

    /** Brings a table closer to its definition. */
    private boolean change(Table table, Set<Walk> walking) {
        boolean more = false;
        TableDefinition definition = table.definition();
        for (IndexDefinition index : definition.indexes()) {
            if (index.status() == IndexDefinition.Status.CREATING) {
                Walk walk = new Walk(table.id(), index.id(), 0);
                walking.add(walk);
                more |= go(walk, table, (group, from) -> IndexWork.backfill(group, definition, index.id(), from));
            } else if (index.status() == IndexDefinition.Status.DELETING) {
                join(group -> IndexWork.drop(group, definition, index.id()));
            }
        }
        if (isUnqueued(definition)) {
            Walk walk = new Walk(table.id(), 0, definition.timeToLive().changedMillis());
            walking.add(walk);
            more |= go(walk, table, (group, from) -> Expiry.fill(group, definition, from));
        }
        return more;
    }

    /**
     * Deletes expired items of every table, each its share of what is allowed in a tick: few at first, lest a million that
     * expire together crowd out requests, and more as long as that does not suffice.
     */
    private boolean expire(boolean trusted) {
        List<Table> tables = engine.tables().stream()
                .filter(table -> trusted && table.ttlAttribute() != null)
                .toList();
        boolean more = false;
        for (Table table : tables) {
            int share = Math.max(1, expiredItemsPerTick / tables.size());
            more |= Expiry.sweep(engine, table, share) >= share;
        }
        expiredItemsPerTick =
                more ? Math.min(2 * expiredItemsPerTick, EXPIRED_ITEMS_PER_TICK_MAX) : EXPIRED_ITEMS_PER_TICK_MIN;
        return more;
    }

    private boolean forget() {
        tokensTrimmed = TransactionTokens.trim(engine, tokensTrimmed, TOKENS_PER_TICK);
        return tokensTrimmed != null;
    }

    private boolean isTimeToNoteTime() {
        return guard != null && (!timeNoted || background.nanoTime() - timeNotedNanos >= NOTE_TIME_NANOS);
    }

    /** So that the next start can tell whether the clock leapt meanwhile. */
    private boolean noteTime() {
        join(TimeSeen::write);
        timeNoted = true;
        timeNotedNanos = background.nanoTime();
        return false;
    }

    private boolean tidy() {
        engine.store().tidy();
        return false;
    }

    private boolean trim(StreamInfo stream) {
        return StreamWork.isDue(engine, stream) && join(group -> StreamWork.step(group, stream.id()));
    }

    private interface WalkStep {
        byte[] go(Group group, byte[] from);
    }

    private boolean go(Walk walk, Table table, WalkStep step) {
        byte[] from = walked.getOrDefault(walk, table.prefix());
        byte[] next = join(group -> step.go(group, from));
        if (next != null) {
            walked.put(walk, next);
        }
        return next != null;
    }

    private static boolean isUnqueued(TableDefinition definition) {
        return definition.ttlAttribute() != null && !definition.timeToLive().queued();
    }

    private <R> R join(Write<R> write) {
        return engine.writer().submitAlone(write).join();
    }
}
