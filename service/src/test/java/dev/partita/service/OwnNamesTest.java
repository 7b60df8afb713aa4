package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.service.Served.Answer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Parent and child read together though they call the parent's key otherwise: one argument, one address, and a cache that knows. */
class OwnNamesTest {

    private static Served served;

    @BeforeAll
    static void open() {
        served = Served.design("""
                design: shop
                allow: anyone
                tables:
                  main: { key: { partition: pk, sort: sk }, type-attribute: type }
                entities:
                  Customer:
                    type: C
                    key: { pk: "CUST#{id}", sk: META }
                    attributes: { id: string, name: string }
                  Order:
                    type: O
                    key: { pk: "CUST#{customerId}", sk: "ORDER#{orderId}" }
                    attributes: { customerId: { type: string, references: Customer }, orderId: string, total: integer }
                patterns:
                  addCustomer: { create: Customer }
                  addOrder: { create: Order }
                  changeOrder: { update: Order, by: [customerId, orderId], change: [total] }
                  whole: { read: [Customer, Order], by: id, cache: 5 minutes }
                """);
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void theAddressHasTheParentsName() {
        customer("a");
        order("a", "1");
        Answer whole = served.get("/api/shop/customers/a");
        assertThat(whole.status()).as(whole.toString()).isEqualTo(200);
        assertThat(whole.body()).contains("\"customerId\":\"a\"").contains("\"total\":1");
        assertThat(served.get("/api/shop/patterns/whole?id=a").body()).isEqualTo(whole.body());
        assertThat(served.get("/api/shop/patterns/whole?customerId=a").status()).isEqualTo(422);
    }

    @Test
    void theDocumentHasOneParameter() {
        assertThat(served.get("/api/shop/openapi.json").body()).contains("\"/customers/{id}\":{\"get\"");
    }

    @Test
    void aWriteOfAChildForgetsTheAnswer() {
        customer("b");
        customer("c");
        order("b", "1");
        assertThat(served.get("/api/shop/customers/b").body()).contains("\"total\":1");
        served.post("/api/shop/patterns/changeOrder", "{\"customerId\":\"b\",\"orderId\":\"1\",\"total\":77}");
        assertThat(served.get("/api/shop/customers/b").body()).contains("\"total\":77");
        order("b", "2");
        assertThat(served.get("/api/shop/customers/b").body()).contains("\"orderId\":\"2\"");
    }

    private static void customer(String id) {
        assertThat(served.post("/api/shop/patterns/addCustomer", "{\"id\":\"" + id + "\",\"name\":\"x\"}")
                        .status())
                .isEqualTo(201);
    }

    private static void order(String customer, String order) {
        Answer written = served.post(
                "/api/shop/patterns/addOrder",
                "{\"customerId\":\"" + customer + "\",\"orderId\":\"" + order + "\",\"total\":1}");
        assertThat(written.status()).as(written.toString()).isEqualTo(201);
    }
}
