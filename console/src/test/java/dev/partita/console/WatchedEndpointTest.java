package dev.partita.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.embedded.Partita;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class WatchedEndpointTest {

    private static final Item ITEM = Item.of(Map.of("p", new AttributeValue.S("a")));

    @Test
    void everyRequestIsToldWithItsTable() {
        try (Partita partita = Partita.inMemory()) {
            create(partita, "one");
            create(partita, "other");
            Traffic traffic = new Traffic(Clock.systemUTC(), () -> {}, () -> {});
            traffic.look();
            Endpoint watched = new WatchedEndpoint(partita.endpoint(), "shop", traffic, new Partitions(null));
            watched.call(new Request.BatchWriteItem("one", List.of(ITEM), List.of()));
            watched.call(new Request.BatchGetItem("one", List.of(ITEM), false, null, Map.of()));
            watched.call(new Request.Scan("one", null, null, null, Map.of(), Map.of(), false, false, null, null));
            watched.call(new Request.TransactWriteItems(List.of(put("one")), null));
            watched.call(new Request.TransactWriteItems(List.of(put("one"), put("other")), null));

            assertThat(traffic.between(0, Long.MAX_VALUE))
                    .extracting(event -> event.operation() + " " + event.table())
                    .containsExactly(
                            "BatchWriteItem one",
                            "BatchGetItem one",
                            "Scan one",
                            "TransactWriteItems one",
                            "TransactWriteItems null");
        }
    }

    private static void create(Partita partita, String name) {
        partita.client()
                .createTable(CreateTableRequest.builder()
                        .tableName(name)
                        .billingMode(BillingMode.PAY_PER_REQUEST)
                        .attributeDefinitions(AttributeDefinition.builder()
                                .attributeName("p")
                                .attributeType(ScalarAttributeType.S)
                                .build())
                        .keySchema(KeySchemaElement.builder()
                                .attributeName("p")
                                .keyType(KeyType.HASH)
                                .build())
                        .build());
    }

    private static Request.PutItem put(String table) {
        return new Request.PutItem(table, ITEM, null, Map.of(), Map.of(), null);
    }

    /** What is not answered at once leaves the event loop, and a read costs twice as much. */
    @Test
    void whatAnswersAtOnceStillDoesWhenItIsWatched() {
        try (Partita partita = Partita.inMemory()) {
            Traffic traffic = new Traffic(Clock.systemUTC(), () -> {}, () -> {});
            Partitions partitions = new Partitions((target, body) -> {
                throw new IllegalStateException("nothing is asked here");
            });
            Endpoint watched = new WatchedEndpoint(partita.endpoint(), "shop", traffic, partitions);
            assertThat(watched.answersAtOnce()).isTrue();
            Endpoint elsewhere = new WatchedEndpoint((request, context) -> null, "shop", traffic, partitions);
            assertThat(elsewhere.answersAtOnce()).isFalse();
        }
    }
}
