package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.embedded.Partita;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransactionTest {

    private static final String STOCK = """
            design: stock
            tables:
              main: { name: stock, key: { partition: pk } }
            entities:
              Article:
                key: { pk: "{articleId}" }
                version: version
                attributes:
                  articleId: { type: string }
                  left:      { type: integer, required: true }
                  version:   { type: integer }
            patterns:
              article: { get: Article, by: articleId, consistency: strong }
              kept:    { get: Article, by: articleId, cache: 1 hour }
              stock:   { create: Article }
              take:    { update: Article, by: articleId, add: { left: -1 }, when: "left > 0" }
            """;

    private final Shop shop = new Shop();
    private final Database database = shop.database();
    private final Database stock = Database.builder(
                    Shop.design(STOCK), shop.partita().client())
            .environment(Map.of())
            .build();

    @AfterEach
    void close() {
        shop.close();
    }

    private Write<Written> order(int number) {
        return database.write("place", Map.of("customerId", "1", "number", number));
    }

    private Write<Written> take() {
        return stock.write("take", Map.of("articleId", "a"));
    }

    private void articles(int left) {
        stock.createTables();
        assertThat(stock.write("stock", Map.of("articleId", "a", "left", left))
                        .run()
                        .outcome())
                .isEqualTo(Written.Outcome.CREATED);
    }

    @Test
    void writesOfTwoDesignsAreDoneTogether() {
        shop.signUp("1", "a@x.org");
        articles(1);
        Write<String> placed = order(1).map(written -> written.values().get("number") + "!");
        Write<Written> taken = take();
        Transaction.Results results = Transaction.of(placed, taken).run();
        assertThat(results.of(placed)).isEqualTo("1!");
        // A transaction returns nothing, so the item is read: it is whole, and its version is the new one.
        assertThat(results.of(taken).values())
                .containsEntry("left", 0L)
                .containsEntry("version", 2L)
                .containsEntry("articleId", "a");
        assertThatThrownBy(() -> Transaction.of(order(2), take()).run())
                .isInstanceOfSatisfying(WriteRefused.class, refused -> assertThat(refused.rule())
                        .isEqualTo(Rule.CONDITION_NOT_MET));
        assertThat(database.read("countOrders", Map.of("customerId", "1")).count())
                .isEqualTo(1);
    }

    @Test
    void cachesOfEveryDesignHearOfIt() {
        shop.signUp("1", "a@x.org");
        articles(2);
        assertThat(stock.read("kept", Map.of("articleId", "a")).one().values()).containsEntry("left", 2L);
        Transaction.of(order(1), take()).run();
        assertThat(stock.read("kept", Map.of("articleId", "a")).one().values()).containsEntry("left", 1L);
    }

    @Test
    void aParentAndItsChildAreMadeAtOnce() {
        Transaction.of(order(1), database.write("signUp", Map.of("customerId", "1", "email", "a@x.org")))
                .run();
        assertThat(shop.order("1", 1)).containsEntry("status", "OPEN");
    }

    @Test
    void theSameItemTwiceIsRefused() {
        shop.signUp("1", "a@x.org");
        shop.orders("1", 1);
        Write<Written> pay = database.write("pay", Map.of("customerId", "1", "number", 1));
        Write<Written> drop = database.write("drop", Map.of("customerId", "1", "number", 1));
        for (Transaction twice :
                List.of(Transaction.of(pay, pay), Transaction.of(pay, drop), Transaction.of(order(7), order(7)))) {
            assertThatThrownBy(twice::run)
                    .isInstanceOfSatisfying(WriteRefused.class, refused -> assertThat(refused.rule())
                            .isEqualTo(Rule.WRITTEN_TWICE))
                    .hasMessageContaining("the same Order twice");
        }
    }

    @Test
    void moreThanAHundredActionsAreRefused() {
        shop.signUp("1", "a@x.org");
        List<Write<Written>> many = new ArrayList<>();
        for (int number = 1; number <= 100; number++) {
            many.add(order(number));
        }
        assertThatThrownBy(() -> Transaction.of(many).run())
                .isInstanceOfSatisfying(WriteRefused.class, refused -> assertThat(refused.rule())
                        .isEqualTo(Rule.TOO_MANY_ACTIONS));
        // 99 orders and the check that their customer is there.
        Transaction.of(many.subList(0, 99)).runAsync().join();
        assertThat(database.read("countOrders", Map.of("customerId", "1")).count())
                .isEqualTo(99);
    }

    @Test
    void invalidValuesOfOneKeepAllFromBeingSent() {
        List<Consumed> calls = new ArrayList<>();
        Database counted = database.with(CallOptions.none().consumed(calls::add));
        assertThatThrownBy(() -> Transaction.of(
                                counted.write("signUp", Map.of("customerId", "1", "email", "a@x.org")),
                                counted.write("place", Map.of("customerId", "1", "number", 1, "status", "LOST")))
                        .run())
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Order.status");
        assertThat(calls).containsExactly(new Consumed("signUp, place", 0, 0, 0));
    }

    @Test
    void anotherEndpointIsNotJoined() {
        try (Partita elsewhere = Partita.inMemory()) {
            Database other =
                    Database.builder(Shop.design(STOCK), elsewhere.client()).build();
            assertThatThrownBy(() -> Transaction.of(order(1), other.write("take", Map.of("articleId", "a"))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("one endpoint");
        }
    }

    @Test
    void aStrangersResultIsNotFound() {
        Transaction.Results results = Transaction.of().run();
        assertThatThrownBy(() -> results.of(take())).isInstanceOf(IllegalArgumentException.class);
    }
}
