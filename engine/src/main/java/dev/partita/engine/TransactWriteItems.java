package dev.partita.engine;

import dev.partita.engine.internal.table.KeySchema;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.engine.request.Expressions;
import dev.partita.engine.request.ItemCollectionMetrics;
import dev.partita.engine.request.ReturnConsumedCapacity;
import dev.partita.engine.request.ReturnItemCollectionMetrics;
import dev.partita.engine.request.ReturnValuesOnConditionCheckFailure;
import dev.partita.expression.Condition;
import dev.partita.expression.ExpressionKind;
import dev.partita.expression.Parser;
import dev.partita.expression.Placeholders;
import dev.partita.expression.Update;
import dev.partita.item.ApiException;
import dev.partita.item.ApiException.CancellationReason;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Dialect;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Writes many items, all or none. */
public record TransactWriteItems(
        List<TransactWriteItems.Action> transactItems,
        ReturnConsumedCapacity returnConsumedCapacity,
        ReturnItemCollectionMetrics returnItemCollectionMetrics,
        String clientRequestToken)
        implements Operation<TransactWriteItems.Result> {

    /** Which of the four kinds of action an entry is. */
    public enum Kind {
        CONDITION_CHECK,
        PUT,
        DELETE,
        UPDATE
    }

    /** One action; {@code item} is set for a Put and {@code key} for the others. A null kind: none or several were given. */
    public record Action(
            Kind kind,
            String tableName,
            Item item,
            Item key,
            String updateExpression,
            String conditionExpression,
            Map<String, String> expressionAttributeNames,
            Map<String, AttributeValue> expressionAttributeValues,
            ReturnValuesOnConditionCheckFailure returnValuesOnConditionCheckFailure) {}

    public record Result(
            List<ConsumedCapacity> consumedCapacity, Map<String, List<ItemCollectionMetrics>> itemCollectionMetrics) {}

    /** The expressions of one action, parsed. */
    private record Shape(Condition condition, Update update) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        List<Shape> shapes = new ArrayList<>(transactItems.size());
        for (Action action : transactItems) {
            shapes.add(shape(action));
        }
        // Missing tables and double targets are refused before anything is queued.
        prepare(database, shapes);
        TransactionTokens.Fingerprint fingerprint =
                clientRequestToken == null ? null : TransactionTokens.fingerprint(transactItems);
        Write<Result> write = group -> {
            if (fingerprint != null) {
                TransactionTokens.Finished finished =
                        TransactionTokens.find(group, database.namespace(), clientRequestToken, fingerprint);
                if (finished != null) {
                    return new Result(finished.capacity(database.engine(), returnConsumedCapacity), null);
                }
            }
            return write(database, group, prepare(database, shapes), fingerprint);
        };
        boolean isRemoval = transactItems.stream()
                .allMatch(action -> action.kind() == Kind.DELETE || action.kind() == Kind.CONDITION_CHECK);
        return isRemoval ? database.remove(write) : database.write(write);
    }

    private Result write(
            Database database, Group group, List<Prepared> actions, TransactionTokens.Fingerprint fingerprint) {
        List<Change> changes = new ArrayList<>(actions.size());
        List<CancellationReason> reasons = new ArrayList<>(actions.size());
        boolean cancelled = false;
        long bytes = 0;
        for (Prepared prepared : actions) {
            CancellationReason reason = CancellationReason.NONE;
            Change change = null;
            try {
                change = prepared.change(group);
                bytes += Math.max(change.before().sizeBytes(), change.after().sizeBytes());
            } catch (ApiException e) {
                reason = reason(e);
                cancelled = true;
            }
            changes.add(change);
            reasons.add(reason);
        }
        if (cancelled) {
            throw ApiException.transactionCanceled(reasons);
        }
        if (bytes > Limits.TRANSACT_BYTES) {
            throw ApiException.validation("Transaction exceeds maximum allowed aggregate size of 4 MB");
        }
        Capacity capacity =
                new Capacity(database.engine(), returnConsumedCapacity, ConsumedCapacity.Transactional.WRITE);
        Map<String, List<ItemCollectionMetrics>> metrics = new LinkedHashMap<>();
        for (int i = 0; i < actions.size(); i++) {
            Prepared prepared = actions.get(i);
            int[] units = group.apply(changes.get(i));
            capacity.write(prepared.action.tableName, prepared.table, units, 2);
        }
        for (Prepared prepared : actions) {
            ItemCollectionMetrics touched = prepared.action.kind == Kind.CONDITION_CHECK
                    ? null
                    : ConditionalWrite.metrics(group, prepared.table, prepared.key, returnItemCollectionMetrics);
            ConditionalWrite.addOnce(metrics, prepared.action.tableName, touched);
        }
        if (fingerprint != null) {
            TransactionTokens.remember(
                    group, database.namespace(), clientRequestToken, fingerprint, transactItems, changes);
        }
        return new Result(
                capacity.all(), returnItemCollectionMetrics == ReturnItemCollectionMetrics.SIZE ? metrics : null);
    }

    private static CancellationReason reason(ApiException e) {
        return switch (e.code()) {
            case CONDITIONAL_CHECK_FAILED -> new CancellationReason("ConditionalCheckFailed", e.getMessage(), e.item());
            case ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED ->
                new CancellationReason("ItemCollectionSizeLimitExceeded", e.getMessage(), Item.NONE);
            case VALIDATION -> new CancellationReason("ValidationError", e.getMessage(), Item.NONE);
            default -> throw e;
        };
    }

    /** One action with its table; {@code problem} is what cancels the transaction already, or null. */
    private record Prepared(Action action, Shape shape, Table table, Item key, byte[] rowKey, ApiException problem) {

        /** What the action does; refuses by throwing. */
        Change change(Group group) {
            if (problem != null) {
                throw problem;
            }
            Item before = group.read(rowKey);
            if (!shape.condition.holds(before)) {
                throw ConditionalWrite.blocked(before, action.returnValuesOnConditionCheckFailure);
            }
            Item after =
                    switch (action.kind) {
                        case CONDITION_CHECK -> before;
                        case PUT -> action.item;
                        case DELETE -> Item.NONE;
                        case UPDATE -> UpdateItem.updated(table, before, key, shape.update);
                    };
            Change change = new Change(table, rowKey, before, after);
            ConditionalWrite.requireCollectionRoom(group, change);
            return change;
        }
    }

    private List<Prepared> prepare(Database database, List<Shape> shapes) {
        List<Table> tables = new ArrayList<>(transactItems.size());
        for (Action action : transactItems) {
            tables.add(database.table(action.tableName));
        }
        List<Prepared> prepared = new ArrayList<>(transactItems.size());
        Set<Bytes> targets = new HashSet<>();
        for (int i = 0; i < transactItems.size(); i++) {
            Prepared one = prepare(transactItems.get(i), shapes.get(i), tables.get(i));
            if (one.rowKey != null && !targets.add(Bytes.of(one.rowKey))) {
                throw ApiException.validation("Transaction request cannot include multiple operations on one item");
            }
            prepared.add(one);
        }
        return prepared;
    }

    private static Prepared prepare(Action action, Shape shape, Table table) {
        Item key = action.kind == Kind.PUT ? action.item : action.key;
        refuseEmptyKeys(table, key);
        try {
            switch (action.kind) {
                case PUT -> table.requirePuttable(key);
                case UPDATE -> UpdateItem.requireUpdatable(table, key, shape.update, shape.condition);
                case DELETE, CONDITION_CHECK -> table.keys().requireKey(key);
            }
            table.requireScalarKeys(shape.condition.nestedNames());
        } catch (ApiException e) {
            return new Prepared(action, shape, table, key, rowKeyIfValid(action, table), e);
        }
        return new Prepared(action, shape, table, key, table.rowKey(key), null);
    }

    /** What an action aims at counts as a target even if something else about the action is wrong. */
    private static byte[] rowKeyIfValid(Action action, Table table) {
        Item key = action.kind == Kind.PUT ? table.keyOf(action.item) : action.key;
        try {
            table.keys().requireKey(key);
            return table.rowKey(key);
        } catch (ApiException e) {
            return null;
        }
    }

    /** An empty key value is refused outright, where any other key problem cancels the transaction. */
    public static void refuseEmptyKeys(Table table, Item key) {
        for (KeySchema.Attribute attribute : table.keys().all()) {
            if (key.typeOf(attribute.utf8().array()) == attribute.type()
                    && key.lengthOf(attribute.utf8().array()) == 0) {
                table.keys().requireSizes(key.only(List.of(attribute.utf8())));
            }
        }
    }

    /** Everything that is wrong with an action whatever its table. */
    private static Shape shape(Action action) {
        if (action.kind == null) {
            throw ApiException.validation("TransactItems can only contain one of Check, Put, Update or Delete");
        }
        Item item = action.kind == Kind.PUT ? action.item : action.key;
        item.requireValid(Dialect.OLDER);
        if (item.sizeBytes() > Limits.ITEM_SIZE_BYTES) {
            throw ApiException.validation("Item size has exceeded the maximum allowed size");
        }
        Expressions parameters = new Expressions();
        if (action.kind == Kind.UPDATE) {
            parameters.expression("UpdateExpression", action.updateExpression);
        }
        Placeholders placeholders = parameters
                .expression("ConditionExpression", action.conditionExpression)
                .placeholders(action.expressionAttributeNames, action.expressionAttributeValues, Dialect.OLDER);
        Update update =
                action.kind == Kind.UPDATE ? Parser.update(action.updateExpression, placeholders) : Update.NOTHING;
        Condition condition = Parser.condition(action.conditionExpression, ExpressionKind.CONDITION, placeholders);
        placeholders.requireAllUsed();
        return new Shape(condition, update);
    }
}
