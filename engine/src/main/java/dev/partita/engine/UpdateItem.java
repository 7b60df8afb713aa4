package dev.partita.engine;

import dev.partita.expression.Legacy;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Changes attributes of an item, creating it if need be. */
public record UpdateItem(
        String tableName,
        Item key,
        String updateExpression,
        String conditionExpression,
        Map<String, String> expressionAttributeNames,
        Map<String, AttributeValue> expressionAttributeValues,
        Map<String, Legacy.AttributeUpdate> attributeUpdates,
        Map<String, Legacy.Expected> expected,
        Legacy.ConditionalOperator conditionalOperator,
        ReturnValues returnValues,
        ReturnConsumedCapacity returnConsumedCapacity,
        ReturnItemCollectionMetrics returnItemCollectionMetrics,
        ReturnValuesOnConditionCheckFailure returnValuesOnConditionCheckFailure)
        implements Operation<UpdateItem.Result> {

    public record Result(
            Item attributes, ConsumedCapacity consumedCapacity, ItemCollectionMetrics itemCollectionMetrics) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("UpdateItem is not built yet");
    }
}
