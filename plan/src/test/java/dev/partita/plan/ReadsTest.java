package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Reading patterns run on an engine. */
class ReadsTest {

    private static final String DESIGN = """
            design: shop
            types:
              Status: { enum: [OPEN, PAID, SENT] }
            tables:
              main:
                name: shop
                key: { partition: pk, sort: sk }
                type-attribute: et
                expiry: ttl
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
                  GSI2: { partition: gsi2pk, sort: gsi2sk, projection: [title] }
                  byStock: { local: true, sort: { name: stock, type: number }, projection: keys }
            entities:
              Customer:
                type: CUSTOMER
                key: { pk: "CUST#{customerId}", sk: META }
                soft-delete: { flag: isGone }
                unique: { phone: { on: [phone], lock: { pk: "PHONE#{phone}", sk: UNIQUE } } }
                attributes:
                  customerId: { type: string, store: false }
                  phone: { type: string }
                  secret: { type: string, hidden: true }
                  isGone: { type: flag, default: false, read-only: true }
              Order:
                type: ORDER
                key: { pk: "CUST#{customerId}", sk: "ORDER#{placedAt}#{orderId}" }
                GSI1: { gsi1pk: "ORDERS#{status}", gsi1sk: "{placedAt:newest-first}#{orderId}" }
                GSI2: { when: isPublic, gsi2pk: "DAY#{placedAt:date}", gsi2sk: "{placedAt:newest-first}#{orderId}" }
                soft-delete: { at: goneAt }
                attributes:
                  customerId: { type: string, store: false }
                  orderId: { type: string }
                  placedAt: { type: timestamp }
                  status: { type: Status, default: OPEN }
                  title: { type: string }
                  total: { type: decimal }
                  isPublic: { type: flag, default: false }
                  goneAt: { type: timestamp, set: on-delete }
              Article:
                key: { pk: "ART#{shelf}", sk: "{articleId}" }
                attributes:
                  shelf: { type: string, store: false }
                  articleId: { type: string, store: false }
                  stock: { type: integer, range: 0..1000, required: true }
                  name: { type: string }
              Event:
                type: EVENT
                key: { pk: "LOG#{eventId:shard(4)}", sk: "{at}#{eventId}" }
                attributes:
                  eventId: { type: string }
                  at: { type: timestamp }
              Session:
                type: SESSION
                key: { pk: "CUST#{customerId}", sk: "SESSION#{sessionId}" }
                expiry: 2 hours after startedAt
                attributes:
                  customerId: { type: string, store: false }
                  sessionId: { type: string, store: false }
                  startedAt: { type: timestamp, set: on-create }
            patterns:
              saveCustomer: { put: Customer }
              removeCustomer: { delete: Customer, by: customerId }
              saveOrder: { put: Order }
              removeOrder: { delete: Order, by: [customerId, placedAt, orderId] }
              saveArticle: { put: Article }
              saveEvent: { put: Event }
              saveSession: { put: Session }
              customer: { get: Customer, by: customerId }
              customerByPhone: { get: Customer, by: phone, consistency: strong }
              customerAndOrders: { read: [Customer, Order], by: customerId }
              customerInPages: { read: [Customer, Order], by: customerId, page: 2 }
              ordersByPhone: { get: Customer, by: phone, then: customerAndOrders }
              orders: { list: Order, by: customerId, order: newest-first, page: 3 }
              ordersBetween: { list: Order, by: customerId, range: placedAt }
              ordersOfStatus: { list: Order, by: status, order: newest-first, page: 2 }
              statusBetween: { list: Order, by: status, range: placedAt }
              largeOrders: { list: Order, by: status, where: "total > :least" }
              timeline: { list: Order, where: isPublic, walk: 5 days, order: newest-first, page: 2, return: [orderId, title] }
              timelineWhole: { list: Order, where: isPublic, walk: 5 days, order: newest-first, page: 2, fetch: whole }
              atMost: { list: Order, by: customerId, page: 2, max: 5 }
              counts: { count: Order, by: status, each: status }
              countBetween: { count: Order, by: customerId, range: placedAt }
              customersOfStatus: { list: Order, by: status, fetch: Customer }
              titles: { search: Order, on: title }
              events: { list: Event, order: oldest-first, page: 3 }
              articles: { list: Article, by: shelf, order: stock descending }
              sessions: { list: Session, by: customerId }
              session: { get: Session, by: [customerId, sessionId] }
              figures: { gather: [counts, orders] }
              allOrders: { scan: Order, where: "total >= 0", page: 2 }
              pinned: { list: Order, key: { pk: "CUST#{customerId}", sk: { begins-with: "ORDER#" } }, limit: 2 }
            """;

