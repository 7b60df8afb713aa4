package dev.partita.sdk;

import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Sends each kind of request with the AWS SDK, and makes an answer of what comes back. */
final class SdkRequests implements Request.Cases<Answer> {

    private static final Answer NOTHING = new Answer(List.of(), null, Item.NONE, 0, 0, 0, List.of(), List.of());

    private final DynamoDbClient client;
    private final ReturnConsumedCapacity capacity;
    private final AwsRequestOverrideConfiguration override;
    private final AwsRequestOverrideConfiguration careful;

    /**
     * @param countsUnits whether answers say which units they took
     * @param timeout of a call, with its retries; null for the client's own
     */
    SdkRequests(DynamoDbClient client, boolean countsUnits, Duration timeout) {
        this.client = client;
        this.capacity = countsUnits ? ReturnConsumedCapacity.TOTAL : null;
        this.override = timeout == null
                ? null
                : AwsRequestOverrideConfiguration.builder()
                        .apiCallTimeout(timeout)
                        .build();
        this.careful = AwsRequestOverrideConfiguration.builder()
                .apiCallTimeout(timeout)
                .addPlugin(CarefulRetries.PLUGIN)
                .build();
    }

    /** As the context asks; a timeout is kept by the SDK's own timer, its retries included. */
    SdkRequests under(Endpoint.Context context) {
        boolean isCounted = capacity != null || !context.counts();
        return isCounted && context.timeout() == null
                ? this
                : new SdkRequests(client, capacity != null || context.counts(), context.timeout());
    }

    @Override
    public Answer get(Request.GetItem get) {
        GetItemResponse answer = client.getItem(builder -> builder.tableName(get.table())
                .key(SdkItems.toSdk(get.key()))
                .consistentRead(get.consistent() ? true : null)
                .projectionExpression(get.projection())
                .expressionAttributeNames(orNull(get.names()))
                .returnConsumedCapacity(capacity)
                .overrideConfiguration(override));
        return read(
                answer.hasItem() ? List.of(answer.item()) : List.of(),
                null,
                answer.hasItem() ? 1 : 0,
                units(answer.consumedCapacity()));
    }

    @Override
    public Answer query(Request.Query query) {
        QueryResponse answer = client.query(builder -> builder.tableName(query.table())
                .indexName(query.index())
                .keyConditionExpression(query.keyCondition())
                .filterExpression(query.filter())
                .projectionExpression(query.projection())
                .expressionAttributeNames(orNull(query.names()))
                .expressionAttributeValues(values(query.values()))
                .scanIndexForward(query.forward() ? null : false)
                .consistentRead(query.consistent() ? true : null)
                .select(query.count() ? Select.COUNT : null)
                .limit(query.limit())
                .exclusiveStartKey(key(query.startKey()))
                .returnConsumedCapacity(capacity)
                .overrideConfiguration(override));
        return read(
                answer.items(),
                answer.hasLastEvaluatedKey() ? answer.lastEvaluatedKey() : null,
                answer.count(),
                answer.scannedCount(),
                units(answer.consumedCapacity()));
    }

    @Override
    public Answer scan(Request.Scan scan) {
        ScanResponse answer = client.scan(builder -> builder.tableName(scan.table())
                .indexName(scan.index())
                .filterExpression(scan.filter())
                .projectionExpression(scan.projection())
                .expressionAttributeNames(orNull(scan.names()))
                .expressionAttributeValues(values(scan.values()))
                .consistentRead(scan.consistent() ? true : null)
                .select(scan.count() ? Select.COUNT : null)
                .limit(scan.limit())
                .exclusiveStartKey(key(scan.startKey()))
                .returnConsumedCapacity(capacity)
                .overrideConfiguration(override));
        return read(
                answer.items(),
                answer.hasLastEvaluatedKey() ? answer.lastEvaluatedKey() : null,
                answer.count(),
                answer.scannedCount(),
                units(answer.consumedCapacity()));
    }

    @Override
    public Answer batchGet(Request.BatchGetItem batch) {
        KeysAndAttributes wanted = KeysAndAttributes.builder()
                .keys(batch.keys().stream().map(SdkItems::toSdk).toList())
                .consistentRead(batch.consistent())
                .projectionExpression(batch.projection())
                .expressionAttributeNames(orNull(batch.names()))
                .build();
        BatchGetItemResponse answer = client.batchGetItem(builder -> builder.requestItems(Map.of(batch.table(), wanted))
                .returnConsumedCapacity(capacity)
                .overrideConfiguration(override));
        List<Item> unprocessed = new ArrayList<>();
        answer.unprocessedKeys().values().forEach(keys -> keys.keys()
                .forEach(key -> unprocessed.add(SdkItems.item(key))));
        List<SdkAttributes> items = found(answer.responses().getOrDefault(batch.table(), List.of()));
        return new Answer(
                items,
                null,
                Item.NONE,
                items.size(),
                items.size(),
                units(answer.consumedCapacity()),
                unprocessed,
                List.of());
    }

