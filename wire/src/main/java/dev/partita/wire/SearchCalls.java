package dev.partita.wire;

import dev.partita.engine.read.Query;
import dev.partita.engine.read.Scan;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.expression.Legacy;
import dev.partita.item.AttributeValue;
import dev.partita.item.Dialect;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import java.util.List;
import java.util.Map;

/** Query and Scan. */
final class SearchCalls {

    static final WireCall<Query.Result> QUERY = new WireCall<>(
            SearchCalls::readQuery,
            (out, result) -> writePage(
                    out,
                    result.items(),
                    result.count(),
                    result.scannedCount(),
                    result.lastEvaluatedKey(),
                    result.consumedCapacity()));
    static final WireCall<Scan.Result> SCAN = new WireCall<>(
            SearchCalls::readScan,
            (out, result) -> writePage(
                    out,
                    result.items(),
                    result.count(),
                    result.scannedCount(),
                    result.lastEvaluatedKey(),
                    result.consumedCapacity()));

    private SearchCalls() {}

    private static Query readQuery(JsonIn in) {
        Constraints inKeys = new Constraints(Dialect.CURRENT);
        Constraints inFilter = new Constraints(Dialect.CURRENT);
        String tableName = null;
        String indexName = null;
        String select = null;
        List<String> attributesToGet = null;
        Integer limit = null;
        Boolean consistentRead = null;
        Map<String, Legacy.Condition> keyConditions = null;
        Map<String, Legacy.Condition> queryFilter = null;
        String conditionalOperator = null;
        Boolean scanIndexForward = null;
        Item exclusiveStartKey = null;
        String returnConsumedCapacity = null;
        String projectionExpression = null;
        String filterExpression = null;
        String keyConditionExpression = null;
        Map<String, String> expressionAttributeNames = null;
        Map<String, AttributeValue> expressionAttributeValues = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "IndexName" -> indexName = in.string();
                case "Select" -> select = in.string();
                case "AttributesToGet" -> attributesToGet = in.strings();
                case "Limit" -> limit = in.integer();
                case "ConsistentRead" -> consistentRead = in.bool();
                case "KeyConditions" -> keyConditions = LegacyIn.conditions(in, "keyConditions", inKeys);
                case "QueryFilter" -> queryFilter = LegacyIn.conditions(in, "queryFilter", inFilter);
                case "ConditionalOperator" -> conditionalOperator = in.string();
                case "ScanIndexForward" -> scanIndexForward = in.bool();
                case "ExclusiveStartKey" -> exclusiveStartKey = in.item();
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                case "ProjectionExpression" -> projectionExpression = in.string();
                case "FilterExpression" -> filterExpression = in.string();
                case "KeyConditionExpression" -> keyConditionExpression = in.string();
                case "ExpressionAttributeNames" -> expressionAttributeNames = in.stringMap();
                case "ExpressionAttributeValues" -> expressionAttributeValues = in.values();
                default -> in.skip();
            }
        }
        Constraints constraints = new Constraints(Dialect.CURRENT);
        constraints.range("limit", limit, 1, Integer.MAX_VALUE);
        var capacity =
                constraints.oneOf("returnConsumedCapacity", returnConsumedCapacity, EnumText.RETURN_CONSUMED_CAPACITY);
        ItemCalls.attributesToGet(constraints, attributesToGet);
        constraints.include(inFilter);
        var selected = constraints.oneOf("select", select, EnumText.SELECT);
        var operator = constraints.oneOf("conditionalOperator", conditionalOperator, EnumText.CONDITIONAL_OPERATOR);
        constraints
                .include(inKeys)
                .tableName("tableName", tableName)
                .name("indexName", indexName)
                .check();
        return new Query(
                tableName,
                indexName,
                selected,
                attributesToGet,
                limit,
                consistentRead,
                keyConditions,
                queryFilter,
                operator,
                scanIndexForward,
                exclusiveStartKey,
                capacity,
                projectionExpression,
                filterExpression,
                keyConditionExpression,
                expressionAttributeNames,
                expressionAttributeValues);
    }

    private static Scan readScan(JsonIn in) {
        Constraints inConditions = new Constraints(Dialect.OLDER);
        String tableName = null;
        String indexName = null;
        List<String> attributesToGet = null;
        Integer limit = null;
        String select = null;
        Map<String, Legacy.Condition> scanFilter = null;
        String conditionalOperator = null;
        Item exclusiveStartKey = null;
        String returnConsumedCapacity = null;
        Integer totalSegments = null;
        Integer segment = null;
        String projectionExpression = null;
        String filterExpression = null;
        Map<String, String> expressionAttributeNames = null;
        Map<String, AttributeValue> expressionAttributeValues = null;
        Boolean consistentRead = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "IndexName" -> indexName = in.string();
                case "AttributesToGet" -> attributesToGet = in.strings();
                case "Limit" -> limit = in.integer();
                case "Select" -> select = in.string();
                case "ScanFilter" -> scanFilter = LegacyIn.conditions(in, "scanFilter", inConditions);
                case "ConditionalOperator" -> conditionalOperator = in.string();
                case "ExclusiveStartKey" -> exclusiveStartKey = in.item();
                case "ReturnConsumedCapacity" -> returnConsumedCapacity = in.string();
                case "TotalSegments" -> totalSegments = in.integer();
                case "Segment" -> segment = in.integer();
                case "ProjectionExpression" -> projectionExpression = in.string();
                case "FilterExpression" -> filterExpression = in.string();
                case "ExpressionAttributeNames" -> expressionAttributeNames = in.stringMap();
                case "ExpressionAttributeValues" -> expressionAttributeValues = in.values();
                case "ConsistentRead" -> consistentRead = in.bool();
                default -> in.skip();
            }
        }
        Constraints constraints = new Constraints(Dialect.OLDER);
        var selected = constraints.oneOf("select", select, EnumText.SELECT);
        constraints.name("indexName", indexName).range("totalSegments", totalSegments, 1, Limits.SCAN_SEGMENTS);
        var capacity =
                constraints.oneOf("returnConsumedCapacity", returnConsumedCapacity, EnumText.RETURN_CONSUMED_CAPACITY);
        constraints.tableName("tableName", tableName);
        var operator = constraints.oneOf("conditionalOperator", conditionalOperator, EnumText.CONDITIONAL_OPERATOR);
        constraints
                .include(inConditions)
                .range("segment", segment, 0, Limits.SCAN_SEGMENTS - 1)
                .range("limit", limit, 1, Integer.MAX_VALUE);
        ItemCalls.attributesToGet(constraints, attributesToGet);
        constraints.check();
        return new Scan(
                tableName,
                indexName,
                attributesToGet,
                limit,
                selected,
                scanFilter,
                operator,
                exclusiveStartKey,
                capacity,
                totalSegments,
                segment,
                projectionExpression,
                filterExpression,
                expressionAttributeNames,
                expressionAttributeValues,
                consistentRead);
    }

    /** {@code items} is null when only the count was asked for. */
    private static void writePage(
            JsonOut out,
            List<Item> items,
            int count,
            int scannedCount,
            Item lastEvaluatedKey,
            ConsumedCapacity capacity) {
        out.openObject();
        out.member("Items", items, JsonOut::value);
        out.name("Count").value(count);
        out.name("ScannedCount").value(scannedCount);
        out.member("LastEvaluatedKey", lastEvaluatedKey);
        ResultOut.consumedCapacity(out, capacity);
        out.closeObject();
    }
}
