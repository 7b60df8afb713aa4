package dev.partita.engine.read;

import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import dev.partita.engine.internal.table.Index;
import dev.partita.engine.internal.table.KeyRange;
import dev.partita.engine.internal.table.KeySchema;
import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.engine.request.Expressions;
import dev.partita.engine.request.ReturnConsumedCapacity;
import dev.partita.engine.request.Select;
import dev.partita.expression.Condition;
import dev.partita.expression.ExpressionKind;
import dev.partita.expression.KeyCondition;
import dev.partita.expression.Legacy;
import dev.partita.expression.Parser;
import dev.partita.expression.Placeholders;
import dev.partita.expression.Projection;
import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Dialect;
import dev.partita.item.Item;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Reads the items of one partition in sort-key order. */
public record Query(
        String tableName,
        String indexName,
        Select select,
        List<String> attributesToGet,
        Integer limit,
        Boolean consistentRead,
        Map<String, Legacy.Condition> keyConditions,
        Map<String, Legacy.Condition> queryFilter,
        Legacy.ConditionalOperator conditionalOperator,
        Boolean scanIndexForward,
        Item exclusiveStartKey,
        ReturnConsumedCapacity returnConsumedCapacity,
        String projectionExpression,
        String filterExpression,
        String keyConditionExpression,
        Map<String, String> expressionAttributeNames,
        Map<String, AttributeValue> expressionAttributeValues)
        implements Operation<Query.Result> {

    public record Result(
            List<Item> items, int count, int scannedCount, Item lastEvaluatedKey, ConsumedCapacity consumedCapacity) {}

    /** The expressions of the request, parsed. */
    private record Shape(KeyCondition keys, Condition filter, Projection projection) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        Shape shape = shape();
        Table table = database.table(tableName);
        Index index = indexName == null ? null : table.index(indexName);
        boolean consistent = Boolean.TRUE.equals(consistentRead);
        if (index != null && index.global() && consistent) {
            throw ApiException.validation("Consistent reads are not supported on global secondary indexes");
        }
        KeySchema schema = index == null ? table.keys() : index.keys();
        KeyRange range = KeyRange.of(shape.keys, schema, index == null ? table.prefix() : index.prefix(), indexName);
        table.requireScalarKeys(shape.filter.nestedNames());
        table.requireScalarKeys(shape.projection.nestedNames());
        refuseFilterOnKeys(shape.filter, schema);
        boolean fetchWhole = Selection.fetchesWhole(index, select, shape.projection);
        boolean backwards = Boolean.FALSE.equals(scanIndexForward);
        byte[] from = range.from();
        byte[] to = range.to();
        if (exclusiveStartKey != null) {
            byte[] start = requireStart(table, index, range);
            from = backwards ? from : Rows.successor(start);
            to = backwards ? start : to;
        }
        PageWalk.Result page = new PageWalk(
                        table,
                        index,
                        from,
                        to,
                        backwards,
                        limit == null ? Integer.MAX_VALUE : limit,
                        shape.filter,
                        shape.projection,
                        select == Select.COUNT,
                        fetchWhole)
                .read(database, consistent);
        return CompletableFuture.completedFuture(new Result(
                select == Select.COUNT ? null : page.items(),
                page.count(),
                page.scannedCount(),
                // There is at most one row: going on from it could find nothing.
                schema.all().size() == 1 && index == null ? Item.NONE : page.lastEvaluatedKey(),
                page.capacity(database.engine(), tableName, index, returnConsumedCapacity, consistent)));
    }

    /** Where to go on from, which must be a key of the partition and range that is read. */
    private byte[] requireStart(Table table, Index index, KeyRange range) {
        byte[] start = PageWalk.position(table, index, exclusiveStartKey);
        if (start == null) {
            throw ApiException.validation("The provided starting key is invalid");
        }
        byte[] partition = range.partition();
        if (start.length < partition.length
                || !Arrays.equals(start, 0, partition.length, partition, 0, partition.length)) {
            throw ApiException.validation(
                    "The provided starting key is outside query boundaries based on provided conditions");
        }
        if (Arrays.compareUnsigned(start, range.from()) < 0 || Arrays.compareUnsigned(start, range.to()) >= 0) {
            throw ApiException.validation("The provided starting key does not match the range key predicate");
        }
        return start;
    }

    private void refuseFilterOnKeys(Condition filter, KeySchema schema) {
        if (filter == Condition.ALWAYS) {
            return;
        }
        for (KeySchema.Attribute attribute : schema.all()) {
            if (filter.attributeNames().contains(attribute.name())) {
                throw ApiException.validation((queryFilter == null ? "Filter Expression" : "QueryFilter")
                        + " can only contain non-primary key attributes: Primary key attribute: " + attribute.name());
            }
        }
    }

    /** Everything that is wrong with the request whatever the table; the order decides which error wins. */
    private Shape shape() {
        Expressions parameters = new Expressions()
                .legacy("AttributesToGet", attributesToGet)
                .legacy("QueryFilter", queryFilter)
                .legacy("ConditionalOperator", conditionalOperator)
                .legacy("KeyConditions", keyConditionExpression == null ? null : keyConditions)
                .expression("ProjectionExpression", projectionExpression)
                .expression("FilterExpression", filterExpression)
                .expression("KeyConditionExpression", keyConditionExpression)
                .refuseMixing();
        if (exclusiveStartKey != null) {
            exclusiveStartKey.requireValid(Dialect.CURRENT);
        }
        try {
            Selection.require(select, indexName, attributesToGet, projectionExpression);
        } catch (ApiException e) {
            throw e.enveloped();
        }
        Placeholders placeholders =
                parameters.placeholders(expressionAttributeNames, expressionAttributeValues, Dialect.CURRENT);
        if (keyConditions == null && keyConditionExpression == null) {
            throw ApiException.validation(
                    "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.");
        }
        KeyCondition keys = keyConditionExpression == null
                ? Legacy.keyCondition(keyConditions)
                : Parser.keyCondition(keyConditionExpression, placeholders);
        Condition filter = queryFilter == null && conditionalOperator == null
                ? Parser.condition(filterExpression, ExpressionKind.FILTER, placeholders)
                : Legacy.filter(queryFilter, conditionalOperator, "QueryFilter");
        Projection projection = attributesToGet == null
                ? Parser.projection(projectionExpression, placeholders)
                : Legacy.projection(attributesToGet);
        placeholders.requireAllUsed();
        return new Shape(keys, filter, projection);
    }
}
