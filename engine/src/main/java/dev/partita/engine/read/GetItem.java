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
import dev.partita.item.Dialect;
import dev.partita.item.Item;
import dev.partita.item.Units;
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
        Projection projection = projection();
        Table table = database.table(tableName);
        table.requireScalarKeys(projection.nestedNames());
        table.keys().requireKey(key);
        byte[] stored = database.reader().get(table.rowKey(key));
        Item item = stored == null ? Item.NONE : Item.ofBytes(stored);
        double units = Units.read(item.sizeBytes(), Boolean.TRUE.equals(consistentRead));
        return CompletableFuture.completedFuture(new Result(
                projection.isAll() || !item.isPresent() ? item : projection.of(item),
                Capacity.ofTable(database.engine(), returnConsumedCapacity, tableName, units)));
    }

    private Projection projection() {
        Expressions parameters = new Expressions()
                .legacy("AttributesToGet", attributesToGet)
                .expression("ProjectionExpression", projectionExpression)
                .refuseMixing();
        key.requireValid(Dialect.CURRENT);
        Placeholders placeholders = parameters.placeholders(expressionAttributeNames, null, Dialect.CURRENT);
        if (attributesToGet != null) {
            return Legacy.projection(attributesToGet);
        }
        Projection projection = Parser.projection(projectionExpression, placeholders);
        placeholders.requireAllUsed();
        return projection;
    }
}
