package dev.partita.engine;

import dev.partita.engine.internal.table.KeySchema;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.engine.request.ItemCollectionMetrics;
import dev.partita.engine.request.ReturnConsumedCapacity;
import dev.partita.engine.request.ReturnItemCollectionMetrics;
import dev.partita.item.ApiException;
import dev.partita.item.Bytes;
import dev.partita.item.Dialect;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** One request with the table it is for, checked. */
    private record Prepared(String tableName, Table table, byte[] rowKey, Item key, Item after) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        shape();
        List<Prepared> prepared = prepare(database);
        Write<Result> write = group -> {
            List<Prepared> now = prepared.stream().allMatch(p -> p.table == database.table(p.tableName))
                    ? prepared
                    : prepare(database);
            return write(group, now);
        };
        boolean isRemoval = prepared.stream().noneMatch(request -> request.after.isPresent());
        return isRemoval ? database.remove(write) : database.write(write);
    }

    private Result write(Group group, List<Prepared> requests) {
        Capacity capacity = Capacity.of(group.engine(), returnConsumedCapacity);
        Map<String, List<ItemCollectionMetrics>> metrics = new LinkedHashMap<>();
        List<Change> changes = new ArrayList<>(requests.size());
        for (Prepared request : requests) {
            Change change = new Change(request.table, request.rowKey, group.read(request.rowKey), request.after);
            ConditionalWrite.requireCollectionRoom(group, change);
            changes.add(change);
        }
        for (int i = 0; i < changes.size(); i++) {
            Prepared request = requests.get(i);
            int[] units = group.apply(changes.get(i));
            capacity.write(request.tableName, request.table, units, 1);
        }
        for (Prepared request : requests) {
            ItemCollectionMetrics touched =
                    ConditionalWrite.metrics(group, request.table, request.key, returnItemCollectionMetrics);
            ConditionalWrite.addOnce(metrics, request.tableName, touched);
        }
        return new Result(
                Map.of(),
                returnItemCollectionMetrics == ReturnItemCollectionMetrics.SIZE ? metrics : null,
                capacity.all());
    }

    private List<Prepared> prepare(Database database) {
        List<Prepared> prepared = new ArrayList<>();
        Set<Bytes> seen = new HashSet<>();
        Map<String, Table> tables = new LinkedHashMap<>();
        requestItems.keySet().forEach(name -> tables.put(name, database.table(name)));
        requestItems.forEach((name, requests) -> {
            Table table = tables.get(name);
            for (WriteRequest request : requests) {
                Item key = request.putItem() != null ? request.putItem() : request.deleteKey();
                if (request.putItem() != null) {
                    requireKeyTypes(table, key);
                    table.requirePuttable(key);
                } else {
                    table.keys().requireKey(key);
                }
                byte[] rowKey = table.rowKey(key);
                if (!seen.add(Bytes.of(rowKey))) {
                    throw ApiException.validation("Provided list of item keys contains duplicates");
                }
                prepared.add(new Prepared(
                        name, table, rowKey, key, request.putItem() != null ? request.putItem() : Item.NONE));
            }
        });
        return prepared;
    }

    /** A batch words a missing or mistyped key as if only a Key had been given. */
    private static void requireKeyTypes(Table table, Item item) {
        for (KeySchema.Attribute attribute : table.keys().all()) {
            if (item.typeOf(attribute.utf8().array()) != attribute.type()) {
                throw KeySchema.mismatch();
            }
        }
    }

    private void shape() {
        int count = 0;
        for (List<WriteRequest> requests : requestItems.values()) {
            count += requests.size();
            for (WriteRequest request : requests) {
                if ((request.putItem() == null) == (request.deleteKey() == null)) {
                    throw ApiException.validation("Supplied AttributeValue has more than one datatypes set, must"
                            + " contain exactly one of the supported datatypes");
                }
                Item item = request.putItem() == null ? request.deleteKey() : request.putItem();
                item.requireValid(Dialect.OLDER);
                if (item.sizeBytes() > Limits.ITEM_SIZE_BYTES) {
                    throw ApiException.validation("Item size has exceeded the maximum allowed size");
                }
            }
        }
        if (count > Limits.BATCH_WRITE_REQUESTS) {
            throw ApiException.validation("Too many items requested for the BatchWriteItem call");
        }
    }
}
