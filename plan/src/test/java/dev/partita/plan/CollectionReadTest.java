package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.read.ReadPlan;
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

    /** The customer calls its own key {@code id}; the order has one too, and it is another. */
    private static final String RENAMED = """
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
                key:  { pk: "CUST#{id}", sk: META }
                GSI1: { gsi1pk: "CITY#{city}", gsi1sk: "CUST#{id}" }
                attributes: { id: string, name: string, city: { type: string, required: true } }
              Order:
                type: O
                key:  { pk: "CUST#{customerId}", sk: "ORDER#{id}" }
                GSI1: { gsi1pk: "CITY#{town}", gsi1sk: "ORDER#{id}" }
                attributes: { customerId: { type: string, references: Customer }, id: string, town: { type: string, required: true } }
              Note:
                type: N
                key:  { pk: "CUST#{about}", sk: "NOTE#{number}" }
                attributes: { about: string, number: string }
            patterns:
              addCustomer: { create: Customer }
              addOrder: { create: Order }
              addNote: { create: Note }
              all: { read: [Customer, Order, Note], by: id }
              ofCity: { read: [Customer, Order], by: city }
              orderFirst: { read: [Order, Note], by: customerId, page: 2 }
            """;

    private static final String TICKETS = """
            design: t
            tables:
              main: { key: { partition: pk, sort: sk }, type-attribute: type }
            entities:
              Ticket:
                type: T
                key: { pk: "T#{number:06}", sk: META }
                attributes: { number: integer, title: string }
              Comment:
                type: C
                key: { pk: "T#{number:06}", sk: "C#{commentId}" }
                attributes: { number: integer, commentId: string }
            patterns:
              add: { create: Ticket }
              say: { create: Comment }
              all: { read: [Ticket, Comment], by: number }
            """;

    private final Bench bench = new Bench(INDEXED);

    @Test
    void aPaddedNumberInThePartitionIsKnown() {
        Bench tickets = new Bench(TICKETS);
        tickets.run("add", "number", 7, "title", "seventh");
        tickets.run("add", "number", 70);
        tickets.run("say", "number", 7, "commentId", "c1");
        tickets.run("say", "number", 7, "commentId", "c2");
        Result all = tickets.read("all", "number", 7);
        assertThat(all.of("Ticket")).extracting(ticket -> ticket.get("title")).containsExactly("seventh");
        assertThat(all.of("Comment")).hasSize(2);
    }

    /** A shard has many numbers, so the rest of the key has to tell, and there the two differ. */
    @Test
    void aShardInThePartitionDoesNotTellTheNumber() {
        String sharded = TICKETS.replace("{number:06}", "{number:shard(4)}")
                .replace("sk: META", "sk: \"META#{number}\"")
                .replace("C#{commentId}", "C#{number}#{commentId}");
        assertThat(Compiler.compile(Reader.read(new Source("t.yaml", sharded)).design())
                        .plans())
                .doesNotContainKey("all");
    }

    @Test
    void aChildMayCallThePartsOfTheKeyOtherwise() {
        Bench renamed = renamed();
        Result all = renamed.read("all", "id", "c");
        assertThat(all.of("Customer"))
                .extracting(customer -> customer.get("id"))
                .containsExactly("c");
        assertThat(all.of("Order")).extracting(order -> order.get("id")).containsExactly("c", "o");
        assertThat(all.of("Note")).hasSize(1);
        ReadPlan plan = (ReadPlan) Compiler.compile(renamed.design()).plans().get("all");
        assertThat(plan.arguments()).extracting(Argument::name).containsExactly("id");
        assertThat(plan.hasHead()).isTrue();
        assertThat(plan.proof())
                .contains("Order has id at the same place of the key, as customerId")
                .contains("Note has id at the same place of the key, as about");
        assertThat(renamed.read("orderFirst", "customerId", "c").items()).hasSize(2);
    }

    /** An order whose own id is the customer's is still a list: the argument is the customer's id. */
    @Test
    void whichOfThemIsOneItemGoesByTheirOwnNames() {
        Bench renamed = renamed();
        for (String child : List.of("Order", "Note")) {
            assertThat(ReadPlan.isOne(
                            renamed.design(),
                            renamed.design().patterns().get("all"),
                            renamed.design().entities().get(child)))
                    .as(child)
                    .isFalse();
        }
    }

    @Test
    void theyMayBeCalledOtherwiseInAnIndexToo() {
        Result city = renamed().read("ofCity", "city", "Ulm");
        assertThat(city.of("Customer")).hasSize(1);
        assertThat(city.of("Order")).hasSize(2);
    }

    @Test
    void anotherKindOfValueAtTheSamePlaceIsNoSameValue() {
        String design = RENAMED.replace("about: string", "about: { type: string, normalise: lower }");
        Compiled compiled = Compiler.compile(dev.partita.design.Reader.read(new dev.partita.design.Source("t", design))
                .design());
        assertThat(compiled.findings())
                .anyMatch(finding -> finding.isError()
                        && finding.message().contains("Note.about is another kind of value than Customer.id"));
    }

    @Test
    void theNamesAreTheFirstEntitys() {
        String design = RENAMED.replace("Note], by: id", "Note], by: customerId");
        Compiled compiled = Compiler.compile(dev.partita.design.Reader.read(new dev.partita.design.Source("t", design))
                .design());
        assertThat(compiled.findings())
                .filteredOn(dev.partita.design.model.Finding::isError)
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.help().toString()).contains("by").contains("[id]"));
    }

    @Test
    void anEnumIsTheSameWhereverItIsWritten() {
        String design = RENAMED.replace("city: { type: string,", "city: { enum: [Ulm, Bonn],")
                .replace("town: { type: string,", "town: { enum: [Ulm, Bonn],");
        assertThat(Compiler.compile(dev.partita.design.Reader.read(new dev.partita.design.Source("t", design))
                                .design())
                        .findings())
                .isEmpty();
    }

    private static Bench renamed() {
        Bench renamed = new Bench(RENAMED);
        renamed.run("addCustomer", "id", "c", "name", "Ann", "city", "Ulm");
        renamed.run("addCustomer", "id", "d", "name", "Bob", "city", "Bonn");
        renamed.run("addOrder", "customerId", "c", "id", "o", "town", "Ulm");
        renamed.run("addOrder", "customerId", "c", "id", "c", "town", "Ulm");
        renamed.run("addOrder", "customerId", "d", "id", "c", "town", "Bonn");
        renamed.run("addNote", "about", "c", "number", "1");
        return renamed;
    }

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
