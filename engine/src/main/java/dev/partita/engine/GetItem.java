package dev.partita.engine;

import dev.partita.item.Item;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads one item by its key. */
public record GetItem(
        String tableName,
        Item key,
        List<String> attributesToGet,
        Boolean consistentRead,
        String projectionExpression,
        Map<String, String> expressionAttributeNames,
        ReturnConsumedCapacity returnConsumedCapacity)
        implements Operation<GetItem.Result> {

    public record Result(Item item, ConsumedCapacity consumedCapacity) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("GetItem is not built yet");
    }
}