    @Override
    public Answer batchWrite(Request.BatchWriteItem batch) {
        List<WriteRequest> writes = new ArrayList<>();
        batch.puts()
                .forEach(item -> writes.add(WriteRequest.builder()
                        .putRequest(put -> put.item(SdkItems.toSdk(item)))
                        .build()));
        batch.deletes()
                .forEach(key -> writes.add(WriteRequest.builder()
                        .deleteRequest(delete -> delete.key(SdkItems.toSdk(key)))
                        .build()));
        BatchWriteItemResponse answer =
                client.batchWriteItem(builder -> builder.requestItems(Map.of(batch.table(), writes))
                        .returnConsumedCapacity(capacity)
                        .overrideConfiguration(override));
        List<Item> keys = new ArrayList<>();
        List<Item> puts = new ArrayList<>();
        for (WriteRequest write : answer.unprocessedItems().getOrDefault(batch.table(), List.of())) {
            if (write.putRequest() != null) {
                puts.add(SdkItems.item(write.putRequest().item()));
            } else {
                keys.add(SdkItems.item(write.deleteRequest().key()));
            }
        }
        return new Answer(List.of(), null, Item.NONE, 0, 0, units(answer.consumedCapacity()), keys, puts);
    }

    @Override
    public Answer put(Request.PutItem put) {
        var answer = client.putItem(builder -> builder.tableName(put.table())
                .item(SdkItems.toSdk(put.item()))
                .conditionExpression(put.condition())
                .expressionAttributeNames(orNull(put.names()))
                .expressionAttributeValues(values(put.values()))
                .returnValues(put.returned())
                .returnValuesOnConditionCheckFailure(blocking(put.condition()))
                .returnConsumedCapacity(capacity)
                .overrideConfiguration(careful));
        return written(answer.hasAttributes() ? answer.attributes() : null, answer.consumedCapacity());
    }

    @Override
    public Answer update(Request.UpdateItem update) {
        var answer = client.updateItem(builder -> builder.tableName(update.table())
                .key(SdkItems.toSdk(update.item()))
                .updateExpression(update.update())
                .conditionExpression(update.condition())
                .expressionAttributeNames(orNull(update.names()))
                .expressionAttributeValues(values(update.values()))
                .returnValues(update.returned())
                .returnValuesOnConditionCheckFailure(blocking(update.condition()))
                .returnConsumedCapacity(capacity)
                .overrideConfiguration(careful));
        return written(answer.hasAttributes() ? answer.attributes() : null, answer.consumedCapacity());
    }

    @Override
    public Answer delete(Request.DeleteItem delete) {
        var answer = client.deleteItem(builder -> builder.tableName(delete.table())
                .key(SdkItems.toSdk(delete.item()))
                .conditionExpression(delete.condition())
                .expressionAttributeNames(orNull(delete.names()))
                .expressionAttributeValues(values(delete.values()))
                .returnValues(delete.returned())
                .returnValuesOnConditionCheckFailure(blocking(delete.condition()))
                .returnConsumedCapacity(capacity)
                .overrideConfiguration(careful));
        return written(answer.hasAttributes() ? answer.attributes() : null, answer.consumedCapacity());
    }

    @Override
    public Answer transact(Request.TransactWriteItems transaction) {
        List<TransactWriteItem> actions =
                transaction.actions().stream().map(SdkActions::action).toList();
        TransactWriteItemsResponse answer = client.transactWriteItems(builder -> builder.transactItems(actions)
                .clientRequestToken(transaction.token())
                .returnConsumedCapacity(capacity)
                .overrideConfiguration(override));
        return new Answer(List.of(), null, Item.NONE, 0, 0, units(answer.consumedCapacity()), List.of(), List.of());
    }

    @Override
    public Answer table(Request.TableRequest request) {
        SdkTables.send(client, request);
        return NOTHING;
    }

    private static Answer read(
            List<Map<String, AttributeValue>> items, Map<String, AttributeValue> last, int count, double units) {
        return read(items, last, count, count, units);
    }

    private static Answer read(
            List<Map<String, AttributeValue>> items,
            Map<String, AttributeValue> last,
            int count,
            int scanned,
            double units) {
        return new Answer(
                found(items),
                last == null ? null : SdkItems.item(last),
                Item.NONE,
                count,
                scanned,
                units,
                List.of(),
                List.of());
    }

    private static Answer written(Map<String, AttributeValue> attributes, ConsumedCapacity consumed) {
        return new Answer(List.of(), null, SdkItems.item(attributes), 0, 0, units(consumed), List.of(), List.of());
    }

    private static List<SdkAttributes> found(List<Map<String, AttributeValue>> items) {
        List<SdkAttributes> found = new ArrayList<>(items.size());
        items.forEach(item -> found.add(new SdkAttributes(item)));
        return found;
    }

    private static Map<String, AttributeValue> key(Item key) {
        return key == null ? null : SdkItems.toSdk(key);
    }

    // The service refuses names and values that are there but empty.
    static Map<String, String> orNull(Map<String, String> names) {
        return names.isEmpty() ? null : names;
    }

    static Map<String, AttributeValue> values(Map<String, dev.partita.item.AttributeValue> values) {
        return values.isEmpty() ? null : SdkItems.toSdk(values);
    }

    static ReturnValuesOnConditionCheckFailure blocking(String condition) {
        return condition == null ? null : ReturnValuesOnConditionCheckFailure.ALL_OLD;
    }

    private static double units(ConsumedCapacity consumed) {
        return consumed == null || consumed.capacityUnits() == null ? 0 : consumed.capacityUnits();
    }

    private static double units(List<ConsumedCapacity> consumed) {
        return consumed.stream().mapToDouble(SdkRequests::units).sum();
    }
}