    private final Bench bench = new Bench(DESIGN);

    @Test
    void aCollectionIsReadWholeUpToSixteenMegabytes() {
        String title = "x".repeat(390 * 1024);
        bench.run("saveCustomer", "customerId", "1", "phone", "1");
        for (int i = 0; i < 41; i++) {
            saveOrder(i, title);
        }
        assertThat(bench.read("customerAndOrders", "customerId", "1").items()).hasSize(42);
        for (int i = 41; i < 45; i++) {
            saveOrder(i, title);
        }
        assertThatThrownBy(() -> bench.read("customerAndOrders", "customerId", "1"))
                .isInstanceOf(CollectionTooLarge.class)
                .hasMessage(
                        "what customerAndOrders finds has more than 16 MB, too much for one answer; give it page: in the"
                                + " design, and it is read page by page");
        assertThat(bench.read("customerInPages", "customerId", "1").items()).hasSize(2);
    }

    private void saveOrder(int number, String title) {
        bench.run(
                "saveOrder",
                Map.of("customerId", "1", "orderId", "o" + number, "placedAt", Bench.START.toString(), "title", title));
    }

    @Test
    void aGetFindsItsItemWithoutWhatIsHidden() {
        bench.run("saveCustomer", "customerId", "1", "phone", "555", "secret", "s");
        assertThat(bench.read("customer", "customerId", "1").one().values())
                .isEqualTo(Map.of("customerId", "1", "phone", "555", "isGone", false));
        assertThat(bench.read("customer", "customerId", "10").one()).isNull();
    }

    @Test
    void aLockLeadsToItsItem() {
        bench.run("saveCustomer", "customerId", "1", "phone", "555");
        bench.sent();
        assertThat(bench.read("customerByPhone", "phone", "555").one().values()).containsEntry("customerId", "1");
        assertThat(bench.sent()).containsExactly("GetItem", "GetItem");
        assertThat(bench.read("customerByPhone", "phone", "556").one()).isNull();
        assertThat(bench.sent()).containsExactly("GetItem");
    }

    @Test
    void aCollectionIsToldApart() {
        bench.run("saveCustomer", "customerId", "1", "phone", "555");
        order("1", "a", "2024-06-01T10:00:00Z", "OPEN");
        order("1", "b", "2024-06-02T10:00:00Z", "PAID");
        bench.run("saveSession", "customerId", "1", "sessionId", "s");
        Result result = bench.read("customerAndOrders", "customerId", "1");
        assertThat(result.of("Customer")).hasSize(1);
        assertThat(result.of("Order"))
                .extracting(values -> values.get("orderId"))
                .containsExactly("a", "b");
        assertThat(result.items()).hasSize(3);
        assertThat(bench.read("ordersByPhone", "phone", "555").of("Order")).hasSize(2);
        assertThat(pages("customerInPages", "orderId", "customerId", "1")).hasSize(2);
        bench.run("removeCustomer", "customerId", "1");
        assertThat(bench.read("customerAndOrders", "customerId", "1").items()).isEmpty();
    }

    @Test
    void pagesAreFilledThoughDeletedItemsLieBetween() {
        for (int day = 10; day < 30; day++) {
            order("1", "o" + day, "2024-06-" + day + "T10:00:00Z", "OPEN");
            if (day % 4 != 0) {
                bench.run(
                        "removeOrder",
                        "customerId",
                        "1",
                        "placedAt",
                        "2024-06-" + day + "T10:00:00Z",
                        "orderId",
                        "o" + day);
            }
        }
        List<List<Object>> pages = pages("orders", "orderId", "customerId", "1");
        assertThat(pages.get(0)).containsExactly("o28", "o24", "o20");
        assertThat(pages.get(1)).containsExactly("o16", "o12");
    }

    @Test
    void anotherCustomerWhoseIdBeginsAlikeIsNotRead() {
        order("1", "a", "2024-06-01T10:00:00Z", "OPEN");
        order("10", "b", "2024-06-01T10:00:00Z", "OPEN");
        order("1#ORDER", "c", "2024-06-01T10:00:00Z", "OPEN");
        assertThat(ids(bench.read("orders", "customerId", "1"))).containsExactly("a");
        assertThat(ids(bench.read("orders", "customerId", "1#ORDER"))).containsExactly("c");
    }

