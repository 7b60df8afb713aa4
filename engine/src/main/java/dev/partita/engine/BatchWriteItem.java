package dev.partita.engine;

import dev.partita.item.Item;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Puts and deletes many items, each on its own. */
public record BatchWriteItem(
        Map<String, List<BatchWriteItem.WriteRequest>> requestItems,
        ReturnConsumedCapacity returnConsumedCapacity,
        ReturnItemCollectionMetrics returnItemCollectionMetrics)
        implements Operation<BatchWriteItem.Result> {

    /** Either an item to put or a key to delete; the other is null. */
    public record WriteRequest(Item putItem, Item deleteKey) {}

    public record Result(
            Map<String, List<WriteRequest>> unprocessedItems,
            Map<String, List<ItemCollectionMetrics>> itemCollectionMetrics,
            List<ConsumedCapacity> consumedCapacity) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("BatchWriteItem is not built yet");
    }
}
