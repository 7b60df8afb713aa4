package dev.partita.cli.internal.up;

import dev.partita.console.Partitions;
import dev.partita.console.Traffic;
import dev.partita.engine.BatchWriteItem;
import dev.partita.engine.DeleteItem;
import dev.partita.engine.Operation;
import dev.partita.engine.PutItem;
import dev.partita.engine.TransactWriteItems;
import dev.partita.engine.UpdateItem;
import dev.partita.engine.read.BatchGetItem;
import dev.partita.engine.read.GetItem;
import dev.partita.engine.read.Query;
import dev.partita.engine.read.Scan;
import dev.partita.engine.read.TransactGetItems;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.item.ApiException;
import dev.partita.item.Item;
import dev.partita.wire.Watcher;
import java.util.List;

/** Tells the console of every request to DynamoDB's API that reads or writes items, while somebody looks there. */
final class ApiTraffic implements Watcher {

    private final Traffic traffic;
    private final Partitions partitions;

    ApiTraffic(Traffic traffic, Partitions partitions) {
        this.traffic = traffic;
        this.partitions = partitions;
    }

    @Override
    public boolean isWatching() {
        return traffic.isWatched();
    }

    @Override
    public void saw(Operation<?> operation, Object result, ApiException refusal, long tookNanos) {
        Seen seen = seen(operation, result);
        if (seen != null) {
            traffic.record(new Traffic.Event(
                    traffic.nowMillis(),
                    "api",
                    operation.getClass().getSimpleName(),
                    seen.table,
                    seen.index,
                    seen.partition,
                    seen.reads ? seen.units : 0,
                    seen.reads ? 0 : seen.units,
                    seen.items,
                    tookNanos / 1000,
                    refusal == null ? null : refusal.code().name()));
        }
    }

    /** What is to be said of a request; results are null when it was refused. */
    private record Seen(boolean reads, String table, String index, String partition, double units, int items) {}

    private Seen seen(Operation<?> operation, Object result) {
        if (operation instanceof GetItem get) {
            GetItem.Result got = (GetItem.Result) result;
            return one(
                    true,
                    get.tableName(),
                    get.key(),
                    got == null ? null : got.consumedCapacity(),
                    got != null && got.item().isPresent() ? 1 : 0);
        }
        if (operation instanceof PutItem put) {
            PutItem.Result done = (PutItem.Result) result;
            return one(false, put.tableName(), put.item(), done == null ? null : done.consumedCapacity(), 1);
        }
        if (operation instanceof UpdateItem update) {
            UpdateItem.Result done = (UpdateItem.Result) result;
            return one(false, update.tableName(), update.key(), done == null ? null : done.consumedCapacity(), 1);
        }
        if (operation instanceof DeleteItem delete) {
            DeleteItem.Result done = (DeleteItem.Result) result;
            return one(false, delete.tableName(), delete.key(), done == null ? null : done.consumedCapacity(), 1);
        }
        if (operation instanceof Query query) {
            Query.Result found = (Query.Result) result;
            return new Seen(
                    true,
                    query.tableName(),
                    query.indexName(),
                    Partitions.sought(query.keyConditionExpression(), query.expressionAttributeValues()),
                    found == null ? 0 : units(found.consumedCapacity()),
                    found == null ? 0 : found.count());
        }
        if (operation instanceof Scan scan) {
            Scan.Result found = (Scan.Result) result;
            return new Seen(
                    true,
                    scan.tableName(),
                    scan.indexName(),
                    null,
                    found == null ? 0 : units(found.consumedCapacity()),
                    found == null ? 0 : found.count());
        }
        if (operation instanceof BatchGetItem) {
            return several(true, result == null ? null : ((BatchGetItem.Result) result).consumedCapacity());
        }
        if (operation instanceof BatchWriteItem) {
            return several(false, result == null ? null : ((BatchWriteItem.Result) result).consumedCapacity());
        }
        if (operation instanceof TransactGetItems) {
            return several(true, result == null ? null : ((TransactGetItems.Result) result).consumedCapacity());
        }
        if (operation instanceof TransactWriteItems) {
            return several(false, result == null ? null : ((TransactWriteItems.Result) result).consumedCapacity());
        }
        return null;
    }

    /** @param item the whole item or its key; null when the request has none */
    private Seen one(boolean reads, String table, Item item, ConsumedCapacity capacity, int items) {
        return new Seen(reads, table, null, item == null ? null : partitions.of(table, item), units(capacity), items);
    }

    private static Seen several(boolean reads, List<ConsumedCapacity> capacities) {
        double units = capacities == null
                ? 0
                : capacities.stream()
                        .mapToDouble(ConsumedCapacity::capacityUnits)
                        .sum();
        String table =
                capacities != null && capacities.size() == 1 ? capacities.get(0).tableName() : null;
        return new Seen(reads, table, null, null, units, 0);
    }

    private static double units(ConsumedCapacity capacity) {
        return capacity == null ? 0 : capacity.capacityUnits();
    }
}
