package dev.partita.engine;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.List;
import java.util.Map;
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

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("TransactWriteItems is not built yet");
    }
}
