package dev.partita.engine.read;

import dev.partita.engine.Capacity;
import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import dev.partita.engine.TransactWriteItems;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.engine.request.Expressions;
import dev.partita.engine.request.ReturnConsumedCapacity;
import dev.partita.expression.Parser;
import dev.partita.expression.Placeholders;
import dev.partita.expression.Projection;
import dev.partita.item.ApiException;
import dev.partita.item.ApiException.CancellationReason;
import dev.partita.item.Bytes;
import dev.partita.item.Dialect;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.item.Units;
import dev.partita.store.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Reads many items at one moment. */
public record TransactGetItems(List<TransactGetItems.Get> transactItems, ReturnConsumedCapacity returnConsumedCapacity)
        implements Operation<TransactGetItems.Result> {

    /** One item to read. */
    public record Get(
            String tableName, Item key, String projectionExpression, Map<String, String> expressionAttributeNames) {

        private Projection projection() {
            key.requireValid(Dialect.OLDER);
            Placeholders placeholders = new Expressions()
                    .expression("ProjectionExpression", projectionExpression)
                    .placeholders(expressionAttributeNames, null, Dialect.OLDER);
            Projection projection = Parser.projection(projectionExpression, placeholders);
            placeholders.requireAllUsed();
            return projection;
        }
    }

    public record Result(List<Item> responses, List<ConsumedCapacity> consumedCapacity) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        List<Projection> projections = new ArrayList<>(transactItems.size());
        for (Get get : transactItems) {
            projections.add(get.projection());
        }
        List<Table> tables = new ArrayList<>(transactItems.size());
        for (Get get : transactItems) {
            tables.add(database.table(get.tableName));
        }
        for (int i = 0; i < tables.size(); i++) {
            tables.get(i).requireScalarKeys(projections.get(i).nestedNames());
        }
        requireKeys(tables);
        Capacity capacity =
                new Capacity(database.engine(), returnConsumedCapacity, ConsumedCapacity.Transactional.READ);
        List<Item> items = new ArrayList<>(transactItems.size());
        long bytes = 0;
        try (Snapshot snapshot = database.engine().store().snapshot()) {
            for (int i = 0; i < transactItems.size(); i++) {
                byte[] stored = snapshot.get(tables.get(i).rowKey(transactItems.get(i).key));
                Item item = stored == null ? Item.NONE : Item.ofBytes(stored);
                bytes += item.sizeBytes();
                if (bytes > Limits.TRANSACT_BYTES) {
                    throw ApiException.validation("Transaction exceeds maximum allowed aggregate size of 4 MB");
                }
                capacity.table(transactItems.get(i).tableName, 2 * Units.read(item.sizeBytes()));
                Projection projection = projections.get(i);
                Item shown = projection.isAll() || !item.isPresent() ? item : projection.of(item);
                // Unlike GetItem, an item of which nothing is shown looks like none.
                items.add(shown.count() == 0 ? Item.NONE : shown);
            }
        }
        return CompletableFuture.completedFuture(new Result(items, capacity.all()));
    }

    private void requireKeys(List<Table> tables) {
        List<CancellationReason> reasons = new ArrayList<>(transactItems.size());
        Set<Bytes> seen = new HashSet<>();
        boolean cancelled = false;
        for (int i = 0; i < transactItems.size(); i++) {
            Item key = transactItems.get(i).key;
            TransactWriteItems.refuseEmptyKeys(tables.get(i), key);
            try {
                tables.get(i).keys().requireKey(key);
            } catch (ApiException e) {
                cancelled = true;
                reasons.add(new CancellationReason("ValidationError", e.getMessage(), Item.NONE));
                continue;
            }
            reasons.add(CancellationReason.NONE);
            if (!seen.add(Bytes.of(tables.get(i).rowKey(key)))) {
                throw ApiException.validation("Transaction request cannot include multiple operations on one item");
            }
        }
        if (cancelled) {
            throw ApiException.transactionCanceled(reasons);
        }
    }
}
