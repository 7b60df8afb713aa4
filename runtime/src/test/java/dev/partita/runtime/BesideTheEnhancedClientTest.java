package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.embedded.Partita;
import dev.partita.plan.WriteRefused;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/** What docs/from-enhanced-client.md says of a design and the AWS Enhanced Client on one table, with the design of that page. */
class BesideTheEnhancedClientTest {

    private static final String ORDER_ID = "7f2b6a1e-6d7e-4d7a-9a51-0d3f6a3c1a10";
    private static final Map<String, Object> KEY = Map.of("customerId", "c1", "orderId", ORDER_ID);

    private final Partita partita = Partita.inMemory();
    private final DynamoDbTable<Order> beans = DynamoDbEnhancedClient.builder()
            .dynamoDbClient(partita.client())
            .build()
            .table("orders", TableSchema.fromBean(Order.class));
    private Database designed;

    @BeforeEach
    void aTable() throws IOException {
        designed = Database.builder(designOfThePage(), partita.client()).build();
        designed.createTables();
    }

    @AfterEach
    void close() {
        partita.close();
    }

    @Test
    void whatABeanStoredIsReadAsItIs() {
        beans.putItem(order("open"));

        assertThat(designed.read("order", KEY).one().values())
                .containsEntry("status", "open")
                .containsEntry("total", new BigDecimal("12.5"))
                .containsEntry("placedAt", "2026-11-15T12:00:00.123456Z")
                .containsEntry("version", 1L);
        assertThat(designed.read("ordersOf", Map.of("customerId", "c1")).items())
                .hasSize(1);
    }

    @Test
    void aBeanReadsWhatTheDesignStored() {
        place();

        Order order = bean();
        assertThat(order.getStatus()).isEqualTo("open");
        assertThat(order.getTotal()).isEqualByComparingTo("12.5");
        assertThat(order.getVersion()).isEqualTo(1L);
    }

    @Test
    void versionsAgreeInBothDirections() {
        place();
        Order seen = bean();
        setStatus("paid");

        assertThatThrownBy(() -> beans.updateItem(seen)).isInstanceOf(ConditionalCheckFailedException.class);

        beans.updateItem(bean());
        Map<String, Object> late = new HashMap<>(KEY);
        late.put("status", "sent");
        late.put("version", 2L);
        assertThatThrownBy(() -> designed.write("setStatus", late).run()).isInstanceOf(WriteRefused.class);
        assertThat(bean().getVersion()).isEqualTo(3L);
    }

    @Test
    void theDesignKeepsIndexKeysOfItemsThatABeanStoredWithoutThem() {
        beans.putItem(order("open"));
        assertThat(byStatus("open")).isEmpty();

        setStatus("paid");

        assertThat(byStatus("paid")).hasSize(1);
    }

    @Test
    void updateOfABeanThatDoesNotKnowAnIndexKeyLeavesItBehind() {
        place();
        Order order = bean();
        order.setStatus("paid");
        beans.updateItem(order);

        assertThat(byStatus("open")).hasSize(1);
        assertThat(byStatus("paid")).isEmpty();
    }

    @Test
    void putOfABeanLosesWhatItDoesNotKnow() {
        place();
        beans.putItem(bean());

        assertThat(byStatus("open")).isEmpty();
    }

    private void place() {
        Map<String, Object> values = new HashMap<>(KEY);
        values.put("total", new BigDecimal("12.5"));
        designed.write("placeOrder", values).run();
    }

    private void setStatus(String status) {
        Map<String, Object> values = new HashMap<>(KEY);
        values.put("status", status);
        designed.write("setStatus", values).run();
    }

    private List<?> byStatus(String status) {
        return designed.read("ordersByStatus", Map.of("status", status)).items();
    }

    private Order bean() {
        return beans.getItem(Key.builder()
                .partitionValue("CUSTOMER#c1")
                .sortValue("ORDER#" + ORDER_ID)
                .build());
    }

    private static Order order(String status) {
        Order order = new Order();
        order.setPk("CUSTOMER#c1");
        order.setSk("ORDER#" + ORDER_ID);
        order.setCustomerId("c1");
        order.setOrderId(ORDER_ID);
        order.setStatus(status);
        order.setTotal(new BigDecimal("12.50"));
        order.setPlacedAt(Instant.parse("2026-11-15T12:00:00.123456Z"));
        return order;
    }

    private static Design designOfThePage() throws IOException {
        String page = Files.readString(Path.of("../docs/from-enhanced-client.md"));
        String text = page.substring(page.indexOf("```yaml\n") + "```yaml\n".length());
        return Reader.read(new Source("orders.yaml", text.substring(0, text.indexOf("```"))))
                .design();
    }

    /** A bean that knows nothing of the index. */
    @DynamoDbBean
    public static class Order {
        private String pk;
        private String sk;
        private String customerId;
        private String orderId;
        private String status;
        private BigDecimal total;
        private Instant placedAt;
        private Long version;

        @DynamoDbPartitionKey
        public String getPk() {
            return pk;
        }

        public void setPk(String pk) {
            this.pk = pk;
        }

        @DynamoDbSortKey
        public String getSk() {
            return sk;
        }

        public void setSk(String sk) {
            this.sk = sk;
        }

        public String getCustomerId() {
            return customerId;
        }

        public void setCustomerId(String customerId) {
            this.customerId = customerId;
        }

        public String getOrderId() {
            return orderId;
        }

        public void setOrderId(String orderId) {
            this.orderId = orderId;
        }

        @DynamoDbAttribute("st")
        public String getStatus() {
            return status;
        }

        public void setStatus(String status) {
            this.status = status;
        }

        public BigDecimal getTotal() {
            return total;
        }

        public void setTotal(BigDecimal total) {
            this.total = total;
        }

        public Instant getPlacedAt() {
            return placedAt;
        }

        public void setPlacedAt(Instant placedAt) {
            this.placedAt = placedAt;
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
