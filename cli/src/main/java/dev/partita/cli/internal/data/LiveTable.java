package dev.partita.cli.internal.data;

import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.exchange.SampledTable;
import dev.partita.sdk.SdkItems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Reads the description of a table at an endpoint and samples its items. */
final class LiveTable {

    /** Segments spread the sample over the whole table; the first page alone may be one partition. */
    private static final int SEGMENTS = 8;

    /** @param endpoint null for Amazon DynamoDB */
    static SampledTable sample(String endpoint, String region, String table, int items) {
        try (DynamoDbClient client = RemoteClients.client(endpoint, region)) {
            TableDescription description =
                    client.describeTable(request -> request.tableName(table)).table();
            String expiry = client.describeTimeToLive(request -> request.tableName(table))
                    .timeToLiveDescription()
                    .attributeName();
            return sampled(description, expiry, scan(client, table, items));
        } catch (ResourceNotFoundException missing) {
            throw new UsageException(
                    "There is no table " + table + " at " + RemoteClients.place(endpoint, region) + ".");
        } catch (DynamoDbException refused) {
            throw new UsageException(RemoteClients.place(endpoint, region) + " refused: "
                    + refused.awsErrorDetails().errorMessage());
        } catch (SdkClientException unreachable) {
            throw new UsageException(
                    "Cannot reach " + RemoteClients.place(endpoint, region) + ": " + unreachable.getMessage());
        }
    }

    private static List<Map<String, dev.partita.item.AttributeValue>> scan(
            DynamoDbClient client, String table, int wanted) {
        List<Map<String, dev.partita.item.AttributeValue>> items = new ArrayList<>();
        for (int segment = 0; segment < SEGMENTS; segment++) {
            int share = (wanted - items.size() + SEGMENTS - segment - 1) / (SEGMENTS - segment);
            Map<String, AttributeValue> from = null;
            while (share > 0) {
                ScanResponse page = client.scan(ScanRequest.builder()
                        .tableName(table)
                        .segment(segment)
                        .totalSegments(SEGMENTS)
                        .limit(share)
                        .exclusiveStartKey(from)
                        .build());
                page.items().forEach(item -> items.add(SdkItems.fromSdk(item)));
                share -= page.count();
                if (!page.hasLastEvaluatedKey()) {
                    break;
                }
                from = page.lastEvaluatedKey();
            }
        }
        return items;
    }

    private static SampledTable sampled(
            TableDescription table, String expiry, List<Map<String, dev.partita.item.AttributeValue>> items) {
        Map<String, String> types = new LinkedHashMap<>();
        for (AttributeDefinition attribute : table.attributeDefinitions()) {
            types.put(attribute.attributeName(), attribute.attributeTypeAsString());
        }
        List<SampledTable.Index> indexes = new ArrayList<>();
        table.globalSecondaryIndexes()
                .forEach(index ->
                        indexes.add(index(index.indexName(), false, index.keySchema(), index.projection(), types)));
        table.localSecondaryIndexes()
                .forEach(index ->
                        indexes.add(index(index.indexName(), true, index.keySchema(), index.projection(), types)));
        List<SampledTable.Key> sort = keys(table.keySchema(), KeyType.RANGE, types);
        boolean onDemand = table.billingModeSummary() != null
                && table.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST;
        return new SampledTable(
                table.tableName(),
                keys(table.keySchema(), KeyType.HASH, types).get(0),
                sort.isEmpty() ? null : sort.get(0),
                indexes,
                expiry,
                onDemand,
                table.provisionedThroughput().readCapacityUnits(),
                table.provisionedThroughput().writeCapacityUnits(),
                items,
                Map.of());
    }

    private static SampledTable.Index index(
            String name,
            boolean local,
            List<KeySchemaElement> schema,
            Projection projection,
            Map<String, String> types) {
        return new SampledTable.Index(
                name,
                local,
                keys(schema, KeyType.HASH, types),
                keys(schema, KeyType.RANGE, types),
                projection.projectionType() == ProjectionType.ALL
                        ? null
                        : projection.projectionType() == ProjectionType.INCLUDE
                                ? projection.nonKeyAttributes()
                                : List.of());
    }

    private static List<SampledTable.Key> keys(List<KeySchemaElement> schema, KeyType type, Map<String, String> types) {
        return schema.stream()
                .filter(element -> element.keyType() == type)
                .map(element -> new SampledTable.Key(element.attributeName(), types.get(element.attributeName())))
                .toList();
    }

    private LiveTable() {}
}
