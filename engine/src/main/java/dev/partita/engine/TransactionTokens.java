package dev.partita.engine;

import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.engine.request.ReturnConsumedCapacity;
import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.ByteWriter;
import dev.partita.item.Bytes;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.item.Units;
import dev.partita.item.Utf8;
import dev.partita.store.EntryCursor;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Remembers finished transactions by their client token for ten minutes, in the batch that finished them, so that a retry
 * after a lost answer, or after a crash, succeeds without doing anything again.
 */
final class TransactionTokens {

    private static final String HASH = "hash";
    private static final String MILLIS = "millis";
    private static final String UNITS = "units";

    /** A digest of all that a transaction asked for. */
    record Fingerprint(Bytes digest) {}

    /** A finished transaction; {@code readUnits} by table is what a replay costs. */
    record Finished(Map<String, Double> readUnits) {
        List<ConsumedCapacity> capacity(Engine engine, ReturnConsumedCapacity wanted) {
            Capacity capacity = new Capacity(engine, wanted, ConsumedCapacity.Transactional.READ);
            readUnits.forEach(capacity::table);
            return capacity.all();
        }
    }

    private TransactionTokens() {}

    /** The finished transaction of that token, or null; refuses a token that was used for something else. */
    static Finished find(Group group, String namespace, String token, Fingerprint fingerprint) {
        byte[] stored = group.readRow(Rows.token(namespace, token));
        if (stored == null) {
            return null;
        }
        Item row = Item.ofBytes(stored);
        if (isOver(row, group.engine())) {
            return null;
        }
        if (!row.get(HASH).equals(new AttributeValue.B(fingerprint.digest))) {
            throw ApiException.of(
                    ApiException.Code.IDEMPOTENT_PARAMETER_MISMATCH,
                    "The provided token was already used for a transaction with different parameters");
        }
        Map<String, Double> units = new LinkedHashMap<>();
        ((AttributeValue.M) row.get(UNITS))
                .values()
                .forEach((table, number) ->
                        units.put(table, ((AttributeValue.N) number).value().doubleValue()));
        return new Finished(units);
    }

    static void remember(
            Group group,
            String namespace,
            String token,
            Fingerprint fingerprint,
            List<TransactWriteItems.Action> actions,
            List<Change> changes) {
        Map<String, Long> units = new LinkedHashMap<>();
        for (int i = 0; i < actions.size(); i++) {
            Change change = changes.get(i);
            int bytes = Math.max(change.before().sizeBytes(), change.after().sizeBytes());
            units.merge(actions.get(i).tableName(), 2 * Units.read(bytes), Long::sum);
        }
        Map<String, AttributeValue> numbers = new LinkedHashMap<>();
        units.forEach((table, number) -> numbers.put(table, AttributeValue.N.of(number)));
        Item row = new Item.Builder()
                .add(HASH, new AttributeValue.B(fingerprint.digest))
                .add(
                        MILLIS,
                        AttributeValue.N.of(group.engine().options().clock().millis()))
                .add(UNITS, new AttributeValue.M(numbers))
                .build();
        // A clock that is set from now on is noticed.
        group.engine().housekeeping().trustsClock();
        group.putRow(Rows.token(namespace, token), row.bytes());
        group.afterCommit(group.engine().housekeeping()::tick);
    }

    /**
     * Looks at the next {@code rows} tokens and forgets those whose time is over; background work.
     *
     * @return where to go on, or null after the last
     */
    static byte[] trim(Engine engine, byte[] from, int rows) {
        byte[] first = {Rows.TOKEN};
        List<byte[]> over = new ArrayList<>();
        byte[] next = null;
        try (EntryCursor cursor = engine.store().cursor(from == null ? first : from, Rows.after(first), false)) {
            for (int i = 0; cursor.next(); i++) {
                if (i == rows) {
                    next = cursor.key();
                    break;
                }
                if (isOver(Item.ofBytes(cursor.value()), engine)) {
                    over.add(cursor.key());
                }
            }
        }
        if (!over.isEmpty()) {
            engine.writer().submit(group -> forget(group, over)).join();
        }
        return next;
    }

    /** Checks again in the write: a token that was over may have been used anew. */
    private static Void forget(Group group, List<byte[]> keys) {
        for (byte[] key : keys) {
            byte[] stored = group.readRow(key);
            if (stored != null && isOver(Item.ofBytes(stored), group.engine())) {
                group.deleteRow(key);
            }
        }
        return null;
    }

    /** True if any transaction is remembered. */
    static boolean exist(Engine engine) {
        byte[] first = {Rows.TOKEN};
        try (EntryCursor cursor = engine.store().cursor(first, Rows.after(first), false)) {
            return cursor.next();
        }
    }

    static Fingerprint fingerprint(List<TransactWriteItems.Action> actions) {
        ByteWriter out = new ByteWriter(1024);
        for (TransactWriteItems.Action action : actions) {
            out.write(action.kind().ordinal());
            append(out, action.tableName());
            append(out, action.item());
            append(out, action.key());
            append(out, action.updateExpression());
            append(out, action.conditionExpression());
            append(
                    out,
                    action.expressionAttributeNames() == null
                            ? null
                            : new TreeMap<>(action.expressionAttributeNames()).toString());
            append(
                    out,
                    action.expressionAttributeValues() == null ? null : Item.of(action.expressionAttributeValues()));
        }
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(out.buffer(), 0, out.length());
            return new Fingerprint(Bytes.of(sha.digest()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    private static boolean isOver(Item row, Engine engine) {
        long since = ((AttributeValue.N) row.get(MILLIS)).value().longValueExact();
        // After the clock was set it is not trusted for ten minutes; then what came before is that old in any case.
        return engine.options().clock().millis() - since > Limits.IDEMPOTENCY_SECONDS * 1000
                && engine.housekeeping().trustsClock();
    }

    private static void append(ByteWriter out, String text) {
        append(out, text == null ? null : Utf8.bytes(text));
    }

    private static void append(ByteWriter out, Item item) {
        append(out, item == null ? null : item.bytes());
    }

    private static void append(ByteWriter out, byte[] bytes) {
        if (bytes == null) {
            out.write(0);
        } else {
            out.write(1).varint(bytes.length).write(bytes);
        }
    }
}
