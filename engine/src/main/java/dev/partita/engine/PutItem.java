package dev.partita.engine;

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
import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Dialect;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Writes a whole item, replacing whatever had its key. */
public record PutItem(
        String tableName,
        Item item,
        String conditionExpression,
        Map<String, String> expressionAttributeNames,
        Map<String, AttributeValue> expressionAttributeValues,
        Map<String, Legacy.Expected> expected,
        Legacy.ConditionalOperator conditionalOperator,
        ReturnValues returnValues,
        ReturnConsumedCapacity returnConsumedCapacity,
        ReturnItemCollectionMetrics returnItemCollectionMetrics,
        ReturnValuesOnConditionCheckFailure returnValuesOnConditionCheckFailure)
        implements Operation<PutItem.Result> {

    public record Result(
            Item attributes, ConsumedCapacity consumedCapacity, ItemCollectionMetrics itemCollectionMetrics) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        Condition condition;
        try {
            condition = shape();
        } catch (ApiException e) {
            throw e.enveloped();
        }
        Table known = database.table(tableName);
        known.requirePuttable(item);
        known.requireScalarKeys(condition.nestedNames());
        byte[] knownRowKey = known.rowKey(item);
        return database.write(group -> {
            Table table = database.table(tableName);
            if (table != known) {
                table.requirePuttable(item);
            }
            byte[] rowKey = table == known ? knownRowKey : table.rowKey(item);
            Item before = group.read(rowKey);
            if (!condition.holds(before)) {
                throw ConditionalWrite.blocked(before, returnValuesOnConditionCheckFailure);
            }
            Change change = new Change(table, rowKey, before, item);
            ConditionalWrite.requireCollectionRoom(group, change);
            int[] units = group.apply(change);
            return new Result(
                    returnValues == ReturnValues.ALL_OLD ? before : Item.NONE,
                    Capacity.of(database.engine(), returnConsumedCapacity)
                            .write(tableName, table, units, 1)
                            .single(),
                    ConditionalWrite.metrics(group, table, item, returnItemCollectionMetrics));
        });
    }

    /** Everything that is wrong with the request whatever the table; the order decides which error wins. */
    private Condition shape() {
        Expressions parameters = new Expressions()
                .legacy("Expected", expected)
                .legacy("ConditionalOperator", conditionalOperator)
                .expression("ConditionExpression", conditionExpression)
                .refuseMixing();
        item.requireValid(Dialect.CURRENT);
        if (returnValues != null && returnValues != ReturnValues.NONE && returnValues != ReturnValues.ALL_OLD) {
            throw ApiException.validation("ReturnValues can only be ALL_OLD or NONE");
        }
        if (item.sizeBytes() > Limits.ITEM_SIZE_BYTES) {
            throw ApiException.validation("Item size has exceeded the maximum allowed size");
        }
        Condition legacy = Legacy.condition(expected, conditionalOperator);
        Placeholders placeholders =
                parameters.placeholders(expressionAttributeNames, expressionAttributeValues, Dialect.CURRENT);
        if (expected != null) {
            return legacy;
        }
        Condition condition = Parser.condition(conditionExpression, ExpressionKind.CONDITION, placeholders);
        placeholders.requireAllUsed();
        return condition;
    }
}
