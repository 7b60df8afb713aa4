package dev.partita.embedded;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** The one table that these tests share, and its items. */
final class Samples {

    static final String TABLE = "notes";

    private Samples() {}

    static CreateTableRequest table() {
        return CreateTableRequest.builder()
                .tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(attribute("pk", ScalarAttributeType.S), attribute("sk", ScalarAttributeType.N))
                .keySchema(part("pk", KeyType.HASH), part("sk", KeyType.RANGE))
                .streamSpecification(s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES))
                .build();
    }

    static Map<String, AttributeValue> key(String pk, int sk) {
        return Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromN("" + sk));
    }

    static Map<String, AttributeValue> item(String pk, int sk, String text) {
        return Map.of(
                "pk", AttributeValue.fromS(pk),
                "sk", AttributeValue.fromN("" + sk),
                "text", AttributeValue.fromS(text));
    }

    static void put(DynamoDbClient client, String pk, int sk) {
        client.putItem(r -> r.tableName(TABLE).item(item(pk, sk, "note " + sk)));
    }

    static int count(DynamoDbClient client) {
        return client.scan(r -> r.tableName(TABLE).select(Select.COUNT)).count();
    }

    private static AttributeDefinition attribute(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    private static KeySchemaElement part(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }
}
