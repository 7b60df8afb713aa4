package dev.partita.engine.read;

import dev.partita.engine.Database;
import dev.partita.engine.Operation;
import dev.partita.engine.internal.table.Index;
import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.request.ConsumedCapacity;
import dev.partita.engine.request.Expressions;
import dev.partita.engine.request.ReturnConsumedCapacity;
import dev.partita.engine.request.Select;
import dev.partita.expression.Condition;
import dev.partita.expression.ExpressionKind;
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

/** Reads every item of a table or index, page by page. */
public record Scan(
        String tableName,
        String indexName,
        List<String> attributesToGet,
        Integer limit,
        Select select,
        Map<String, Legacy.Condition> scanFilter,
        Legacy.ConditionalOperator conditionalOperator,
        Item exclusiveStartKey,
        ReturnConsumedCapacity returnConsumedCapacity,
        Integer totalSegments,
        Integer segment,
        String projectionExpression,
        String filterExpression,
        Map<String, String> expressionAttributeNames,
        Map<String, AttributeValue> expressionAttributeValues,
        Boolean consistentRead)
        implements Operation<Scan.Result> {

    public record Result(
            List<Item> items, int count, int scannedCount, Item lastEvaluatedKey, ConsumedCapacity consumedCapacity) {}

    private static final long HASHES = 1L << 32;

    /** The expressions of the request, parsed. */
    private record Shape(Condition filter, Projection projection) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        Shape shape = shape();
        Table table = database.table(tableName);
        Index index = indexName == null ? null : table.index(indexName);
        boolean consistent = Boolean.TRUE.equals(consistentRead);
        if (index != null && index.global() && consistent) {
            throw ApiException.validation("Consistent reads are not supported on global secondary indexes");
        }
        table.requireScalarKeys(shape.filter.nestedNames());
        table.requireScalarKeys(shape.projection.nestedNames());
        boolean fetchWhole = Selection.fetchesWhole(index, select, shape.projection);
        byte[] prefix = index == null ? table.prefix() : index.prefix();
        byte[] from = totalSegments == null ? prefix : PageWalk.fromHash(prefix, firstHash(segment));
        byte[] to = totalSegments == null ? Rows.after(prefix) : PageWalk.fromHash(prefix, firstHash(segment + 1));
        if (exclusiveStartKey != null) {
            from = Rows.successor(requireStart(table, index, from, to));
        }
        PageWalk.Result page = new PageWalk(
                        table,
                        index,
                        from,
                        to,
                        false,
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
                page.lastEvaluatedKey(),
                page.capacity(database.engine(), tableName, index, returnConsumedCapacity, consistent)));
    }

    /** Segments are contiguous slices of the hash space; {@code ofSegment} may be one past the last. */
    private long firstHash(int ofSegment) {
        return Math.multiplyExact(HASHES, ofSegment) / totalSegments;
    }

    private byte[] requireStart(Table table, Index index, byte[] from, byte[] to) {
        byte[] start = PageWalk.position(table, index, exclusiveStartKey);
        if (start == null) {
            throw ApiException.validation(
                    "The provided starting key is invalid: The provided key element does not" + " match the schema");
        }
        if (Arrays.compareUnsigned(start, from) < 0 || Arrays.compareUnsigned(start, to) >= 0) {
            throw ApiException.validation("The provided starting key is invalid: Invalid ExclusiveStartKey. Please use"
                    + " ExclusiveStartKey with correct Segment. TotalSegments: " + totalSegments + " Segment: "
                    + segment);
        }
        return start;
    }

    /** Everything that is wrong with the request whatever the table; the order decides which error wins. */
    private Shape shape() {
        Expressions parameters = new Expressions()
                .legacy("AttributesToGet", attributesToGet)
                .legacy("ScanFilter", scanFilter)
                .legacy("ConditionalOperator", conditionalOperator)
                .expression("ProjectionExpression", projectionExpression)
                .expression("FilterExpression", filterExpression)
                .refuseMixing();
        requireSegment();
        if (exclusiveStartKey != null) {
            exclusiveStartKey.requireValid(Dialect.OLDER);
        }
        Selection.require(select, indexName, attributesToGet, projectionExpression);
        Placeholders placeholders =
                parameters.placeholders(expressionAttributeNames, expressionAttributeValues, Dialect.OLDER);
        Condition filter = scanFilter == null && conditionalOperator == null
                ? Parser.condition(filterExpression, ExpressionKind.FILTER, placeholders)
                : Legacy.filter(scanFilter, conditionalOperator, "ScanFilter");
        Projection projection = attributesToGet == null
                ? Parser.projection(projectionExpression, placeholders)
                : Legacy.projection(attributesToGet);
        placeholders.requireAllUsed();
        return new Shape(filter, projection);
    }

    private void requireSegment() {
        if (segment != null && totalSegments == null) {
            throw ApiException.validation("The TotalSegments parameter is required but was not present in the request"
                    + " when Segment parameter is present");
        }
        if (segment == null && totalSegments != null) {
            throw ApiException.validation("The Segment parameter is required but was not present in the request when"
                    + " parameter TotalSegments is present");
        }
        if (segment != null && segment >= totalSegments) {
            throw ApiException.validation("The Segment parameter is zero-based and must be less than parameter"
                    + " TotalSegments: Segment: " + segment + " is not less than TotalSegments: " + totalSegments);
        }
    }
}
