package dev.partita.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.embedded.Partita;
import dev.partita.runtime.Database;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Writes that do not pass the database, of which the engine in the same process tells its caches. */
class TellingEngineTest {

    private static final String TABLE = "plans";

    private final Library.Hand clock = new Library.Hand();
    private Partita partita;
    private Database database;

    @BeforeEach
    void open() {
        partita = Partita.inMemory();
        database = database();
        database.createTables();
        database.write("addPlan", Map.of("name", "free", "price", 1)).run();
        assertThat(price()).isEqualTo(1L);
        assertThat(price()).isEqualTo(1L);
        assertThat(database.caches().metrics().of("shop", "plan").hits()).isEqualTo(1);
    }

    private Database database() {
        return Database.builder(Reader.read(new Source("shop.yaml", """
                                design: shop
                                tables:
                                  main: { name: plans, key: { partition: pk } }
                                entities:
                                  Plan:
                                    key: { pk: "PLAN#{name}" }
                                    attributes:
                                      name: { type: string }
                                      price: { type: integer, range: 0.. }
                                patterns:
                                  plan: { get: Plan, by: name, cache: 24 hours }
                                  addPlan: { create: Plan }
                                  reprice: { update: Plan, by: name, change: [price] }
                                """)).design(), partita.endpoint())
                .clock(clock)
                .build();
    }

    @AfterEach
    void close() {
        partita.close();
    }

    private Object price() {
        return database.read("plan", Map.of("name", "free")).items().stream()
                .map(item -> item.values().get("price"))
                .findFirst()
                .orElse(null);
    }

    @TestFactory
    Stream<DynamicTest> aWriteOfEveryKindIsSeenAtOnce() {
        Map<String, AttributeValue> key = Map.of("pk", s("PLAN#free"));
        Map<String, AttributeValue> item = Map.of("pk", s("PLAN#free"), "name", s("free"), "price", n(2));
        Map<String, Consumer<DynamoDbClient>> writes = Map.of(
                "PutItem", client -> client.putItem(put -> put.tableName(TABLE).item(item)),
                "UpdateItem",
                        client -> client.updateItem(update -> update.tableName(TABLE)
                                .key(key)
                                .updateExpression("SET price = :two")
                                .expressionAttributeValues(Map.of(":two", n(2)))),
                "DeleteItem",
                        client -> client.deleteItem(
                                delete -> delete.tableName(TABLE).key(key)),
                "BatchWriteItem",
                        client -> client.batchWriteItem(batch -> batch.requestItems(Map.of(
                                TABLE,
                                List.of(WriteRequest.builder()
                                        .putRequest(put -> put.item(item))
                                        .build())))),
                "TransactWriteItems",
                        client -> client.transactWriteItems(
                                transaction -> transaction.transactItems(TransactWriteItem.builder()
                                        .put(put -> put.tableName(TABLE).item(item))
                                        .build())),
                "DeleteTable",
                        client -> {
                            client.deleteTable(table -> table.tableName(TABLE));
                            database.createTables();
                        });
        return writes.entrySet().stream()
                .map(write -> DynamicTest.dynamicTest(write.getKey(), () -> {
                    close();
                    open();
                    write.getValue().accept(partita.client());
                    assertThat(price()).isEqualTo(write.getKey().startsWith("Delete") ? null : (Object) 2L);
                }));
    }

    @Test
    void anotherDatabaseIsSeenToo() {
        database().write("reprice", Map.of("name", "free", "price", 3)).run();
        assertThat(price()).isEqualTo(3L);
        assertThat(price()).isEqualTo(3L);
        assertThat(database.caches().metrics().of("shop", "plan").hits())
                .as("and the new answer is kept")
                .isEqualTo(2);
    }

    @Test
    void anEndpointThatCannotTellSaysSo() {
        assertThat(Caches.inProcess().hearOf((request, context) -> null)).isFalse();
        assertThat(Caches.inProcess().hearOf(partita.endpoint())).isTrue();
    }

    private static AttributeValue s(String text) {
        return AttributeValue.builder().s(text).build();
    }

    private static AttributeValue n(int number) {
        return AttributeValue.builder().n(String.valueOf(number)).build();
    }
}
