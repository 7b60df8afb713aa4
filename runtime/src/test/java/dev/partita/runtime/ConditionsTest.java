package dev.partita.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.plan.InvalidValues;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.WriteRefused.Rule;
import dev.partita.plan.Written;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a caller expects to be stored. */
class ConditionsTest {

    private final Shop shop = new Shop();
    private final Database database = shop.database();

    @BeforeEach
    void fill() {
        shop.signUp("1", "a@x.org");
        shop.orders("1", 1);
    }

    @AfterEach
    void close() {
        shop.close();
    }

    private Write<Written> annotate(String note) {
        return database.write("annotate", Map.of("customerId", "1", "number", 1, "note", note));
    }

    @Test
    void anUpdateComparesWithWhatIsStored() {
        assertThat(annotate("a").when("status", "OPEN").when("note", null).run().outcome())
                .isEqualTo(Written.Outcome.UPDATED);
        refused(annotate("b").when("status", "OPEN").when("note", null), "Order.note");
        refused(annotate("b").when("status", "PAID"), "Order.status");
        assertThat(shop.order("1", 1)).containsEntry("note", "a");
    }

    @Test
    void aDeleteComparesWithWhatIsStored() {
        Write<Written> drop = database.write("drop", Map.of("customerId", "1", "number", 1));
        refused(drop.when("status", "PAID"), "Order.status");
        assertThat(drop.when("status", "OPEN").run().outcome()).isEqualTo(Written.Outcome.DELETED);
    }

    @Test
    void aWriteWithoutTheConditionStaysWithoutIt() {
        Write<Written> plain = annotate("a");
        refused(plain.when("status", "PAID"), "Order.status");
        assertThat(plain.run().outcome()).isEqualTo(Written.Outcome.UPDATED);
    }

    @Test
    void anItemThatIsMissingIsNotFoundRatherThanUnequal() {
        assertThatThrownBy(() -> database.write("annotate", Map.of("customerId", "1", "number", 9, "note", "x"))
                        .when("status", "OPEN")
                        .run())
                .isInstanceOfSatisfying(WriteRefused.class, refused -> assertThat(refused.rule())
                        .isEqualTo(Rule.NOT_FOUND));
    }

    @Test
    void conditionsHoldInATransactionToo() {
        refused(annotate("b").when("status", "PAID"), "Order.status");
        assertThatThrownBy(() -> Transaction.of(
                                annotate("b").when("status", "PAID"),
                                database.write("visit", Map.of("customerId", "1")))
                        .run())
                .isInstanceOf(WriteRefused.class)
                .hasMessageContaining("status = PAID");
    }

    @Test
    void whatCannotBeComparedIsRefusedBeforeItIsSent() {
        assertThatThrownBy(() -> annotate("b").when("colour", "red").run())
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Order.colour");
        assertThatThrownBy(() -> annotate("b").when("number", "many").run())
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("Order.number");
        assertThatThrownBy(() -> database.write("place", Map.of("customerId", "1", "number", 2))
                        .when("status", "OPEN")
                        .run())
                .isInstanceOf(InvalidValues.class)
                .hasMessageContaining("only updates and deletes");
    }

    private static void refused(Write<?> write, String subject) {
        assertThatThrownBy(write::run).isInstanceOfSatisfying(WriteRefused.class, refused -> {
            assertThat(refused.rule()).isEqualTo(Rule.CONDITION_NOT_MET);
            assertThat(refused.subject()).isEqualTo(subject);
        });
    }
}
