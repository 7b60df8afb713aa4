package dev.partita.embedded;

import dev.partita.engine.BatchWriteItem;
import dev.partita.engine.DeleteItem;
import dev.partita.engine.Operation;
import dev.partita.engine.PutItem;
import dev.partita.engine.TransactWriteItems;
import dev.partita.engine.UpdateItem;
import dev.partita.engine.read.BatchGetItem;
import dev.partita.engine.read.GetItem;
import dev.partita.engine.read.Query;
import dev.partita.engine.read.Scan;
import dev.partita.engine.request.ReturnConsumedCapacity;
import dev.partita.engine.request.ReturnValues;
import dev.partita.engine.request.ReturnValuesOnConditionCheckFailure;
import dev.partita.engine.request.Select;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.plan.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Requests of plans as operations of the engine, which count their units. */
final class Operations implements Request.Cases<Operation<?>> {

    private static final int TOKEN_CHARS = 36;
    private static final ReturnConsumedCapacity UNITS = ReturnConsumedCapacity.TOTAL;

    private static final Operations ALL = new Operations();
    private static final Actions ACTIONS = new Actions();

    private Operations() {}

    /** The operation; null for one about a table, and for one beyond the limits that only the wire knows and words. */
    static Operation<?> of(Request request) {
        return request.match(ALL);
    }

    @Override
    public Operation<?> get(Request.GetItem get) {
        return new GetItem(
                get.table(), get.key(), null, get.consistent(), get.projection(), orNull(get.names()), UNITS);
    }

    @Override
    public Operation<?> query(Request.Query query) {
        return !isPage(query.limit())
                ? null
                : new Query(
                        query.table(),
                        query.index(),
                        query.count() ? Select.COUNT : null,
                        null,
                        query.limit(),
                        query.consistent(),
                        null,
                        null,
                        null,
                        query.forward(),
                        query.startKey(),
                        UNITS,
                        query.projection(),
                        query.filter(),
                        query.keyCondition(),
                        orNull(query.names()),
                        orNull(query.values()));
    }

    @Override
    public Operation<?> scan(Request.Scan scan) {
        return !isPage(scan.limit())
                ? null
                : new Scan(
                        scan.table(),
                        scan.index(),
                        null,
                        scan.limit(),
                        scan.count() ? Select.COUNT : null,
                        null,
                        null,
                        scan.startKey(),
                        UNITS,
                        null,
                        null,
                        scan.projection(),
                        scan.filter(),
                        orNull(scan.names()),
                        orNull(scan.values()),
                        scan.consistent());
    }

    @Override
    public Operation<?> batchGet(Request.BatchGetItem batch) {
        int keys = batch.keys().size();
        if (keys == 0 || keys > Limits.BATCH_GET_KEYS) {
            return null;
        }
        return new BatchGetItem(
                Map.of(
                        batch.table(),
                        new BatchGetItem.KeysAndAttributes(
                                batch.keys(), null, batch.consistent(), batch.projection(), orNull(batch.names()))),
                UNITS);
    }

    @Override
    public Operation<?> batchWrite(Request.BatchWriteItem batch) {
        int requests = batch.puts().size() + batch.deletes().size();
        if (requests == 0 || requests > Limits.BATCH_WRITE_REQUESTS) {
            return null;
        }
        List<BatchWriteItem.WriteRequest> writes = new ArrayList<>();
        batch.puts().forEach(item -> writes.add(new BatchWriteItem.WriteRequest(item, null)));
        batch.deletes().forEach(key -> writes.add(new BatchWriteItem.WriteRequest(null, key)));
        return new BatchWriteItem(Map.of(batch.table(), writes), UNITS, null);
    }

    @Override
    public Operation<?> put(Request.PutItem put) {
        return new PutItem(
                put.table(),
                put.item(),
                put.condition(),
                orNull(put.names()),
                orNull(put.values()),
                null,
                null,
                returned(put.returned()),
                UNITS,
                null,
                blocking(put.condition()));
    }

    @Override
    public Operation<?> update(Request.UpdateItem update) {
        return new UpdateItem(
                update.table(),
                update.item(),
                update.update(),
                update.condition(),
                orNull(update.names()),
                orNull(update.values()),
                null,
                null,
                null,
                returned(update.returned()),
                UNITS,
                null,
                blocking(update.condition()));
    }

    @Override
    public Operation<?> delete(Request.DeleteItem delete) {
        return new DeleteItem(
                delete.table(),
                delete.item(),
                delete.condition(),
                orNull(delete.names()),
                orNull(delete.values()),
                null,
                null,
                returned(delete.returned()),
                UNITS,
                null,
                blocking(delete.condition()));
    }

    @Override
    public Operation<?> transact(Request.TransactWriteItems transaction) {
        int count = transaction.actions().size();
        if (count == 0 || count > Limits.TRANSACT_ACTIONS || !isToken(transaction.token())) {
            return null;
        }
        List<TransactWriteItems.Action> actions = new ArrayList<>();
        transaction.actions().forEach(action -> actions.add(action.match(ACTIONS)));
        return new TransactWriteItems(actions, UNITS, null, transaction.token());
    }

    @Override
    public Operation<?> table(Request.TableRequest request) {
        return null;
    }

    private static final class Actions implements Request.Action.Cases<TransactWriteItems.Action> {

        @Override
        public TransactWriteItems.Action put(Request.PutItem put) {
            return action(TransactWriteItems.Kind.PUT, put, put.item(), null, null, put.names(), put.values());
        }

        @Override
        public TransactWriteItems.Action update(Request.UpdateItem update) {
            return action(
                    TransactWriteItems.Kind.UPDATE,
                    update,
                    null,
                    update.item(),
                    update.update(),
                    update.names(),
                    update.values());
        }

        @Override
        public TransactWriteItems.Action delete(Request.DeleteItem delete) {
            return action(
                    TransactWriteItems.Kind.DELETE, delete, null, delete.item(), null, delete.names(), delete.values());
        }

        @Override
        public TransactWriteItems.Action check(Request.ConditionCheck check) {
            return action(
                    TransactWriteItems.Kind.CONDITION_CHECK,
                    check,
                    null,
                    check.item(),
                    null,
                    check.names(),
                    check.values());
        }

        private static TransactWriteItems.Action action(
                TransactWriteItems.Kind kind,
                Request.Action action,
                Item item,
                Item key,
                String update,
                Map<String, String> names,
                Map<String, AttributeValue> values) {
            return new TransactWriteItems.Action(
                    kind,
                    action.table(),
                    item,
                    key,
                    update,
                    action.condition(),
                    orNull(names),
                    orNull(values),
                    blocking(action.condition()));
        }
    }

    private static boolean isPage(Integer limit) {
        return limit == null || limit > 0;
    }

    private static boolean isToken(String token) {
        return token == null || !token.isEmpty() && token.length() <= TOKEN_CHARS;
    }

    private static ReturnValues returned(String word) {
        return word == null ? null : ReturnValues.valueOf(word);
    }

    private static ReturnValuesOnConditionCheckFailure blocking(String condition) {
        return condition == null ? null : ReturnValuesOnConditionCheckFailure.ALL_OLD;
    }

    private static <K, V> Map<K, V> orNull(Map<K, V> map) {
        return map.isEmpty() ? null : map;
    }
}
