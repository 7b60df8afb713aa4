package dev.partita.engine;

import dev.partita.expression.Legacy;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads the items of one partition in sort-key order. */
public record Query(
        String tableName,
        String indexName,
        Select select,
        List<String> attributesToGet,
        Integer limit,
        Boolean consistentRead,
        Map<String, Legacy.Condition> keyConditions,
        Map<String, Legacy.Condition> queryFilter,
        Legacy.ConditionalOperator conditionalOperator,
        Boolean scanIndexForward,
        Item exclusiveStartKey,
        ReturnConsumedCapacity returnConsumedCapacity,
        String projectionExpression,
        String filterExpression,
        String keyConditionExpression,
        Map<String, String> expressionAttributeNames,
        Map<String, AttributeValue> expressionAttributeValues)
        implements Operation<Query.Result> {

    public record Result(
            List<Item> items, int count, int scannedCount, Item lastEvaluatedKey, ConsumedCapacity consumedCapacity) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("Query is not built yet");
    }
}