    @Test
    void theLastDayOfARangeIsIncluded() {
        order("1", "a", "2024-06-01T00:00:00Z", "OPEN");
        order("1", "b", "2024-06-02T00:00:00Z", "OPEN");
        order("1", "c", "2024-06-02T23:59:59Z", "OPEN");
        order("1", "d", "2024-06-03T00:00:00Z", "OPEN");
        bench.run("saveSession", "customerId", "1", "sessionId", "s");
        bench.run("saveCustomer", "customerId", "1");
        assertThat(ids(bench.read(
                        "ordersBetween", "customerId", "1", "placedAtFrom", "2024-06-02", "placedAtTo", "2024-06-02")))
                .containsExactly("b", "c");
        assertThat(ids(bench.read("ordersBetween", "customerId", "1", "placedAtFrom", "2024-06-02T00:00:01Z")))
                .containsExactly("c", "d");
        assertThat(ids(bench.read("ordersBetween", "customerId", "1", "placedAtTo", "2024-06-02T00:00:00Z")))
                .containsExactly("a", "b");
        assertThat(ids(bench.read("ordersBetween", "customerId", "1"))).containsExactly("a", "b", "c", "d");
        assertThat(ids(bench.read(
                        "statusBetween", "status", "OPEN", "placedAtFrom", "2024-06-02", "placedAtTo", "2024-06-02")))
                .containsExactly("c", "b");
        assertThat(bench.read("countBetween", "customerId", "1", "placedAtFrom", "2024-06-02")
                        .count())
                .isEqualTo(3);
    }

    @Test
    void nothingLiesBetweenBoundsThatAreTheWrongWayRound() {
        order("1", "a", "2024-06-01T00:00:00Z", "OPEN");
        bench.sent();
        Result result = bench.read(
                "ordersBetween", "customerId", "1", "placedAtFrom", "2024-06-05", "placedAtTo", "2024-06-01");
        assertThat(result.items()).isEmpty();
        assertThat(result.cursor()).isNull();
        assertThat(bench.sent()).isEmpty();
    }

    @Test
    void daysAreWalkedUntilThePageIsFull() {
        for (int day = 20; day < 30; day++) {
            publicOrder("o" + day + "a", "2024-06-" + day + "T08:00:00Z");
            publicOrder("o" + day + "b", "2024-06-" + day + "T09:00:00Z");
        }
        order("1", "private", "2024-06-29T10:00:00Z", "OPEN");
        assertThat(pages("timeline", "orderId").stream().flatMap(List::stream).toList())
                .startsWith("o29b", "o29a", "o28b", "o28a", "o27b", "o27a", "o26b", "o26a", "o25b", "o25a")
                .hasSize(20);
        Result first = bench.read("timeline");
        assertThat(first.one().values()).isEqualTo(Map.of("orderId", "o29b", "title", "Order o29b"));
        // A day later the cursor still stands where it stood.
        bench.pass(Duration.ofDays(1));
        assertThat(ids(bench.reads().run("timeline", Map.of(), null, first.cursor())))
                .containsExactly("o28b", "o28a");
        assertThat(bench.read("timelineWhole").one().values()).containsKeys("total", "customerId", "title");
    }

    @Test
    void shardsAreMergedInOrder() {
        List<String> expected = new ArrayList<>();
        for (int i = 10; i < 30; i++) {
            bench.run("saveEvent", "eventId", "e" + i, "at", "2024-06-01T10:00:" + i + "Z");
            expected.add("e" + i);
        }
        List<List<Object>> pages = pages("events", "eventId");
        assertThat(pages.get(0)).hasSize(3);
        assertThat(pages.stream().flatMap(List::stream).toList()).isEqualTo(expected);
    }

    @Test
    void eachValueIsCounted() {
        order("1", "a", "2024-06-01T00:00:00Z", "OPEN");
        order("1", "b", "2024-06-01T00:00:00Z", "OPEN");
        order("2", "c", "2024-06-01T00:00:00Z", "SENT");
        Result result = bench.read("counts");
        assertThat(result.counts()).isEqualTo(Map.of("OPEN", 2L, "PAID", 0L, "SENT", 1L));
        assertThat(result.count()).isEqualTo(3);
        Result gathered = bench.read("figures", "customerId", "1");
        assertThat(gathered.parts().get("counts").count()).isEqualTo(3);
        assertThat(gathered.parts().get("orders").items()).hasSize(2);
    }

