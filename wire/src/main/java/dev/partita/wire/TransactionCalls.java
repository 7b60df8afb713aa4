package dev.partita.wire;

import dev.partita.engine.TransactWriteItems;
import dev.partita.engine.read.TransactGetItems;
import dev.partita.engine.request.ReturnValuesOnConditionCheckFailure;
import dev.partita.item.AttributeValue;
import dev.partita.item.Dialect;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import java.util.List;
import java.util.Map;

/** TransactWriteItems and TransactGetItems. */
final class TransactionCalls {

    static final WireCall<TransactWriteItems.Result> TRANSACT_WRITE_ITEMS =
            new WireCall<>(TransactionCalls::readTransactWriteItems, TransactionCalls::writeTransactWriteItems);
    static final WireCall<TransactGetItems.Result> TRANSACT_GET_ITEMS =
            new WireCall<>(TransactionCalls::readTransactGetItems, TransactionCalls::writeTransactGetItems);

    private static final int TOKEN_CHARS = 36;
    private static final TransactWriteItems.Action NONE_OR_SEVERAL =
            new TransactWriteItems.Action(null, null, null, null, null, null, null, null, null);

    private TransactionCalls() {}

    private static TransactWriteItems readTransactWriteItems(JsonIn in) {
        Constraints inItems = new Constraints(Dialect.OLDER);
        List<TransactWriteItems.Action> transactItems = null;
        String returnConsumedCapacity = null;
        String returnItemCollectionMetrics = null;
        String clientRequestToken = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "TransactItems" ->
                    transactItems =
                            in.structures("TransactWriteItem", position -> transactWriteItem(in, position, inItems));
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                case "ReturnItemCollectionMetrics" -> returnItemCollectionMetrics = in.string();
                case "ClientRequestToken" -> clientRequestToken = in.string();
                default -> in.skip();
            }
        }
        Constraints constraints = new Constraints(Dialect.OLDER);
        var capacity =
                constraints.oneOf("returnConsumedCapacity", returnConsumedCapacity, EnumText.RETURN_CONSUMED_CAPACITY);
        var metrics = constraints.oneOf(
                "returnItemCollectionMetrics", returnItemCollectionMetrics, EnumText.RETURN_ITEM_COLLECTION_METRICS);
        constraints.length("clientRequestToken", clientRequestToken, 1, TOKEN_CHARS);
        actions(constraints, transactItems);
        constraints.include(inItems).check();
        return new TransactWriteItems(transactItems, capacity, metrics, clientRequestToken);
    }

    private static TransactWriteItems.Action transactWriteItem(JsonIn in, int position, Constraints constraints) {
        String path = "transactItems." + position + ".member.";
        TransactWriteItems.Action action = null;
        boolean several = false;
        for (String member = in.member(); member != null; member = in.member()) {
            TransactWriteItems.Action next = null;
            switch (member) {
                case "ConditionCheck" ->
                    next = action(
                            in, TransactWriteItems.Kind.CONDITION_CHECK, member, path + "conditionCheck.", constraints);
                case "Put" -> next = action(in, TransactWriteItems.Kind.PUT, member, path + "put.", constraints);
                case "Delete" ->
                    next = action(in, TransactWriteItems.Kind.DELETE, member, path + "delete.", constraints);
                case "Update" ->
                    next = action(in, TransactWriteItems.Kind.UPDATE, member, path + "update.", constraints);
                default -> in.skip();
            }
            if (next != null) {
                several |= action != null && action.kind() != next.kind();
                action = next;
            }
        }
        return several || action == null ? NONE_OR_SEVERAL : action;
    }

    private static TransactWriteItems.Action action(
            JsonIn in, TransactWriteItems.Kind kind, String type, String path, Constraints constraints) {
        in.structure(type);
        String tableName = null;
        Item item = null;
        Item key = null;
        String updateExpression = null;
        String conditionExpression = null;
        Map<String, String> expressionAttributeNames = null;
        Map<String, AttributeValue> expressionAttributeValues = null;
        String returnValuesOnConditionCheckFailure = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "Item" -> item = in.item();
                case "Key" -> key = in.item();
                case "UpdateExpression" -> updateExpression = in.string();
                case "ConditionExpression" -> conditionExpression = in.string();
                case "ExpressionAttributeNames" -> expressionAttributeNames = in.stringMap();
                case "ExpressionAttributeValues" -> expressionAttributeValues = in.values();
                case "ReturnValuesOnConditionCheckFailure" -> returnValuesOnConditionCheckFailure = in.string();
                default -> in.skip();
            }
        }
        switch (kind) {
            case PUT -> constraints.required(path + "item", item);
            case UPDATE ->
                constraints.required(path + "key", key).required(path + "updateExpression", updateExpression);
            case CONDITION_CHECK ->
                constraints.required(path + "key", key).required(path + "conditionExpression", conditionExpression);
            case DELETE -> constraints.required(path + "key", key);
        }
        constraints.tableName(path + "tableName", tableName);
        ReturnValuesOnConditionCheckFailure onFailure = constraints.oneOf(
                path + "returnValuesOnConditionCheckFailure",
                returnValuesOnConditionCheckFailure,
                EnumText.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE);
        boolean put = kind == TransactWriteItems.Kind.PUT;
        return new TransactWriteItems.Action(
                kind,
                tableName,
                put ? item : null,
                put ? null : key,
                kind == TransactWriteItems.Kind.UPDATE ? updateExpression : null,
                conditionExpression,
                expressionAttributeNames,
                expressionAttributeValues,
                onFailure);
    }

    private static void writeTransactWriteItems(JsonOut out, TransactWriteItems.Result result) {
        out.openObject();
        ResultOut.consumedCapacities(out, result.consumedCapacity());
        ResultOut.itemCollectionMetrics(out, result.itemCollectionMetrics());
        out.closeObject();
    }

    private static TransactGetItems readTransactGetItems(JsonIn in) {
        Constraints inItems = new Constraints(Dialect.OLDER);
        List<TransactGetItems.Get> transactItems = null;
        String returnConsumedCapacity = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "TransactItems" ->
                    transactItems =
                            in.structures("TransactGetItem", position -> transactGetItem(in, position, inItems));
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                default -> in.skip();
            }
        }
        Constraints constraints = new Constraints(Dialect.OLDER);
        var capacity =
                constraints.oneOf("returnConsumedCapacity", returnConsumedCapacity, EnumText.RETURN_CONSUMED_CAPACITY);
        actions(constraints, transactItems);
        constraints.include(inItems).check();
        return new TransactGetItems(transactItems, capacity);
    }

    private static TransactGetItems.Get transactGetItem(JsonIn in, int position, Constraints constraints) {
        String path = "transactItems." + position + ".member.get";
        TransactGetItems.Get get = null;
        for (String member = in.member(); member != null; member = in.member()) {
            if (member.equals("Get")) {
                get = get(in, path + ".", constraints);
            } else {
                in.skip();
            }
        }
        constraints.required(path, get);
        return get;
    }

    private static TransactGetItems.Get get(JsonIn in, String path, Constraints constraints) {
        in.structure("Get");
        String tableName = null;
        Item key = null;
        String projectionExpression = null;
        Map<String, String> expressionAttributeNames = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "Key" -> key = in.item();
                case "ProjectionExpression" -> projectionExpression = in.string();
                case "ExpressionAttributeNames" -> expressionAttributeNames = in.stringMap();
                default -> in.skip();
            }
        }
        constraints.required(path + "key", key).tableName(path + "tableName", tableName);
        return new TransactGetItems.Get(tableName, key, projectionExpression, expressionAttributeNames);
    }

    private static void writeTransactGetItems(JsonOut out, TransactGetItems.Result result) {
        out.openObject();
        out.member("Responses", result.responses(), (to, item) -> {
            to.openObject();
            // Unlike GetItem, an item of which the projection shows nothing looks like one that is not there.
            if (item.count() > 0) {
                to.member("Item", item);
            }
            to.closeObject();
        });
        ResultOut.consumedCapacities(out, result.consumedCapacity());
        out.closeObject();
    }

    private static void actions(Constraints constraints, List<?> transactItems) {
        constraints.required("transactItems", transactItems);
        if (transactItems != null) {
            constraints.size(
                    "transactItems",
                    transactItems.size(),
                    Constraints.shown(transactItems, "actions"),
                    1,
                    Limits.TRANSACT_ACTIONS);
        }
    }
}
