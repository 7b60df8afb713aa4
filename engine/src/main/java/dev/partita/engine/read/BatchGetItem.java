package dev.partita.engine.read;

import dev.partita.engine.Capacity;
import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.engine.request.Expressions;
import dev.partita.engine.request.ReturnConsumedCapacity;
import dev.partita.expression.Legacy;
import dev.partita.expression.Parser;
import dev.partita.expression.Placeholders;
import dev.partita.expression.Projection;
import dev.partita.item.ApiException;
import dev.partita.item.Bytes;
import dev.partita.item.Dialect;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.item.Units;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
            Map<String, String> expressionAttributeNames) {

        private Projection projection() {
            Placeholders placeholders = new Expressions()
                    .expression("ProjectionExpression", projectionExpression)
                    .placeholders(expressionAttributeNames, null, Dialect.CURRENT);
            if (attributesToGet != null) {
                return Legacy.projection(attributesToGet);
            }
            Projection projection = Parser.projection(projectionExpression, placeholders);
            placeholders.requireAllUsed();
            return projection;
        }

        /** The same question about the keys from the {@code first} on. */
        private KeysAndAttributes from(int first) {
            return new KeysAndAttributes(
                    keys.subList(first, keys.size()),
                    attributesToGet,
                    consistentRead,
                    projectionExpression,
                    expressionAttributeNames);
        }
    }

    public record Result(
            Map<String, List<Item>> responses,
            Map<String, KeysAndAttributes> unprocessedKeys,
            List<ConsumedCapacity> consumedCapacity) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        Map<String, Projection> projections = shape();
        Map<String, List<byte[]>> rowKeys = new LinkedHashMap<>();
        Map<String, Table> tables = new LinkedHashMap<>();
        requestItems.keySet().forEach(name -> tables.put(name, database.table(name)));
        requestItems.forEach((name, asked) -> {
            Table table = tables.get(name);
            table.requireScalarKeys(projections.get(name).nestedNames());
            rowKeys.put(name, rowKeys(table, asked.keys()));
        });
        Map<String, List<Item>> responses = new LinkedHashMap<>();
        Map<String, KeysAndAttributes> unprocessed = new LinkedHashMap<>();
        Capacity capacity = Capacity.of(database.engine(), returnConsumedCapacity);
        long bytes = 0;
        for (Map.Entry<String, KeysAndAttributes> entry : requestItems.entrySet()) {
            String name = entry.getKey();
            KeysAndAttributes asked = entry.getValue();
            Projection projection = projections.get(name);
            List<Item> found = new ArrayList<>(asked.keys().size());
            responses.put(name, found);
            for (int i = 0; i < asked.keys().size(); i++) {
                byte[] stored = database.reader().get(rowKeys.get(name).get(i));
                Item item = stored == null ? Item.NONE : Item.ofBytes(stored);
                if (bytes + item.sizeBytes() > Limits.BATCH_GET_BYTES) {
                    unprocessed.put(name, asked.from(i));
                    break;
                }
                bytes += item.sizeBytes();
                capacity.table(name, Units.read(item.sizeBytes(), Boolean.TRUE.equals(asked.consistentRead())));
                if (item.isPresent()) {
                    found.add(projection.isAll() ? item : projection.of(item));
                }
            }
        }
        return CompletableFuture.completedFuture(new Result(responses, unprocessed, capacity.all()));
    }

    private static List<byte[]> rowKeys(Table table, List<Item> keys) {
        List<byte[]> rowKeys = new ArrayList<>(keys.size());
        Set<Bytes> seen = new HashSet<>();
        for (Item key : keys) {
            table.keys().requireKey(key);
            byte[] rowKey = table.rowKey(key);
            if (!seen.add(Bytes.of(rowKey))) {
                throw ApiException.validation("Provided list of item keys contains duplicates");
            }
            rowKeys.add(rowKey);
        }
        return rowKeys;
    }

    /** Everything that is wrong with the request whatever the tables; answers each table's projection. */
    private Map<String, Projection> shape() {
        Expressions all = new Expressions();
        int keyCount = 0;
        for (KeysAndAttributes asked : requestItems.values()) {
            keyCount += asked.keys().size();
            all.legacy("AttributesToGet", asked.attributesToGet())
                    .expression("ProjectionExpression", asked.projectionExpression());
        }
        if (keyCount > Limits.BATCH_GET_KEYS) {
            throw ApiException.validation("Too many items requested for the BatchGetItem call");
        }
        all.refuseMixing();
        Map<String, Projection> projections = new LinkedHashMap<>();
        requestItems.forEach((name, asked) -> {
            asked.keys().forEach(key -> key.requireValid(Dialect.CURRENT));
            projections.put(name, asked.projection());
        });
        return projections;
    }
}
