package dev.partita.wire;

import dev.partita.engine.DeleteItem;
import dev.partita.engine.PutItem;
import dev.partita.engine.UpdateItem;
import dev.partita.engine.read.GetItem;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.engine.request.ItemCollectionMetrics;
import dev.partita.expression.Legacy;
import dev.partita.item.AttributeValue;
import dev.partita.item.Dialect;
import dev.partita.item.Item;
import java.util.List;
import java.util.Map;

/** GetItem, PutItem, UpdateItem and DeleteItem. */
final class ItemCalls {

    static final WireCall<GetItem.Result> GET_ITEM = new WireCall<>(ItemCalls::readGetItem, ItemCalls::writeGetItem);
    static final WireCall<PutItem.Result> PUT_ITEM = new WireCall<>(
            ItemCalls::readPutItem,
            (out, result) ->
                    writeChange(out, result.attributes(), result.consumedCapacity(), result.itemCollectionMetrics()));
    static final WireCall<UpdateItem.Result> UPDATE_ITEM = new WireCall<>(
            ItemCalls::readUpdateItem,
            (out, result) ->
                    writeChange(out, result.attributes(), result.consumedCapacity(), result.itemCollectionMetrics()));
    static final WireCall<DeleteItem.Result> DELETE_ITEM = new WireCall<>(
            ItemCalls::readDeleteItem,
            (out, result) ->
                    writeChange(out, result.attributes(), result.consumedCapacity(), result.itemCollectionMetrics()));

    private static final int ATTRIBUTES_TO_GET = 255;

    private ItemCalls() {}

