package dev.partita.copy;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Tables as they are, and tables like them. */
final class TableLike {

    /** Null when there is no such table. */
    static TableDescription description(DynamoDbClient client, String table) {
        try {
            return client.describeTable(request -> request.tableName(table)).table();
        } catch (ResourceNotFoundException missing) {
            return null;
        }
    }

    /** The attribute by which items expire, or null. */
    static String expiry(DynamoDbClient client, String table) {
        TimeToLiveDescription found =
                client.describeTimeToLive(request -> request.tableName(table)).timeToLiveDescription();
        return found != null
                        && (found.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                                || found.timeToLiveStatus() == TimeToLiveStatus.ENABLING)
                ? found.attributeName()
                : null;
    }

    /** Tells a table from a later one of the same name. */
    static String id(TableDescription table) {
        return table.tableArn() + " " + table.tableId() + " "
                + (table.creationDateTime() == null
                        ? 0
                        : table.creationDateTime().toEpochMilli());
    }

    /** Its own key attributes: one or two. */
    static List<String> keyNames(TableDescription table) {
        return table.keySchema().stream().map(one -> one.attributeName()).toList();
    }

    /** Keys, indexes, billing, class and stream. What is bound to an account, such as an encryption key, is not taken over. */
    static CreateTableRequest request(TableDescription like, String name) {
        boolean isOnDemand = like.billingModeSummary() != null
                && like.billingModeSummary().billingMode() == BillingMode.PAY_PER_REQUEST;
        CreateTableRequest.Builder request = CreateTableRequest.builder()
                .tableName(name)
                .attributeDefinitions(like.attributeDefinitions())
                .keySchema(like.keySchema())
                .billingMode(isOnDemand ? BillingMode.PAY_PER_REQUEST : BillingMode.PROVISIONED)
                .provisionedThroughput(isOnDemand ? null : units(like.provisionedThroughput()));
        if (like.hasLocalSecondaryIndexes()) {
            request.localSecondaryIndexes(like.localSecondaryIndexes().stream()
                    .map(index -> LocalSecondaryIndex.builder()
                            .indexName(index.indexName())
                            .keySchema(index.keySchema())
                            .projection(index.projection())
                            .build())
                    .toList());
        }
        if (like.hasGlobalSecondaryIndexes()) {
            request.globalSecondaryIndexes(like.globalSecondaryIndexes().stream()
                    .map(index -> GlobalSecondaryIndex.builder()
                            .indexName(index.indexName())
                            .keySchema(index.keySchema())
                            .projection(index.projection())
                            .provisionedThroughput(isOnDemand ? null : units(index.provisionedThroughput()))
                            .build())
                    .toList());
        }
        if (like.streamSpecification() != null
                && Boolean.TRUE.equals(like.streamSpecification().streamEnabled())) {
            request.streamSpecification(like.streamSpecification());
        }
        if (like.tableClassSummary() != null) {
            request.tableClass(like.tableClassSummary().tableClass());
        }
        return request.build();
    }

    private static ProvisionedThroughput units(ProvisionedThroughputDescription units) {
        return ProvisionedThroughput.builder()
                .readCapacityUnits(units.readCapacityUnits())
                .writeCapacityUnits(units.writeCapacityUnits())
                .build();
    }

    private TableLike() {}
}