    @Test
    void referencesAreFetchedInTheirOrder() {
        bench.run("saveCustomer", "customerId", "1");
        bench.run("saveCustomer", "customerId", "2");
        order("1", "a", "2024-06-01T00:00:00Z", "OPEN");
        order("2", "b", "2024-06-02T00:00:00Z", "OPEN");
        order("3", "c", "2024-06-03T00:00:00Z", "OPEN");
        assertThat(bench.read("customersOfStatus", "status", "OPEN").of("Customer"))
                .extracting(values -> values.get("customerId"))
                .containsExactly("2", "1");
    }

    @Test
    void argumentsOfConditionsAreFilledIn() {
        order("1", "a", "2024-06-01T00:00:00Z", "OPEN");
        bench.run("saveOrder", "customerId", "1", "orderId", "b", "placedAt", "2024-06-01T00:00:00Z", "total", 500);
        assertThat(ids(bench.read("largeOrders", "status", "OPEN", "least", 100)))
                .containsExactly("b");
    }

    @Test
    void wordsAreFound() {
        publicOrder("a", "2024-06-01T00:00:00Z");
        publicOrder("b", "2024-06-01T00:00:00Z");
        assertThat(ids(bench.read("titles", "title", "ORDER b"))).containsExactly("b", "a");
    }

    @Test
    void aLocalIndexSortsNumbersAsNumbers() {
        for (int stock : new int[] {5, 100, 20}) {
            bench.run("saveArticle", "shelf", "s", "articleId", "a" + stock, "stock", stock, "name", "n");
        }
        Result result = bench.read("articles", "shelf", "s");
        assertThat(result.items())
                .extracting(item -> item.values().get("stock"))
                .containsExactly(100L, 20L, 5L);
        assertThat(result.one().values()).containsEntry("name", "n").containsEntry("articleId", "a100");
    }

    @Test
    void expiredItemsAreHiddenThoughTheyAreStillThere() {
        bench.run("saveSession", "customerId", "1", "sessionId", "s");
        assertThat(bench.read("sessions", "customerId", "1").items()).hasSize(1);
        bench.pass(Duration.ofHours(3));
        assertThat(bench.raw()).hasSize(1);
        assertThat(bench.read("sessions", "customerId", "1").items()).isEmpty();
        assertThat(bench.read("session", "customerId", "1", "sessionId", "s").one())
                .isNull();
    }

    @Test
    void aScanLeavesOtherEntitiesOut() {
        bench.run("saveCustomer", "customerId", "1");
        for (int i = 0; i < 5; i++) {
            order("1", "o" + i, "2024-06-01T00:00:00Z", "OPEN");
        }
        assertThat(pages("allOrders", "orderId").stream().flatMap(List::stream).toList())
                .containsExactlyInAnyOrder("o0", "o1", "o2", "o3", "o4");
    }

    @Test
    void aPinnedRequestIsOnePage() {
        order("1", "a", "2024-06-01T00:00:00Z", "OPEN");
        order("1", "b", "2024-06-02T00:00:00Z", "OPEN");
        order("1", "c", "2024-06-03T00:00:00Z", "OPEN");
        bench.run("removeOrder", "customerId", "1", "placedAt", "2024-06-01T00:00:00Z", "orderId", "a");
        bench.sent();
        Result first = bench.read("pinned", "customerId", "1");
        assertThat(bench.sent()).containsExactly("Query");
        assertThat(ids(first)).containsExactly("a", "b");
        assertThat(ids(bench.reads().run("pinned", Map.of("customerId", "1"), null, first.cursor())))
                .containsExactly("c");
    }

    @Test
    void aCallerMayAskForFewer() {
        for (int i = 0; i < 5; i++) {
            order("1", "o" + i, "2024-06-01T00:00:0" + i + "Z", "OPEN");
        }
        Result page = bench.reads().run("orders", Map.of("customerId", "1"), 1, null);
        assertThat(ids(page)).containsExactly("o4");
        assertThat(ids(bench.reads().run("orders", Map.of("customerId", "1"), 1, page.cursor())))
                .containsExactly("o3");
    }

    @Test
    void aListEndsAtItsMost() {
        for (int i = 0; i < 9; i++) {
            order("1", "o" + i, "2024-06-01T00:00:0" + i + "Z", "OPEN");
        }
        assertThat(pages("atMost", "orderId", "customerId", "1"))
                .containsExactly(List.of("o0", "o1"), List.of("o2", "o3"), List.of("o4"));
    }

    @Test
    void wrongArgumentsAreAllTold() {
        assertThatThrownBy(() -> bench.read("orders", "customer", "1"))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("orders.customerId is required")
                .hasMessageContaining("orders.customer = '1' is no argument of orders");
        assertThatThrownBy(() -> bench.read("ordersBetween", "customerId", "1", "placedAtFrom", "soon"))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("placedAtFrom");
        assertThatThrownBy(() -> bench.read("customer", "customerId", ""))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("customerId");
        assertThatThrownBy(() -> bench.reads().run("orders", Map.of("customerId", "1"), null, "nonsense"))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("cursor");
    }