    private static GetItem readGetItem(JsonIn in) {
        String tableName = null;
        Item key = null;
        List<String> attributesToGet = null;
        Boolean consistentRead = null;
        String projectionExpression = null;
        Map<String, String> expressionAttributeNames = null;
        String returnConsumedCapacity = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "Key" -> key = in.item();
                case "AttributesToGet" -> attributesToGet = in.strings();
                case "ConsistentRead" -> consistentRead = in.bool();
                case "ProjectionExpression" -> projectionExpression = in.string();
                case "ExpressionAttributeNames" -> expressionAttributeNames = in.stringMap();
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                default -> in.skip();
            }
        }
        Constraints constraints = new Constraints(Dialect.CURRENT);
        var capacity =
                constraints.oneOf("returnConsumedCapacity", returnConsumedCapacity, EnumText.RETURN_CONSUMED_CAPACITY);
        attributesToGet(constraints, attributesToGet);
        constraints.tableName("tableName", tableName).required("key", key).check();
        return new GetItem(
                tableName,
                key,
                attributesToGet,
                consistentRead,
                projectionExpression,
                expressionAttributeNames,
                capacity);
    }

    private static void writeGetItem(JsonOut out, GetItem.Result result) {
        out.openObject().member("Item", result.item());
        ResultOut.consumedCapacity(out, result.consumedCapacity());
        out.closeObject();
    }

    private static PutItem readPutItem(JsonIn in) {
        Constraints inExpected = new Constraints(Dialect.CURRENT);
        String tableName = null;
        Item item = null;
        String conditionExpression = null;
        Map<String, String> expressionAttributeNames = null;
        Map<String, AttributeValue> expressionAttributeValues = null;
        Map<String, Legacy.Expected> expected = null;
        String conditionalOperator = null;
        String returnValues = null;
        String returnConsumedCapacity = null;
        String returnItemCollectionMetrics = null;
        String returnValuesOnConditionCheckFailure = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "Item" -> item = in.item();
                case "ConditionExpression" -> conditionExpression = in.string();
                case "ExpressionAttributeNames" -> expressionAttributeNames = in.stringMap();
                case "ExpressionAttributeValues" -> expressionAttributeValues = in.values();
                case "Expected" -> expected = LegacyIn.expected(in, inExpected);
                case "ConditionalOperator" -> conditionalOperator = in.string();
                case "ReturnValues" -> returnValues = in.string();
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                case "ReturnItemCollectionMetrics" -> returnItemCollectionMetrics = in.string();
                case "ReturnValuesOnConditionCheckFailure" -> returnValuesOnConditionCheckFailure = in.string();
                default -> in.skip();
            }
        }
        Constraints constraints = new Constraints(Dialect.CURRENT);
        var capacity =
                constraints.oneOf("returnConsumedCapacity", returnConsumedCapacity, EnumText.RETURN_CONSUMED_CAPACITY);
        constraints.tableName("tableName", tableName).required("item", item);
        var operator = constraints.oneOf("conditionalOperator", conditionalOperator, EnumText.CONDITIONAL_OPERATOR);
        constraints.include(inExpected);
        var values = constraints.oneOf("returnValues", returnValues, EnumText.RETURN_VALUES);
        var metrics = constraints.oneOf(
                "returnItemCollectionMetrics", returnItemCollectionMetrics, EnumText.RETURN_ITEM_COLLECTION_METRICS);
        var onFailure = constraints.oneOf(
                "returnValuesOnConditionCheckFailure",
                returnValuesOnConditionCheckFailure,
                EnumText.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE);
        constraints.check();
        return new PutItem(
                tableName,
                item,
                conditionExpression,
                expressionAttributeNames,
                expressionAttributeValues,
                expected,
                operator,
                values,
                capacity,
                metrics,
                onFailure);
    }

    private static UpdateItem readUpdateItem(JsonIn in) {
        Constraints inLegacy = new Constraints(Dialect.CURRENT);
        String tableName = null;
        Item key = null;
        String updateExpression = null;
        String conditionExpression = null;
        Map<String, String> expressionAttributeNames = null;
        Map<String, AttributeValue> expressionAttributeValues = null;
        Map<String, Legacy.AttributeUpdate> attributeUpdates = null;
        Map<String, Legacy.Expected> expected = null;
        String conditionalOperator = null;
        String returnValues = null;
        String returnConsumedCapacity = null;
        String returnItemCollectionMetrics = null;
        String returnValuesOnConditionCheckFailure = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "Key" -> key = in.item();
                case "UpdateExpression" -> updateExpression = in.string();
                case "ConditionExpression" -> conditionExpression = in.string();
                case "ExpressionAttributeNames" -> expressionAttributeNames = in.stringMap();
                case "ExpressionAttributeValues" -> expressionAttributeValues = in.values();
                case "AttributeUpdates" -> attributeUpdates = LegacyIn.attributeUpdates(in, inLegacy);
                case "Expected" -> expected = LegacyIn.expected(in, inLegacy);
                case "ConditionalOperator" -> conditionalOperator = in.string();
                case "ReturnValues" -> returnValues = in.string();
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                case "ReturnItemCollectionMetrics" -> returnItemCollectionMetrics = in.string();
                case "ReturnValuesOnConditionCheckFailure" -> returnValuesOnConditionCheckFailure = in.string();
                default -> in.skip();
            }
        }
        Constraints constraints = new Constraints(Dialect.CURRENT);
        var capacity =
                constraints.oneOf("returnConsumedCapacity", returnConsumedCapacity, EnumText.RETURN_CONSUMED_CAPACITY);
        constraints.tableName("tableName", tableName);
        var values = constraints.oneOfAlone("returnValues", returnValues, EnumText.RETURN_VALUES);
        var metrics = constraints.oneOf(
                "returnItemCollectionMetrics", returnItemCollectionMetrics, EnumText.RETURN_ITEM_COLLECTION_METRICS);
        var onFailure = constraints.oneOf(
                "returnValuesOnConditionCheckFailure",
                returnValuesOnConditionCheckFailure,
                EnumText.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE);
        constraints.required("key", key);
        var operator = constraints.oneOf("conditionalOperator", conditionalOperator, EnumText.CONDITIONAL_OPERATOR);
        constraints.include(inLegacy).check();
        return new UpdateItem(
                tableName,
                key,
                updateExpression,
                conditionExpression,
                expressionAttributeNames,
                expressionAttributeValues,
                attributeUpdates,
                expected,
                operator,
                values,
                capacity,
                metrics,
                onFailure);
    }

    private static DeleteItem readDeleteItem(JsonIn in) {
        Constraints inExpected = new Constraints(Dialect.CURRENT);
        String tableName = null;
        Item key = null;
        String conditionExpression = null;
        Map<String, String> expressionAttributeNames = null;
        Map<String, AttributeValue> expressionAttributeValues = null;
        Map<String, Legacy.Expected> expected = null;
        String conditionalOperator = null;
        String returnValues = null;
        String returnConsumedCapacity = null;
        String returnItemCollectionMetrics = null;
        String returnValuesOnConditionCheckFailure = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "Key" -> key = in.item();
                case "ConditionExpression" -> conditionExpression = in.string();
                case "ExpressionAttributeNames" -> expressionAttributeNames = in.stringMap();
                case "ExpressionAttributeValues" -> expressionAttributeValues = in.values();
                case "Expected" -> expected = LegacyIn.expected(in, inExpected);
                case "ConditionalOperator" -> conditionalOperator = in.string();
                case "ReturnValues" -> returnValues = in.string();
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                case "ReturnItemCollectionMetrics" -> returnItemCollectionMetrics = in.string();
                case "ReturnValuesOnConditionCheckFailure" -> returnValuesOnConditionCheckFailure = in.string();
                default -> in.skip();
            }
        }
        Constraints constraints = new Constraints(Dialect.CURRENT);
        var capacity =
                constraints.oneOf("returnConsumedCapacity", returnConsumedCapacity, EnumText.RETURN_CONSUMED_CAPACITY);
        constraints.tableName("tableName", tableName);
        var values = constraints.oneOf("returnValues", returnValues, EnumText.RETURN_VALUES);
        var metrics = constraints.oneOf(
                "returnItemCollectionMetrics", returnItemCollectionMetrics, EnumText.RETURN_ITEM_COLLECTION_METRICS);
        var onFailure = constraints.oneOf(
                "returnValuesOnConditionCheckFailure",
                returnValuesOnConditionCheckFailure,
                EnumText.RETURN_VALUES_ON_CONDITION_CHECK_FAILURE);
        constraints.required("key", key);
        var operator = constraints.oneOf("conditionalOperator", conditionalOperator, EnumText.CONDITIONAL_OPERATOR);
        constraints.include(inExpected).check();
        return new DeleteItem(
                tableName,
                key,
                conditionExpression,
                expressionAttributeNames,
                expressionAttributeValues,
                expected,
                operator,
                values,
                capacity,
                metrics,
                onFailure);
    }

    private static void writeChange(
            JsonOut out, Item attributes, ConsumedCapacity capacity, ItemCollectionMetrics metrics) {
        out.openObject().member("Attributes", attributes);
        ResultOut.consumedCapacity(out, capacity);
        ResultOut.itemCollectionMetrics(out, metrics);
        out.closeObject();
    }

    static void attributesToGet(Constraints constraints, List<String> attributesToGet) {
        if (attributesToGet != null) {
            constraints.members("attributesToGet", attributesToGet.size(), attributesToGet, 1, ATTRIBUTES_TO_GET);
        }
    }
}
