package dev.partita.copy;

import dev.partita.deploy.Tables;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Tables as they are, and tables like them. */
final class TableLike {

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
        boolean isOnDemand = Tables.isOnDemand(like);
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
