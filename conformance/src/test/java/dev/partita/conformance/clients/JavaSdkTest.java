package dev.partita.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.engine.Engine;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.enhanced.dynamodb.model.EnhancedGlobalSecondaryIndex;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** The AWS SDK for Java, unmodified and over HTTP: blocking, asynchronous, Enhanced Client and streams. */
@Tag("slow")
class JavaSdkTest {

    private static final String TABLE = "orders";

    private Engine engine;
    private Server server;
    private DynamoDbClient client;

    @BeforeEach
    void start() {
        engine = Engine.inMemory(Engine.Options.defaults());
        server = Server.start(new Wire(engine, false), Server.Options.defaults().withPort(0));
        client = at(DynamoDbClient.builder())
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build();
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
        engine.close();
    }

    @Test
    void blockingClientCarriesATableThroughItsLife() {
        createTable();
        client.waiter().waitUntilTableExists(r -> r.tableName(TABLE));
        Map<String, AttributeValue> item = Map.of(
                "customer", s("ada"),
                "number", n(7),
                "bytes", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {0, -1})),
                "tags", AttributeValue.fromSs(List.of("a", "b")),
                "map", AttributeValue.fromM(Map.of("list", AttributeValue.fromL(List.of(n(1), s("é"))))));
        client.putItem(r -> r.tableName(TABLE).item(item));
        assertThat(client.getItem(r -> r.tableName(TABLE).key(key("ada", 7))).item())
                .isEqualTo(item);
        assertThat(client.getItem(r -> r.tableName(TABLE).key(key("ada", 8))).hasItem())
                .isFalse();
        assertThatThrownBy(() -> client.putItem(r ->
                        r.tableName(TABLE).item(key("ada", 7)).conditionExpression("attribute_not_exists(customer)")))
                .isInstanceOf(ConditionalCheckFailedException.class);
        client.deleteTable(r -> r.tableName(TABLE));
        client.waiter().waitUntilTableNotExists(r -> r.tableName(TABLE));
        assertThat(client.listTables().tableNames()).isEmpty();
    }

    @Test
    void paginatorsReachEveryItemOnce() {
        createTable();
        IntStream.range(0, 60).forEach(i -> put("ada", i, "state" + i % 2));
        assertThat(client
                        .queryPaginator(r -> r.tableName(TABLE)
                                .keyConditionExpression("customer = :c")
                                .expressionAttributeValues(Map.of(":c", s("ada")))
                                .limit(7))
                        .items()
                        .stream()
                        .map(item -> Integer.parseInt(item.get("number").n())))
                .containsExactlyElementsOf(IntStream.range(0, 60).boxed().toList());
        assertThat(client
                        .scanPaginator(
                                r -> r.tableName(TABLE).indexName("by-state").limit(11))
                        .items()
                        .stream())
                .hasSize(60);
    }

    @Test
    void cancelledTransactionTellsTheReasons() {
        createTable();
        put("ada", 1, "open");
        assertThatThrownBy(() -> client.transactWriteItems(r -> r.transactItems(
                        TransactWriteItem.builder()
                                .put(p -> p.tableName(TABLE).item(key("bob", 1)))
                                .build(),
                        TransactWriteItem.builder()
                                .put(p -> p.tableName(TABLE)
                                        .item(key("ada", 1))
                                        .conditionExpression("attribute_not_exists(customer)"))
                                .build())))
                .isInstanceOfSatisfying(TransactionCanceledException.class, e -> assertThat(e.cancellationReasons())
                        .extracting(reason -> reason.code())
                        .containsExactly("None", "ConditionalCheckFailed"));
        assertThat(client.scan(r -> r.tableName(TABLE)).count()).isEqualTo(1);
    }

    @Test
    void asynchronousClientKeepsManyRequestsInFlight() {
        createTable();
        try (DynamoDbAsyncClient async = at(DynamoDbAsyncClient.builder())
                .httpClientBuilder(NettyNioAsyncHttpClient.builder().maxConcurrency(32))
                .build()) {
            List<CompletableFuture<?>> writes = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                int number = i;
                writes.add(async.updateItem(r -> r.tableName(TABLE)
                        .key(key("ada", number % 3))
                        .updateExpression("ADD hits :one")
                        .expressionAttributeValues(Map.of(":one", n(1)))));
            }
            CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).join();
            assertThat(async.scan(r -> r.tableName(TABLE)).join().items())
                    .extracting(item -> item.get("hits").n())
                    .containsExactly("100", "100", "100");
        }
    }

    @Test
    void streamsClientSeesEveryChangeInOrder() {
        createTable();
        put("ada", 1, "open");
        put("ada", 1, "shut");
        client.deleteItem(r -> r.tableName(TABLE).key(key("ada", 1)));
        try (DynamoDbStreamsClient streams = at(DynamoDbStreamsClient.builder())
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build()) {
            String arn = streams.listStreams(r -> r.tableName(TABLE))
                    .streams()
                    .get(0)
                    .streamArn();
            List<Record> records = new ArrayList<>();
            for (Shard shard : streams.describeStream(r -> r.streamArn(arn))
                    .streamDescription()
                    .shards()) {
                String iterator = streams.getShardIterator(r -> r.streamArn(arn)
                                .shardId(shard.shardId())
                                .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
                        .shardIterator();
                records.addAll(
                        streams.getRecords(r -> r.shardIterator(iterator)).records());
            }
            assertThat(records)
                    .extracting(Record::eventName)
                    .containsExactly(OperationType.INSERT, OperationType.MODIFY, OperationType.REMOVE);
            assertThat(records.get(1).dynamodb().oldImage().get("state")).isEqualTo(s("open"));
            assertThat(records.get(1).dynamodb().newImage().get("state")).isEqualTo(s("shut"));
        }
    }

    @Test
    void enhancedClientMapsQueriesAndGuardsVersions() {
        DynamoDbTable<Order> orders = DynamoDbEnhancedClient.builder()
                .dynamoDbClient(client)
                .build()
                .table("beans", TableSchema.fromBean(Order.class));
        orders.createTable(r -> r.globalSecondaryIndices(EnhancedGlobalSecondaryIndex.builder()
                .indexName("by-state")
                .projection(p -> p.projectionType(ProjectionType.ALL))
                .build()));
        IntStream.range(0, 5).forEach(i -> orders.putItem(order("ada", i, i < 3 ? "open" : "shut")));
        assertThat(orders
                        .query(QueryConditional.sortBetween(
                                Key.builder().partitionValue("ada").sortValue(1).build(),
                                Key.builder().partitionValue("ada").sortValue(3).build()))
                        .items()
                        .stream()
                        .map(Order::getNumber))
                .containsExactly(1, 2, 3);
        assertThat(orders.index("by-state").query(QueryConditional.keyEqualTo(k -> k.partitionValue("open"))).stream()
                        .flatMap(page -> page.items().stream()))
                .hasSize(3);
        Order stale =
                orders.getItem(Key.builder().partitionValue("ada").sortValue(1).build());
        Order fresh =
                orders.getItem(Key.builder().partitionValue("ada").sortValue(1).build());
        fresh.setState("shut");
        orders.updateItem(fresh);
        stale.setState("lost");
        assertThatThrownBy(() -> orders.updateItem(stale)).isInstanceOf(ConditionalCheckFailedException.class);
        assertThatThrownBy(() -> orders.deleteItem(
                        r -> r.key(k -> k.partitionValue("ada").sortValue(1))
                                .conditionExpression(Expression.builder()
                                        .expression("#s = :lost")
                                        .expressionNames(Map.of("#s", "state"))
                                        .expressionValues(Map.of(":lost", s("lost")))
                                        .build())))
                .isInstanceOf(ConditionalCheckFailedException.class);
    }

    private <B extends AwsClientBuilder<B, C>, C> B at(B builder) {
        return builder.endpointOverride(URI.create("http://localhost:" + server.port()))
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any")))
                .overrideConfiguration(c -> c.apiCallTimeout(Duration.ofSeconds(30)));
    }

    private void createTable() {
        client.createTable(r -> r.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        attribute("customer", ScalarAttributeType.S),
                        attribute("number", ScalarAttributeType.N),
                        attribute("state", ScalarAttributeType.S))
                .keySchema(part("customer", KeyType.HASH), part("number", KeyType.RANGE))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName("by-state")
                        .keySchema(part("state", KeyType.HASH))
                        .projection(p -> p.projectionType(ProjectionType.ALL))
                        .build())
                .streamSpecification(s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    }

    private void put(String customer, int number, String state) {
        client.putItem(
                r -> r.tableName(TABLE).item(Map.of("customer", s(customer), "number", n(number), "state", s(state))));
    }

    private static Map<String, AttributeValue> key(String customer, int number) {
        return Map.of("customer", s(customer), "number", n(number));
    }

    private static AttributeValue s(String text) {
        return AttributeValue.fromS(text);
    }

    private static AttributeValue n(int number) {
        return AttributeValue.fromN(Integer.toString(number));
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

    private static Order order(String customer, int number, String state) {
        Order order = new Order();
        order.setCustomer(customer);
        order.setNumber(number);
        order.setState(state);
        return order;
    }

    /** What the Enhanced Client maps. */
    @DynamoDbBean
    public static class Order {
        private String customer;
        private int number;
        private String state;
        private Long version;

        @DynamoDbPartitionKey
        public String getCustomer() {
            return customer;
        }

        public void setCustomer(String customer) {
            this.customer = customer;
        }

        @DynamoDbSortKey
        public int getNumber() {
            return number;
        }

        public void setNumber(int number) {
            this.number = number;
        }

        @DynamoDbSecondaryPartitionKey(indexNames = "by-state")
        public String getState() {
            return state;
        }

        public void setState(String state) {
            this.state = state;
        }

        @DynamoDbVersionAttribute
        public Long getVersion() {
            return version;
        }

        public void setVersion(Long version) {
            this.version = version;
        }
    }
}
