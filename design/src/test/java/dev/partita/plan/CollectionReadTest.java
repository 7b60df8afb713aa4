package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Several entities read together: which of them is one item, and what a page has. */
class CollectionReadTest {

    private static final String INDEXED = """
            design: t
            tables:
              main:
                key: { partition: pk, sort: sk }
                type-attribute: type
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Customer:
                type: C
                key:  { pk: "CUSTOMER#{customerId}", sk: META }
                GSI1: { gsi1pk: "CUSTOMER#{customerId}", gsi1sk: ZZZ }
                attributes: { customerId: string, name: string }
              Order:
                type: O
                key:  { pk: "ORDER#{orderId}", sk: META }
                GSI1: { gsi1pk: "CUSTOMER#{customerId}", gsi1sk: "ORDER#{orderId}" }
                attributes: { orderId: string, customerId: { type: string, required: true } }
              Address:
                type: A
                key:  { pk: "ADDRESS#{addressId}", sk: META }
                GSI1: { gsi1pk: "CUSTOMER#{customerId}", gsi1sk: ADDRESS }
                attributes: { addressId: string, customerId: { type: string, required: true } }
            patterns:
              addCustomer: { create: Customer }
              addOrder: { create: Order }
              addAddress: { create: Address }
              removeCustomer: { delete: Customer, by: customerId }
              both: { read: [Customer, Order], by: customerId }
              paged: { read: [Customer, Order], by: customerId, page: 2 }
              homes: { read: [Customer, Address], by: customerId }
              headless: { read: [Order, Address], by: customerId, page: 2 }
            """;

    private final Bench bench = new Bench(INDEXED);

    @Test
    void aChildWithAConstantTableSortKeyIsManyThroughAnIndex() {
        customerWithOrders(3);
        Result both = bench.read("both", "customerId", "c");
        assertThat(both.of("Customer")).hasSize(1);
        assertThat(both.of("Order")).hasSize(3);
        assertThat(isOne("both", "Customer")).isTrue();
        assertThat(isOne("both", "Order")).isFalse();
        assertThat(plan("both").hasHead()).isTrue();
    }

    @Test
    void aConstantSortKeyOfAnIndexMakesNoSingleItem() {
        customerWithOrders(0);
        bench.run("addAddress", "addressId", "a1", "customerId", "c");
        bench.run("addAddress", "addressId", "a2", "customerId", "c");
        assertThat(bench.read("homes", "customerId", "c").of("Address")).hasSize(2);
        assertThat(isOne("homes", "Address")).isFalse();
        assertThat(plan("headless").hasHead()).isFalse();
    }

    @Test
    void theHeadComesWithEveryPageThoughItLiesBehindTheOthers() {
        customerWithOrders(4);
        List<Integer> orders = new ArrayList<>();
        String cursor = null;
        do {
            Result page = page(cursor);
            assertThat(page.of("Customer"))
                    .extracting(customer -> customer.get("name"))
                    .containsExactly("Ann");
            orders.add(page.of("Order").size());
            cursor = page.cursor();
        } while (cursor != null);
        assertThat(orders).containsExactly(2, 2, 0);
    }

    @Test
    void withoutItsHeadNoPageHasAnything() {
        customerWithOrders(4);
        String cursor = page(null).cursor();
        bench.run("removeCustomer", "customerId", "c");
        assertThat(page(null).items()).isEmpty();
        assertThat(page(cursor).items()).isEmpty();
        assertThat(bench.read("both", "customerId", "c").items()).isEmpty();
        assertThat(bench.read("headless", "customerId", "c").of("Order")).hasSize(2);
    }

    private Result page(String cursor) {
        return bench.reads().run("paged", Map.of("customerId", "c"), null, cursor);
    }

    private void customerWithOrders(int orders) {
        bench.run("addCustomer", "customerId", "c", "name", "Ann");
        for (int i = 0; i < orders; i++) {
            bench.run("addOrder", Map.of("orderId", "o" + i, "customerId", "c"));
        }
    }

    private boolean isOne(String pattern, String entity) {
        return ReadPlan.isOne(
                bench.design(),
                bench.design().patterns().get(pattern),
                bench.design().entities().get(entity));
    }

    private ReadPlan plan(String pattern) {
        return (ReadPlan) Compiler.compile(bench.design()).plans().get(pattern);
    }
}
