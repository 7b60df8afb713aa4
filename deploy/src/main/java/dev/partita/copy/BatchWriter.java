package dev.partita.copy;

import dev.partita.deploy.RetriedCalls;
import dev.partita.item.Item;
import dev.partita.item.Limits;
import dev.partita.plan.Pause;
import dev.partita.plan.internal.request.Backoff;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Puts items into a table, 25 in a request, and stays at it until all are there. */
final class BatchWriter {

    /**
     * A request may have 16 MB of JSON, and JSON is up to nine times as long as what it says: an empty text in a list is one
     * byte for DynamoDB and {@code {"S":""},} here.
     */
    private static final int MOST_BYTES = 1_500_000;

    /** Requests in a row of which nothing was taken; with the longest pause between them, about two minutes. */
    private static final int MOST_IDLE = 30;

    /** An item in both forms. */
    record Row(Map<String, AttributeValue> attributes, Item item) {
        Row {
            attributes = Map.copyOf(attributes);
        }
    }

    private final DynamoDbClient client;
    private final String table;
    private final RetriedCalls persistent;
    private final Pause pause;
    private final BiConsumer<Item, String> refused;
    private final IntConsumer sent;

    /**
     * @param refused hears of each item that the target does not take, and why
     * @param sent hears how many items were dealt with, batch by batch
     */
    BatchWriter(
            DynamoDbClient client,
            String table,
            RetriedCalls persistent,
            Pause pause,
            BiConsumer<Item, String> refused,
            IntConsumer sent) {
        this.client = client;
        this.table = table;
        this.persistent = persistent;
        this.pause = pause;
        this.refused = refused;
        this.sent = sent;
    }

    /** No two of the rows have the same key. Returns the units that it took. */
    double write(List<Row> rows) {
        double units = 0;
        List<Row> batch = new ArrayList<>();
        long bytes = 0;
        for (Row row : rows) {
            int size = row.item().sizeBytes();
            if (batch.size() == Limits.BATCH_WRITE_REQUESTS || !batch.isEmpty() && bytes + size > MOST_BYTES) {
                units += send(batch);
                batch.clear();
                bytes = 0;
            }
            batch.add(row);
            bytes += size;
        }
        if (!batch.isEmpty()) {
            units += send(batch);
        }
        return units;
    }

    private double send(List<Row> batch) {
        double units = put(batch);
        sent.accept(batch.size());
        return units;
    }

    private double put(List<Row> batch) {
        List<WriteRequest> open = batch.stream()
                .map(row -> WriteRequest.builder()
                        .putRequest(put -> put.item(row.attributes()))
                        .build())
                .toList();
        double units = 0;
        int idle = 0;
        while (!open.isEmpty()) {
            List<WriteRequest> now = open;
            BatchWriteItemResponse answer;
            try {
                answer = persistent.call(() -> client.batchWriteItem(request ->
                        request.requestItems(Map.of(table, now)).returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
            } catch (DynamoDbException invalid) {
                if (!isInvalid(invalid)) {
                    throw invalid;
                }
                // One bad item spoils a batch; so each on its own.
                return units + oneByOne(batch);
            }
            units += answer.consumedCapacity().stream()
                    .mapToDouble(BatchWriter::units)
                    .sum();
            List<WriteRequest> left = answer.unprocessedItems().getOrDefault(table, List.of());
            idle = left.size() < open.size() ? 0 : idle + 1;
            open = left;
            if (idle > MOST_IDLE) {
                throw Backoff.throttled(open.size() + " items could not be written");
            }
            if (!open.isEmpty()) {
                pause.of(Backoff.after(idle));
            }
        }
        return units;
    }

    private double oneByOne(List<Row> batch) {
        double units = 0;
        for (Row row : batch) {
            try {
                PutItemResponse answer = persistent.call(() -> client.putItem(request -> request.tableName(table)
                        .item(row.attributes())
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)));
                units += units(answer.consumedCapacity());
            } catch (DynamoDbException invalid) {
                if (!isInvalid(invalid)) {
                    throw invalid;
                }
                refused.accept(row.item(), invalid.awsErrorDetails().errorMessage());
            }
        }
        return units;
    }

    private static boolean isInvalid(DynamoDbException refused) {
        return refused.awsErrorDetails() != null
                && ("ValidationException".equals(refused.awsErrorDetails().errorCode())
                        || "ItemCollectionSizeLimitExceededException"
                                .equals(refused.awsErrorDetails().errorCode()));
    }

    private static double units(ConsumedCapacity capacity) {
        return capacity == null || capacity.capacityUnits() == null ? 0 : capacity.capacityUnits();
    }
}