    private void order(String customer, String id, String placedAt, String status) {
        bench.run(
                "saveOrder", "customerId", customer, "orderId", id, "placedAt", placedAt, "status", status, "total", 1);
    }

    private void publicOrder(String id, String placedAt) {
        bench.run(
                "saveOrder",
                "customerId",
                "9",
                "orderId",
                id,
                "placedAt",
                placedAt,
                "title",
                "Order " + id,
                "total",
                1,
                "isPublic",
                true);
    }

    private static List<Object> ids(Result result) {
        return result.items().stream().map(item -> item.values().get("orderId")).toList();
    }

    /** One attribute of all items, page by page, until there is no cursor. */
    private List<List<Object>> pages(String pattern, String attribute, Object... arguments) {
        List<List<Object>> pages = new ArrayList<>();
        String cursor = null;
        do {
            Result page = bench.reads().run(pattern, Bench.map(arguments), null, cursor);
            pages.add(page.items().stream()
                    .map(item -> item.values().get(attribute))
                    .toList());
            cursor = page.stoppedAt() == null ? page.cursor() : null;
        } while (cursor != null);
        return pages;
    }

    @Test
    void aPinnedRequestDoesNotShowWhatIsAnothersAsItsOwn() {
        Bench bench = new Bench("""
                design: t
                tables: { main: { key: { partition: pk, sort: sk } } }
                entities:
                  Rating: { key: { pk: "USER#{user}", sk: "SITE#{site}" }, attributes: { user: string, site: string, note: string } }
                  Comment:
                    key: { pk: "USER#{user}", sk: "SITE#{site}#COMMENT#{id}" }
                    attributes: { user: string, site: string, id: string, note: { type: string, hidden: true } }
                patterns:
                  rate: { put: Rating }
                  comment: { put: Comment }
                  ratings: { list: Rating, key: { pk: "USER#{user}", sk: { begins-with: "SITE#" } } }
                """);
        bench.run("rate", "user", "u", "site", "s", "note", "mine");
        bench.run("comment", "user", "u", "site", "s", "id", "1", "note", "not shown to anybody");
        assertThat(bench.read("ratings", "user", "u").items())
                .extracting(item -> item.values().get("note"))
                .containsExactly("mine");
    }

    @Test
    void whatIsNoOptionOfAnEnumIsRefusedInAKeyAsInAComparison() {
        Bench bench = new Bench("""
                design: jobs
                tables:
                  main:
                    key: { partition: pk, sort: sk }
                    indexes:
                      byStatus: { partition: status, sort: sk, projection: all }
                entities:
                  Job:
                    key: { pk: "KIND#{kind}", sk: "{jobId}" }
                    attributes:
                      kind: { enum: [quick, slow] }
                      jobId: string
                      status: { enum: [open, done], required: true }
                      note: string
                patterns:
                  add: { create: Job }
                  ofKind: { list: Job, by: kind }
                  ofStatus: { list: Job, by: status }
                  compared: { list: Job, by: kind, where: "status = :status" }
                  note: { update: Job, by: [kind, jobId], change: [note] }
                  forget: { delete: Job, by: [kind, jobId] }
                """);
        bench.run("add", "kind", "quick", "jobId", "1", "status", "open");
        assertThat(bench.read("ofKind", "kind", "quick").items()).hasSize(1);
        assertThat(bench.read("ofStatus", "status", "done").items()).isEmpty();
        refusesEnum("kind", () -> bench.read("ofKind", "kind", "quik"));
        refusesEnum("status", () -> bench.read("ofStatus", "status", "OPEN"));
        refusesEnum("status", () -> bench.read("compared", "kind", "quick", "status", "opne"));
        refusesEnum("kind", () -> bench.run("note", "kind", "quik", "jobId", "1", "note", "x"));
        refusesEnum("kind", () -> bench.run("forget", "kind", "quik", "jobId", "1"));
    }

    private static void refusesEnum(String argument, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(InvalidValues.class, refused -> {
            assertThat(refused.violations()).hasSize(1);
            assertThat(refused.violations().get(0).rule()).isEqualTo("enum");
            assertThat(refused.violations().get(0).attribute()).isEqualTo(argument);
            assertThat(refused.violations().get(0).message()).startsWith("is not one of ");
        });
    }
}
