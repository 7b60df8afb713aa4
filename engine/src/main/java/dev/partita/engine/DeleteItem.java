package dev.partita.engine;

import dev.partita.expression.Legacy;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Removes an item. */
public record DeleteItem(
        String tableName,
        Item key,
        String conditionExpression,
        Map<String, String> expressionAttributeNames,
        Map<String, AttributeValue> expressionAttributeValues,
        Map<String, Legacy.Expected> expected,
        Legacy.ConditionalOperator conditionalOperator,
        ReturnValues returnValues,
        ReturnConsumedCapacity returnConsumedCapacity,
        ReturnItemCollectionMetrics returnItemCollectionMetrics,
        ReturnValuesOnConditionCheckFailure returnValuesOnConditionCheckFailure)
        implements Operation<DeleteItem.Result> {

    public record Result(
            Item attributes, ConsumedCapacity consumedCapacity, ItemCollectionMetrics itemCollectionMetrics) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("DeleteItem is not built yet");
    }
}
