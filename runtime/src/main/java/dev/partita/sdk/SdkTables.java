package dev.partita.sdk;

import dev.partita.plan.Request;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;

/** Requests about tables, as the AWS SDK has them. */
public final class SdkTables {

    static void send(DynamoDbClient client, Request.TableRequest request) {
        switch (request.operation()) {
            case "CreateTable" -> client.createTable(createTable(request.body()));
            case "UpdateTimeToLive" -> timeToLive(client, request.body());
            default -> describe(client, request);
        }
    }

    static Map<?, ?> describe(DynamoDbClient client, Request.TableRequest request) {
        String table = text(request.body(), "TableName");
        return (Map<?, ?>)
                switch (request.operation()) {
                    case "DescribeTable" -> data(client.describeTable(asked -> asked.tableName(table)));
                    case "DescribeTimeToLive" -> data(client.describeTimeToLive(asked -> asked.tableName(table)));
                    default -> throw new IllegalArgumentException(request.operation() + " is not sent here");
                };
    }

    /** As the service sent it: the SDK's classes know the names. */
    private static Object data(Object value) {
        if (value instanceof SdkPojo pojo) {
            Map<String, Object> members = new LinkedHashMap<>();
            for (SdkField<?> field : pojo.sdkFields()) {
                Object member = field.getValueOrDefault(pojo);
                if (member != null && !(member instanceof SdkAutoConstructList<?>)) {
                    members.put(field.locationName(), data(member));
                }
            }
            return members;
        }
        return value instanceof List<?> list
                ? list.stream().map(SdkTables::data).toList()
                : value;
    }

    /** @param body the body of CreateTable, as {@code TableRequests} makes it */
    public static CreateTableRequest createTable(Map<String, Object> body) {
        CreateTableRequest.Builder table = CreateTableRequest.builder()
                .tableName(text(body, "TableName"))
                .attributeDefinitions(maps(body, "AttributeDefinitions").stream()
                        .map(one -> AttributeDefinition.builder()
                                .attributeName(text(one, "AttributeName"))
                                .attributeType(text(one, "AttributeType"))
                                .build())
                        .toList())
                .keySchema(schema(body))
                .billingMode(text(body, "BillingMode"))
                .tableClass(text(body, "TableClass"))
                .deletionProtectionEnabled((Boolean) body.get("DeletionProtectionEnabled"));
        ifThere(
                body,
                "LocalSecondaryIndexes",
                () -> table.localSecondaryIndexes(maps(body, "LocalSecondaryIndexes").stream()
                        .map(one -> LocalSecondaryIndex.builder()
                                .indexName(text(one, "IndexName"))
                                .keySchema(schema(one))
                                .projection(projection(one))
                                .build())
                        .toList()));
        ifThere(
                body,
                "GlobalSecondaryIndexes",
                () -> table.globalSecondaryIndexes(maps(body, "GlobalSecondaryIndexes").stream()
                        .map(one -> {
                            GlobalSecondaryIndex.Builder index = GlobalSecondaryIndex.builder()
                                    .indexName(text(one, "IndexName"))
                                    .keySchema(schema(one))
                                    .projection(projection(one));
                            throughput(one).ifPresent(index::provisionedThroughput);
                            return index.build();
                        })
                        .toList()));
        throughput(body).ifPresent(table::provisionedThroughput);
        with(
                body,
                "StreamSpecification",
                stream -> table.streamSpecification(s -> s.streamEnabled((Boolean) stream.get("StreamEnabled"))
                        .streamViewType(text(stream, "StreamViewType"))));
        with(
                body,
                "SSESpecification",
                encryption -> table.sseSpecification(s -> s.enabled((Boolean) encryption.get("Enabled"))
                        .sseType(text(encryption, "SSEType"))
                        .kmsMasterKeyId(text(encryption, "KMSMasterKeyId"))));
        return table.build();
    }

    private static void timeToLive(DynamoDbClient client, Map<String, Object> body) {
        with(
                body,
                "TimeToLiveSpecification",
                expiry -> client.updateTimeToLive(request -> request.tableName(text(body, "TableName"))
                        .timeToLiveSpecification(specification -> specification
                                .attributeName(text(expiry, "AttributeName"))
                                .enabled((Boolean) expiry.get("Enabled")))));
    }

    private static List<KeySchemaElement> schema(Map<?, ?> body) {
        return maps(body, "KeySchema").stream()
                .map(one -> KeySchemaElement.builder()
                        .attributeName(text(one, "AttributeName"))
                        .keyType(text(one, "KeyType"))
                        .build())
                .toList();
    }

    private static Projection projection(Map<?, ?> index) {
        Map<?, ?> body = (Map<?, ?>) index.get("Projection");
        Projection.Builder projection = Projection.builder().projectionType(text(body, "ProjectionType"));
        if (body.get("NonKeyAttributes") instanceof List<?> names) {
            projection.nonKeyAttributes(names.stream().map(String::valueOf).toList());
        }
        return projection.build();
    }

    private static Optional<ProvisionedThroughput> throughput(Map<?, ?> body) {
        return body.get("ProvisionedThroughput") instanceof Map<?, ?> units
                ? Optional.of(ProvisionedThroughput.builder()
                        .readCapacityUnits(((Number) units.get("ReadCapacityUnits")).longValue())
                        .writeCapacityUnits(((Number) units.get("WriteCapacityUnits")).longValue())
                        .build())
                : Optional.empty();
    }

    private static String text(Map<?, ?> body, String name) {
        return (String) body.get(name);
    }

    private static List<Map<?, ?>> maps(Map<?, ?> body, String name) {
        return ((List<?>) body.get(name))
                .stream().<Map<?, ?>>map(one -> (Map<?, ?>) one).toList();
    }

    private static void ifThere(Map<?, ?> body, String name, Runnable then) {
        if (body.get(name) != null) {
            then.run();
        }
    }

    private static void with(Map<?, ?> body, String name, Consumer<Map<?, ?>> then) {
        if (body.get(name) instanceof Map<?, ?> map) {
            then.accept(map);
        }
    }

    private SdkTables() {}
}
