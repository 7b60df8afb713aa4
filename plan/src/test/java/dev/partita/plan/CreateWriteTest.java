package dev.partita.plan;

import static dev.partita.plan.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.partita.plan.WriteRefused.Rule;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CreateWriteTest {

    private static final String SHOP = """
            design: shop
            tables:
              main:
                name: shop
                key: { partition: pk, sort: sk }
                type-attribute: et
                expiry: ttl
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              User:
                type: USER
                key: { pk: "USER#{userId}", sk: META }
                GSI1: { when: isActive, gsi1pk: "EMAIL#{email}", gsi1sk: META }
                attributes:
                  userId: { type: string, generate: "usr_{ulid}", store: false }
                  email: { type: string, stored: em, normalise: [trim, lower], unique: true, required: true }
                  isActive: { type: flag, default: true }
                  limit: { type: integer, default: 2 }
                  count: { type: integer, default: 0, read-only: true }
                  numbers: { type: integer, default: 0, read-only: true }
                  note: { type: string, absent: null }
                  createdAt: { type: timestamp, stored: ca, set: on-create }
              Order:
                type: ORDER
                key: { pk: "USER#{userId}", sk: "ORDER#{number:03}" }
                attributes:
                  userId: { type: string, store: false, references: User, must-exist: true }
                  number: { type: integer, store: false, generate: { sequence: User.numbers, max: 3 } }
                  tags: { type: list of string, default: [] }
              OrderTag:
                type: TAG
                from: { entity: Order, each: tags, as: tag }
                key: { pk: "TAG#{tag}", sk: "{userId}#{number:03}" }
                attributes:
                  tag: { type: string }
                  userId: { type: string }
                  number: { type: integer, store: false }
              Ticket:
                type: TICKET
                key: { pk: "TICKET#{ticketId}", sk: META }
                expiry: 1 hour after createdAt
                attributes:
                  ticketId: { type: string }
                  code: { type: string, unique: true }
                  createdAt: { type: epoch-seconds, set: on-create }
              Parcel:
                type: PARCEL
                key: { pk: "USER#{userId}", sk: "PARCEL#{id}" }
                attributes:
                  userId: { type: string, store: false, references: User }
                  id: { type: string, generate: ulid }
            quotas:
              parcels: { counts: Parcel, per: userId, counter: User.count, limit: User.limit, unlimited: -1 }
            patterns:
              createUser: { create: User }
              createUserWithOrders: { create: User, with: Order }
              createOrder: { create: Order, requires: { User: isActive } }
              createTicket: { create: Ticket }
              orderMore: { create: Order }
              openWithOrders: { transact: [createUser, createOrder, orderMore], same: userId }
              ordersAndUser: { transact: [createOrder, orderMore, createUser], same: userId }
              createParcel: { create: Parcel }
              deleteParcel: { delete: Parcel, by: [userId, id] }
              setActive: { update: User, by: userId, change: [isActive] }
            """;

    private final Bench bench = new Bench(SHOP);

    @Test
    void anItemHasDefaultsIdsTimesKeysAndItsLock() {
        Written written = bench.run("createUser", "email", " Ann@Example.com ", "userId", "1");
        assertThat(written.outcome()).isEqualTo(Written.Outcome.CREATED);
        assertThat(written.values()).containsEntry("email", "ann@example.com").containsEntry("createdAt", Bench.START);
        assertThat(bench.items())
                .containsEntry(
                        "USER#1 META",
                        Map.of(
                                "et",
                                "USER",
                                "em",
                                "ann@example.com",
                                "isActive",
                                "1",
                                "limit",
                                "2",
                                "count",
                                "0",
                                "numbers",
                                "0",
                                "note",
                                "{\"NULL\":true}",
                                "ca",
                                "2024-06-29T12:00:00Z",
                                "gsi1pk",
                                "EMAIL#ann@example.com",
                                "gsi1sk",
                                "META"))
                .hasSize(2);
        assertThat(bench.items().entrySet().stream().filter(e -> e.getKey().contains("UNIQUE")))
                .singleElement()
                .satisfies(lock -> assertThat(lock.getValue())
                        .containsEntry("lockedBy", "{\"M\":{\"pk\":{\"S\":\"USER#1\"},\"sk\":{\"S\":\"META\"}}}"));
    }

    @Test
    void aParentThatTheSameTransactionMakesNumbersItsChildren() {
        for (String pattern : List.of("openWithOrders", "ordersAndUser")) {
            Written written = bench.run(pattern, "userId", pattern, "email", pattern + "@b");
            assertThat(bench.items()).containsKeys("USER#" + pattern + " ORDER#001", "USER#" + pattern + " ORDER#002");
            assertThat(bench.items().get("USER#" + pattern + " META")).containsEntry("numbers", "2");
            assertThat(written.parts().stream().map(part -> part.values().get("number")))
                    .contains(1L, 2L);
            assertThat(bench.run("createOrder", "userId", pattern).values()).containsEntry("number", 3L);
        }
    }

    @Test
    void aGeneratedIdIsAUlidBehindItsPrefix() {
        assertThat((String) bench.run("createUser", "email", "a@b").values().get("userId"))
                .matches("usr_[0-9A-HJKMNP-TV-Z]{26}");
    }

    @Test
    void aCreateNeverOverwrites() {
        bench.run("createUser", "email", "a@b", "userId", "1");
        refused(Rule.ALREADY_EXISTS, "User", () -> bench.run("createUser", "email", "c@d", "userId", "1"));
        assertThat(bench.items().get("USER#1 META")).containsEntry("em", "a@b");
        assertThat(bench.items()).hasSize(2);
    }

    @Test
    void uniqueMeansUnique() {
        bench.run("createUser", "email", "a@b", "userId", "1");
        refused(Rule.NOT_UNIQUE, "User.email", () -> bench.run("createUser", "email", "A@B ", "userId", "2"));
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnce() {
        InvalidValues invalid = catchThrowableOfType(
                InvalidValues.class,
                () -> bench.run("createUser", "limit", "1.5", "count", 7, "nickname", "x", "createdAt", "2024-01-01"));
        assertThat(invalid.violations())
                .extracting(Violation::toString)
                .containsExactlyInAnyOrder(
                        "User.count = 7 is filled in by the design and cannot be given",
                        "User.createdAt = '2024-01-01' is filled in by the design and cannot be given",
                        "User.nickname = 'x' is no attribute of User",
                        "User.limit = '1.5' is not an integer",
                        "User.email is required");
        assertThat(bench.items()).isEmpty();
    }

    @Test
    void anIndexConditionThatDoesNotHoldLeavesTheIndexOut() {
        bench.run("createUser", "email", "a@b", "userId", "1", "isActive", false);
        assertThat(bench.items().get("USER#1 META")).doesNotContainKeys("gsi1pk", "gsi1sk");
    }

    @Test
    void wrongValuesUseUpNoNumber() {
        bench.run("createUser", "userId", "1", "email", "a@example.com");
        bench.sent();
        assertThatThrownBy(() -> bench.run("createOrder", "userId", "1", "tags", 5))
                .isInstanceOf(InvalidValues.class)
                .hasMessage("Order.tags = 5 is not a list");
        assertThat(bench.sent()).isEmpty();
        assertThat(bench.run("createOrder", "userId", "1").values()).containsEntry("number", 1L);
    }

    @Test
    void numbersComeFromTheParentUpToTheirMaximum() {
        bench.run("createUser", "email", "a@b", "userId", "1");
        for (long number = 1; number <= 3; number++) {
            assertThat(bench.run("createOrder", "userId", "1").values()).containsEntry("number", number);
        }
        refused(Rule.SEQUENCE_EXHAUSTED, "Order.number", () -> bench.run("createOrder", "userId", "1"));
        refused(Rule.REFERENCE_MISSING, "User", () -> bench.run("createOrder", "userId", "2"));
        assertThat(bench.items()).containsKeys("USER#1 ORDER#001", "USER#1 ORDER#003");
    }

    @Test
    void aParentMustMeetWhatThePatternRequires() {
        bench.run("createUser", "email", "a@b", "userId", "1");
        bench.run("setActive", "userId", "1", "isActive", false);
        refused(Rule.CONDITION_NOT_MET, "User", () -> bench.run("createOrder", "userId", "1"));
    }

    @Test
    void fanOutItemsComeInTheSameTransaction() {
        bench.run("createUser", "email", "a@b", "userId", "1");
        bench.sent();
        bench.run("createOrder", "userId", "1", "tags", List.of("x", "a#b"));
        assertThat(bench.sent()).containsExactly("UpdateItem", "TransactWriteItems");
        assertThat(bench.items()).containsKeys("TAG#x 1#001", "TAG#a%23b 1#001");
    }

    @Test
    void childrenComeWithTheirParentAndAreNumbered() {
        bench.run(
                "createUserWithOrders",
                "email",
                "a@b",
                "userId",
                "1",
                "orders",
                List.of(Map.of(), Map.of("tags", List.of("x"))));
        assertThat(bench.sent()).containsExactly("TransactWriteItems");
        assertThat(bench.items())
                .containsKeys("USER#1 META", "USER#1 ORDER#001", "USER#1 ORDER#002", "TAG#x 1#002")
                .hasSize(5);
        assertThat(bench.items().get("USER#1 META")).containsEntry("numbers", "2");
        assertThat(bench.run("createOrder", "userId", "1").values()).containsEntry("number", 3L);
    }

    @Test
    void whatIsWrongWithChildrenIsSaidWithTheirPlaceAmongThem() {
        assertThatThrownBy(() -> bench.run(
                        "createUserWithOrders",
                        "email",
                        "a@b",
                        "orders",
                        List.of(Map.of("tags", "x"), Map.of(), Map.of("nonsense", 1L))))
                .isInstanceOfSatisfying(InvalidValues.class, wrong -> assertThat(wrong.violations())
                        .extracting(Violation::attribute)
                        .contains("orders[2].nonsense")
                        .allMatch(name -> name.startsWith("orders[")));
        assertThat(bench.items()).isEmpty();
    }

    @Test
    void childrenNameNoOtherParentAndNoNumber() {
        assertThatThrownBy(() -> bench.run(
                        "createUserWithOrders",
                        "email",
                        "a@b",
                        "userId",
                        "1",
                        "orders",
                        List.of(Map.of("userId", "1"), Map.of("userId", "2"), Map.of("number", 9L))))
                .isInstanceOfSatisfying(InvalidValues.class, wrong -> assertThat(wrong.violations())
                        .extracting(Violation::attribute)
                        .containsExactly("orders[1].userId", "orders[2].number"))
                .hasMessageContaining("is not that of the User it is made with");
        assertThat(bench.items()).isEmpty();
    }

    @Test
    void aTransactionHasAHundredActionsAtMost() {
        List<Map<String, Object>> orders = java.util.Collections.nCopies(99, Map.of());
        assertThatThrownBy(() -> bench.run("createUserWithOrders", "email", "a@b", "orders", orders))
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("orders has 99 elements, and may have at most 98 here");
        assertThat(bench.items()).isEmpty();
    }

    @Test
    void aQuotaIsCountedAndHeld() {
        bench.run("createUser", "email", "a@b", "userId", "1");
        bench.sent();
        bench.run("createParcel", "userId", "1", "id", "p1");
        assertThat(bench.sent()).containsExactly("TransactWriteItems");
        bench.run("createParcel", "userId", "1", "id", "p2");
        refused(Rule.QUOTA_REACHED, "parcels", () -> bench.run("createParcel", "userId", "1", "id", "p3"));
        bench.run("deleteParcel", "userId", "1", "id", "p1");
        bench.run("createParcel", "userId", "1", "id", "p3");
        assertThat(bench.items().get("USER#1 META")).containsEntry("count", "2");
        refused(Rule.REFERENCE_MISSING, "User", () -> bench.run("createParcel", "userId", "9"));
    }

    @Test
    void aQuotaThatIsUsedUpTellsTheLimitOfTheItemThatHasIt() {
        bench.run("createUser", "email", "a@b", "userId", "1", "limit", 0);
        WriteRefused refused = refused(Rule.QUOTA_REACHED, "parcels", () -> bench.run("createParcel", "userId", "1"));
        assertThat(refused).hasMessage("the quota parcels is used up: 0 are allowed");
        assertThat(refused.details()).isEqualTo(Map.of("quota", "parcels", "limit", 0L));
    }

    @Test
    void aHiddenLimitIsNotTold() {
        Bench secretive = new Bench(SHOP.replace("limit: { type: integer,", "limit: { type: integer, hidden: true,"));
        secretive.run("createUser", "email", "a@b", "userId", "1", "limit", 0);
        WriteRefused refused =
                refused(Rule.QUOTA_REACHED, "parcels", () -> secretive.run("createParcel", "userId", "1"));
        assertThat(refused).hasMessage("the quota parcels is used up");
        assertThat(refused.details()).isEqualTo(Map.of("quota", "parcels"));
    }

    @Test
    void anUnlimitedQuotaCountsOnly() {
        bench.run("createUser", "email", "a@b", "userId", "1", "limit", -1);
        for (int i = 0; i < 5; i++) {
            bench.run("createParcel", "userId", "1");
        }
        assertThat(bench.items().get("USER#1 META")).containsEntry("count", "5");
    }

    @Test
    void anExpiredItemAndItsLockAreNotInTheWay() {
        bench.run("createTicket", "ticketId", "1", "code", "x");
        refused(Rule.NOT_UNIQUE, "Ticket.code", () -> bench.run("createTicket", "ticketId", "2", "code", "x"));
        assertThat(bench.items().get("TICKET#1 META")).containsEntry("ttl", "1719666000");
        bench.pass(Duration.ofHours(1));
        bench.run("createTicket", "ticketId", "2", "code", "x");
        bench.run("createTicket", "ticketId", "1", "code", "y");
        assertThat(bench.items().get("TICKET#1 META")).containsEntry("code", "y");
    }
}
