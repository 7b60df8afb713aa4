package dev.partita.runtime;

import dev.partita.item.Item;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointException;
import dev.partita.plan.OutcomeUnknown;
import dev.partita.plan.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * An endpoint behind the AWS SDK's client: Amazon DynamoDB, Partita's server, the engine in this process, or another.
 *
 * <p>Threads may share it, as they may its client.
 */
public final class SdkEndpoint implements Endpoint {

    private static final Answer NOTHING = new Answer(List.of(), null, Item.NONE, 0, 0, 0, List.of(), List.of());

    private final DynamoDbClient client;
    private final ReturnConsumedCapacity capacity;
    private final AwsRequestOverrideConfiguration override;
    private final AwsRequestOverrideConfiguration careful;

    /** @param countsUnits whether answers say which units they took; the service sends a little more then */
    public SdkEndpoint(DynamoDbClient client, boolean countsUnits) {
        this(client, countsUnits ? ReturnConsumedCapacity.TOTAL : null, null);
    }

    private SdkEndpoint(DynamoDbClient client, ReturnConsumedCapacity capacity, Duration timeout) {
        this.client = client;
        this.capacity = capacity;
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
    private SdkEndpoint under(Context context) {
        boolean isCounted = capacity != null || !context.counts();
        return isCounted && context.timeout() == null
                ? this
                : new SdkEndpoint(client, isCounted ? capacity : ReturnConsumedCapacity.TOTAL, context.timeout());
    }

    /** Two that have the same client are the same place. */
    @Override
    public boolean equals(Object other) {
        return other instanceof SdkEndpoint endpoint && client.equals(endpoint.client);
    }

    @Override
    public int hashCode() {
        return client.hashCode();
    }

    @Override
    public Answer call(Request request, Context context) {
        try {
            return under(context).send(request);
        } catch (ConditionalCheckFailedException failed) {
            throw new EndpointException(code(failed), message(failed), SdkItems.item(failed.item()), List.of());
        } catch (TransactionCanceledException cancelled) {
            List<EndpointException.Reason> reasons = new ArrayList<>();
            for (CancellationReason reason : cancelled.cancellationReasons()) {
                reasons.add(
                        new EndpointException.Reason(reason.code(), reason.message(), SdkItems.item(reason.item())));
            }
            throw new EndpointException(code(cancelled), message(cancelled), Item.NONE, reasons);
        } catch (DynamoDbException refused) {
            if (isWrite(request) && (CarefulRetries.isAmbiguous(refused) || isInProgress(refused))) {
                throw lost(request, refused);
            }
            throw new EndpointException(code(refused), message(refused), Item.NONE, List.of()).of(request);
        } catch (SdkClientException failed) {
            if (isWrite(request) && CarefulRetries.isAmbiguous(failed)) {
                throw lost(request, failed);
            }
            throw failed;
        }
    }

    private static boolean isWrite(Request request) {
        return !request.isRead() && !(request instanceof Request.TableRequest);
    }

    /** The service knows the token of an earlier try, and is still at it. */
    private static boolean isInProgress(DynamoDbException refused) {
        return "TransactionInProgressException".equals(code(refused));
    }

    private static OutcomeUnknown lost(Request request, RuntimeException cause) {
        return new OutcomeUnknown("no answer to " + request.operation() + ": " + cause.getMessage(), cause);
    }

    @Override
    public Map<?, ?> describe(Request.TableRequest request) {
        try {
            return SdkTables.describe(client, request);
        } catch (DynamoDbException refused) {
            throw new EndpointException(code(refused), message(refused), Item.NONE, List.of());
        }
    }

    private Answer send(Request request) {
        if (request instanceof Request.GetItem get) {
            return get(get);
        }
        if (request instanceof Request.Query query) {
            return query(query);
        }
        if (request instanceof Request.Scan scan) {
            return scan(scan);
        }
        if (request instanceof Request.BatchGetItem batch) {
            return batchGet(batch);
        }
        if (request instanceof Request.BatchWriteItem batch) {
            return batchWrite(batch);
        }
        if (request instanceof Request.PutItem put) {
            return put(put);
        }
        if (request instanceof Request.UpdateItem update) {
            return update(update);
        }
        if (request instanceof Request.DeleteItem delete) {
            return delete(delete);
        }
        if (request instanceof Request.TransactWriteItems transaction) {
            return transact(transaction);
        }
        SdkTables.send(client, (Request.TableRequest) request);
        return NOTHING;
    }

    private Answer get(Request.GetItem get) {
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

    private Answer query(Request.Query query) {
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

    private Answer scan(Request.Scan scan) {
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

    private Answer batchGet(Request.BatchGetItem batch) {
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

    private Answer batchWrite(Request.BatchWriteItem batch) {
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

    private Answer put(Request.PutItem put) {
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

    private Answer update(Request.UpdateItem update) {
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

    private Answer delete(Request.DeleteItem delete) {
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

    private Answer transact(Request.TransactWriteItems transaction) {
        List<TransactWriteItem> actions =
                transaction.actions().stream().map(SdkActions::action).toList();
        TransactWriteItemsResponse answer = client.transactWriteItems(builder -> builder.transactItems(actions)
                .clientRequestToken(transaction.token())
                .returnConsumedCapacity(capacity)
                .overrideConfiguration(override));
        return new Answer(List.of(), null, Item.NONE, 0, 0, units(answer.consumedCapacity()), List.of(), List.of());
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
        return consumed.stream().mapToDouble(SdkEndpoint::units).sum();
    }

    private static String code(DynamoDbException refused) {
        return refused.awsErrorDetails().errorCode();
    }

    private static String message(DynamoDbException refused) {
        return refused.awsErrorDetails().errorMessage();
    }
}
