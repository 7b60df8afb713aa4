package dev.partita.engine;

import dev.partita.item.Item;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads many items by their keys. */
public record BatchGetItem(
        Map<String, BatchGetItem.KeysAndAttributes> requestItems, ReturnConsumedCapacity returnConsumedCapacity)
        implements Operation<BatchGetItem.Result> {

    /** What is asked of one table. */
    public record KeysAndAttributes(
            List<Item> keys,
            List<String> attributesToGet,
            Boolean consistentRead,
            String projectionExpression,
            Map<String, String> expressionAttributeNames) {}

    public record Result(
            Map<String, List<Item>> responses,
            Map<String, KeysAndAttributes> unprocessedKeys,
            List<ConsumedCapacity> consumedCapacity) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("BatchGetItem is not built yet");
    }
}
