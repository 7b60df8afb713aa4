package dev.partita.engine;

import dev.partita.item.Item;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads many items at one moment. */
public record TransactGetItems(List<TransactGetItems.Get> transactItems, ReturnConsumedCapacity returnConsumedCapacity)
        implements Operation<TransactGetItems.Result> {

    /** One item to read. */
    public record Get(
            String tableName, Item key, String projectionExpression, Map<String, String> expressionAttributeNames) {}

    public record Result(List<Item> responses, List<ConsumedCapacity> consumedCapacity) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("TransactGetItems is not built yet");
    }
}
