package dev.partita.engine;

import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.store.EntryCursor;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the queue of items by the second they expire, and deletes those whose time has come.
 *
 * <p>Every item whose expiry attribute is a number of seconds has one row in its table's queue. The queue follows from the
 * items: a write moves the row in its own batch, and a walk in the background enters the items that were there before
 * expiry was switched on.
 */
final class Expiry {

    /** Later than any item is meant to live, and short enough for a long. */
    private static final int SECOND_DIGITS = 15;

    private static final long NEVER = -1;
    private static final long FIVE_YEARS_SECONDS = 5L * 365 * 24 * 3600;
    /** Longer than any write waits for its commit. */
    private static final long COMMIT_SECONDS = 3600;

    private static final int STEP_ROWS = 100;
    private static final int STEP_BYTES = 1024 * 1024;

    private Expiry() {}

    static void maintain(Change change, Group group) {
        Table table = change.table();
        if (table.ttlAttribute() == null) {
            return;
        }
        long before = second(table, change.before());
        long after = second(table, change.after());
        if (before == after) {
            return;
        }
        if (before != NEVER) {
            group.delete(Rows.expiry(table.id(), before, change.rowKey()));
        }
        if (after != NEVER) {
            group.put(Rows.expiry(table.id(), after, change.rowKey()), change.rowKey());
            tellSweep(group, table, after);
        }
    }

    /** What expires in the past, or may before the batch is written, may lie where the sweep has already been. */
    private static void tellSweep(Group group, Table table, long second) {
        if (second < nowSecond(group.engine()) + COMMIT_SECONDS) {
            group.afterCommit(() -> table.statistics().expiryFrom().accumulateAndGet(second, Math::min));
        }
    }

    /** The second after which the item is expired, or {@link #NEVER}: what is not a number of seconds is no expiry. */
    private static long second(Table table, Item item) {
        byte[] name = table.ttlAttribute().array();
        if (!item.isPresent() || item.typeOf(name) != AttributeValue.Type.N) {
            return NEVER;
        }
        String text = ((AttributeValue.N) item.get(name)).text();
        int point = text.indexOf('.');
        String whole = point < 0 ? text : text.substring(0, point);
        return whole.startsWith("-") || whole.length() > SECOND_DIGITS ? NEVER : Long.parseLong(whole);
    }

    /**
     * Enters the next items that were there before expiry was switched on.
     *
     * @return where to go on, or null if there is nothing left to do
     */
    static byte[] fill(Group group, TableDefinition known, byte[] from) {
        Table table = IndexWork.current(group, known);
        TableDefinition.TimeToLive wanted = known.timeToLive();
        if (table == null || !wanted.equals(table.definition().timeToLive())) {
            return null;
        }
        try (EntryCursor cursor = group.engine().store().cursor(from, Rows.after(table.prefix()), false)) {
            for (int rows = 0; cursor.next(); rows++) {
                byte[] rowKey = cursor.key();
                if (rows == STEP_ROWS || group.byteCount() >= STEP_BYTES) {
                    return rowKey;
                }
                long second = second(table, Item.ofBytes(cursor.value()));
                if (second != NEVER) {
                    group.put(Rows.expiry(table.id(), second, rowKey), rowKey);
                    tellSweep(group, table, second);
                }
            }
        }
        TableDefinition.Builder filled = table.definition().but();
        filled.timeToLive = new TableDefinition.TimeToLive(wanted.attribute(), true, wanted.changedMillis(), true);
        group.putTable(filled.build(), table.statistics());
        return null;
    }

    /**
     * Deletes at most {@code most} expired items of a table; answers how many it met. It starts where the last one ended,
     * or at what was entered behind it since: a store takes long to walk over what was deleted.
     */
    static int sweep(Engine engine, Table table, int most) {
        long due = dueSecond(engine);
        long from = table.statistics().expiryFrom().getAndSet(due);
        int met = 0;
        boolean atEnd = false;
        try {
            while (met < most && !atEnd) {
                int step = Math.min(STEP_ROWS, most - met);
                List<byte[]> expired = due(engine, table, Math.max(from, oldestSecond(engine)), due, step);
                int done = expired.isEmpty()
                        ? 0
                        : engine.writer()
                                .submit(group -> delete(group, table.definition(), expired))
                                .join();
                met += done;
                atEnd = done == expired.size() && done < step;
            }
        } finally {
            if (!atEnd) {
                table.statistics().expiryFrom().accumulateAndGet(from, Math::min);
            }
        }
        return met;
    }

    /** The row keys of the items that have been expired longest. */
    private static List<byte[]> due(Engine engine, Table table, long from, long to, int most) {
        List<byte[]> rowKeys = new ArrayList<>();
        if (from >= to) {
            return rowKeys;
        }
        try (EntryCursor cursor =
                engine.store().cursor(Rows.expiryFrom(table.id(), from), Rows.expiryFrom(table.id(), to), false)) {
            while (rowKeys.size() < most && cursor.next()) {
                rowKeys.add(cursor.value());
            }
        }
        return rowKeys;
    }

    /**
     * Checks again in the write: meanwhile an item may have been renewed, or its table changed. Answers how many it got
     * to; large items are left for the next write.
     */
    private static int delete(Group group, TableDefinition known, List<byte[]> rowKeys) {
        Table table = IndexWork.current(group, known);
        if (table == null || table.ttlAttribute() == null) {
            return rowKeys.size();
        }
        int done = 0;
        int deleted = 0;
        long bytes = 0;
        while (done < rowKeys.size() && bytes < STEP_BYTES) {
            byte[] rowKey = rowKeys.get(done++);
            Item item = group.read(rowKey);
            long second = second(table, item);
            if (second != NEVER && second < dueSecond(group.engine()) && second >= oldestSecond(group.engine())) {
                group.apply(new Change(table, rowKey, item, Item.NONE, true));
                bytes += item.sizeBytes();
                deleted++;
            }
        }
        int expired = deleted;
        group.afterCommit(() -> group.engine().expired(table, expired));
        return done;
    }

    /** Items that expire before this second are to be deleted. */
    private static long dueSecond(Engine engine) {
        return Math.max(0, nowSecond(engine) - engine.options().ttlDelaySeconds());
    }

    /** Items that expired before this second stay, as on the service: such a time is more likely a mistake. */
    private static long oldestSecond(Engine engine) {
        return Math.max(0, nowSecond(engine) - FIVE_YEARS_SECONDS);
    }

    private static long nowSecond(Engine engine) {
        return Math.floorDiv(engine.options().clock().millis(), 1000L);
    }
}
