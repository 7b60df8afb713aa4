package dev.partita.engine;

import dev.partita.engine.internal.table.KeySchema;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.engine.request.Expressions;
import dev.partita.engine.request.ItemCollectionMetrics;
import dev.partita.engine.request.ReturnConsumedCapacity;
import dev.partita.engine.request.ReturnItemCollectionMetrics;
import dev.partita.engine.request.ReturnValues;
import dev.partita.engine.request.ReturnValuesOnConditionCheckFailure;
import dev.partita.expression.Condition;
import dev.partita.expression.ExpressionKind;
import dev.partita.expression.Legacy;
import dev.partita.expression.Parser;
import dev.partita.expression.Placeholders;
import dev.partita.expression.Update;
import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Dialect;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Changes attributes of an item, creating it if need be. */
public record UpdateItem(
        String tableName,
        Item key,
        String updateExpression,
        String conditionExpression,
        Map<String, String> expressionAttributeNames,
        Map<String, AttributeValue> expressionAttributeValues,
        Map<String, Legacy.AttributeUpdate> attributeUpdates,
        Map<String, Legacy.Expected> expected,
        Legacy.ConditionalOperator conditionalOperator,
        ReturnValues returnValues,
        ReturnConsumedCapacity returnConsumedCapacity,
        ReturnItemCollectionMetrics returnItemCollectionMetrics,
        ReturnValuesOnConditionCheckFailure returnValuesOnConditionCheckFailure)
        implements Operation<UpdateItem.Result> {

    public record Result(
            Item attributes, ConsumedCapacity consumedCapacity, ItemCollectionMetrics itemCollectionMetrics) {}

    /** The two expressions of the request, parsed. */
    private record Shape(Update update, Condition condition) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        Shape shape;
        try {
            shape = shape();
        } catch (ApiException e) {
            throw e.enveloped();
        }
        Table known = database.table(tableName);
        requireUpdatable(known, key, shape.update, shape.condition);
        return database.write(group -> {
            Table table = database.table(tableName);
            if (table != known) {
                requireUpdatable(table, key, shape.update, shape.condition);
            }
            byte[] rowKey = table.rowKey(key);
            Item before = group.read(rowKey);
            if (!shape.condition.holds(before)) {
                throw ConditionalWrite.blocked(before, returnValuesOnConditionCheckFailure);
            }
            Item after = updated(table, before, key, shape.update);
            Change change = new Change(table, rowKey, before, after);
            ConditionalWrite.requireCollectionRoom(group, change);
            int[] units = group.apply(change);
            return new Result(
                    shown(shape.update, before, after),
                    Capacity.of(database.engine(), returnConsumedCapacity)
                            .write(tableName, table, units, 1)
                            .single(),
                    ConditionalWrite.metrics(group, table, key, returnItemCollectionMetrics));
        });
    }

    /** Refuses a key or an update that cannot fit the table, whatever the item is. */
    static void requireUpdatable(Table table, Item key, Update update, Condition condition) {
        for (KeySchema.Attribute attribute : table.keys().all()) {
            if (update.targetNames().contains(attribute.name())) {
                throw ApiException.invalidParameter(
                        "Cannot update attribute " + attribute.name() + ". This attribute is part of the key");
            }
        }
        table.requireScalarKeys(update.nestedNames());
        table.requireScalarKeys(condition.nestedNames());
        table.keys().requireKey(key);
    }

    /** The item after the update, checked. */
    static Item updated(Table table, Item before, Item key, Update update) {
        Item after = update.apply(before, key);
        if (!before.isPresent() && update.onlyRemoves()) {
            return Item.NONE;
        }
        after.requireValid(Dialect.CURRENT);
        if (after.sizeBytes() > Limits.ITEM_SIZE_BYTES) {
            throw ApiException.validation("Item size to update has exceeded the maximum allowed size");
        }
        table.requireUpdatable(after);
        return after;
    }

    private Item shown(Update update, Item before, Item after) {
        if (returnValues == null) {
            return Item.NONE;
        }
        return switch (returnValues) {
            case NONE -> Item.NONE;
            case ALL_OLD -> before;
            case ALL_NEW -> after;
            case UPDATED_OLD -> noneIfEmpty(before.isPresent() ? update.touched(before) : Item.NONE);
            case UPDATED_NEW -> noneIfEmpty(after.isPresent() ? update.touched(after) : Item.NONE);
        };
    }

    private static Item noneIfEmpty(Item item) {
        return item.count() == 0 ? Item.NONE : item;
    }

    /** Everything that is wrong with the request whatever the table; the order decides which error wins. */
    private Shape shape() {
        Expressions parameters = new Expressions()
                .legacy("AttributeUpdates", attributeUpdates)
                .legacy("Expected", expected)
                .legacy("ConditionalOperator", conditionalOperator)
                .expression("UpdateExpression", updateExpression)
                .expression("ConditionExpression", conditionExpression)
                .refuseMixing();
        key.requireValid(Dialect.CURRENT);
        Condition legacyCondition = Legacy.condition(expected, conditionalOperator);
        Shape legacy = new Shape(Legacy.update(attributeUpdates), legacyCondition);
        Placeholders placeholders =
                parameters.placeholders(expressionAttributeNames, expressionAttributeValues, Dialect.CURRENT);
        if (attributeUpdates != null || expected != null) {
            return legacy;
        }
        Update update = Parser.update(updateExpression, placeholders);
        Condition condition = Parser.condition(conditionExpression, ExpressionKind.CONDITION, placeholders);
        placeholders.requireAllUsed();
        return new Shape(update, condition);
    }
}
