package dev.partita.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

@PartitaTest
class EnhancedClientTest {

    private static final TableSchema<Order> SCHEMA = TableSchema.fromBean(Order.class);

    private final DynamoDbEnhancedClient client;
    private final DynamoDbTable<Order> orders;

    EnhancedClientTest(DynamoDbEnhancedClient client) {
        this.client = client;
        this.orders = client.table("orders", SCHEMA);
    }

    @Prepared
    static void tables(DynamoDbEnhancedClient client) {
        client.table("orders", SCHEMA).createTable();
    }

    @Test
    void beansAreCreatedReadUpdatedAndDeleted() {
        orders.putItem(Order.of("ada", 1, "open"));
        Order read =
                orders.getItem(Key.builder().partitionValue("ada").sortValue(1).build());
        assertThat(read).isEqualTo(Order.of("ada", 1, "open"));
        assertThat(orders.updateItem(Order.of("ada", 1, "paid")).getStatus()).isEqualTo("paid");
        assertThat(orders.deleteItem(read)).isEqualTo(Order.of("ada", 1, "paid"));
        assertThat(orders.getItem(read)).isNull();
    }

    @Test
    void queriesGoOverTheTableAndItsIndex() {
        for (int number = 1; number <= 6; number++) {
            orders.putItem(Order.of("ada", number, number % 2 == 0 ? "paid" : "open"));
        }
        QueryConditional late = QueryConditional.sortGreaterThan(
                Key.builder().partitionValue("ada").sortValue(3).build());
        assertThat(orders.query(late).items()).extracting(Order::getNumber).containsExactly(4, 5, 6);
        QueryConditional paid =
                QueryConditional.keyEqualTo(Key.builder().partitionValue("paid").build());
        assertThat(orders.index("by-status").query(paid))
                .flatExtracting(page -> page.items())
                .extracting(Order::getNumber)
                .containsExactlyInAnyOrder(2, 4, 6);
        assertThat(orders.scan().items()).hasSize(6);
    }

    @Test
    void batchesAndTransactionsWork() {
        client.batchWriteItem(
                r -> r.addWriteBatch(software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch.builder(Order.class)
                        .mappedTableResource(orders)
                        .addPutItem(Order.of("ada", 1, "open"))
                        .addPutItem(Order.of("bob", 1, "open"))
                        .build()));
        client.transactWriteItems(
                r -> r.addPutItem(orders, Order.of("cy", 1, "open")).addDeleteItem(orders, Order.of("bob", 1, "open")));
        assertThat(orders.scan().items()).extracting(Order::getCustomer).containsExactlyInAnyOrder("ada", "cy");
        assertThat(client.transactGetItems(
                        r -> r.addGetItem(orders, Order.of("ada", 1, "")).addGetItem(orders, Order.of("bob", 1, ""))))
                .extracting(document -> document.getItem(orders))
                .containsExactly(Order.of("ada", 1, "open"), null);
        assertThatThrownBy(() -> client.transactWriteItems(r -> r.addConditionCheck(
                        orders, c -> c.key(k -> k.partitionValue("bob").sortValue(1))
                                .conditionExpression(software.amazon.awssdk.enhanced.dynamodb.Expression.builder()
                                        .expression("attribute_exists(customer)")
                                        .build()))))
                .isInstanceOf(TransactionCanceledException.class);
    }

    @Test
    void theAsyncEnhancedClientSeesTheSameTable(DynamoDbEnhancedAsyncClient async) {
        async.table("orders", SCHEMA).putItem(Order.of("ada", 9, "open")).join();
        assertThat(orders.getItem(Order.of("ada", 9, ""))).isEqualTo(Order.of("ada", 9, "open"));
    }

    /** A bean as the Enhanced Client wants it. */
    @DynamoDbBean
    public static final class Order {
        private String customer;
        private int number;
        private String status;

        static Order of(String customer, int number, String status) {
            Order order = new Order();
            order.customer = customer;
            order.number = number;
            order.status = status;
            return order;
        }

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

        @DynamoDbSecondaryPartitionKey(indexNames = "by-status")
        public String getStatus() {
            return status;
        }

        public void setStatus(String status) {
            this.status = status;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Order order
                    && order.customer.equals(customer)
                    && order.number == number
                    && order.status.equals(status);
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public String toString() {
            return customer + " " + number + " " + status;
        }
    }
}
