package dev.partita.engine;

import dev.partita.expression.Legacy;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads every item of a table or index, page by page. */
public record Scan(
        String tableName,
        String indexName,
        List<String> attributesToGet,
        Integer limit,
        Select select,
        Map<String, Legacy.Condition> scanFilter,
        Legacy.ConditionalOperator conditionalOperator,
        Item exclusiveStartKey,
        ReturnConsumedCapacity returnConsumedCapacity,
        Integer totalSegments,
        Integer segment,
        String projectionExpression,
        String filterExpression,
        Map<String, String> expressionAttributeNames,
        Map<String, AttributeValue> expressionAttributeValues,
        Boolean consistentRead)
        implements Operation<Scan.Result> {

    public record Result(
            List<Item> items, int count, int scannedCount, Item lastEvaluatedKey, ConsumedCapacity consumedCapacity) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("Scan is not built yet");
    }
}
