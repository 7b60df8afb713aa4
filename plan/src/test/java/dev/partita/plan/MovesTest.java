package dev.partita.plan;

import static dev.partita.plan.Refusals.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.WriteRefused.Rule;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** States that an item moves through, step by step, said once. */
class MovesTest {

    private static final String DESIGN = """
            design: orders
            tables: { main: { name: orders, key: { partition: pk, sort: sk }, indexes: { GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all } } } }
            types:
              State: { enum: [open, paid, sent, back, gone] }
            entities:
              Order:
                key: { pk: "ORDER#{orderId}", sk: META }
                GSI1: { gsi1pk: "STATE#{state}", gsi1sk: "{orderId}" }
                attributes:
                  orderId: string
                  note: string
                  state:
                    type: State
                    stored: st
                    default: open
                    moves: { open: [paid, gone], paid: [sent, gone], sent: back, back: [back, open] }
              Box:
                key: { pk: "BOX#{boxId}", sk: META }
                attributes: { boxId: string, full: { enum: ["no", "yes"], default: "no", moves: { "no": "yes", "yes": "no" } } }
            patterns:
              place:  { create: Order }
              pay:    { update: Order, by: orderId, set: { state: paid } }
              send:   { update: Order, by: orderId, set: { state: sent }, change: [note] }
              cancel: { update: Order, by: orderId, set: { state: gone } }
              bring:  { update: Order, by: orderId, set: { state: back } }
              edit:   { update: Order, by: orderId, change: [state, note] }
              note:   { update: Order, by: orderId, change: [note], or-create: true }
              box:    { create: Box }
              fill:   { update: Box, by: boxId, set: { full: "yes" }, or-create: false }
              both:   { transact: [pay, fill] }
            """;

    private final Bench bench = new Bench(DESIGN);

    private Object state(String pattern, Object... arguments) {
        return bench.run(pattern, arguments).values().get("state");
    }

    @Test
    void eachStepIsTakenFromWhereItMayBe() {
        assertThat(state("place", "orderId", "1")).isEqualTo("open");
        WriteRefused early = refused(Rule.CONDITION_NOT_MET, "Order", () -> bench.run("send", "orderId", "1"));
        assertThat(early).hasMessage("the Order is open, and only what is paid becomes sent");
        assertThat(state("pay", "orderId", "1")).isEqualTo("paid");
        refused(Rule.CONDITION_NOT_MET, "Order", () -> bench.run("pay", "orderId", "1"));
        assertThat(state("edit", "orderId", "1", "state", "sent")).isEqualTo("sent");
        refused(Rule.CONDITION_NOT_MET, "Order", () -> bench.run("cancel", "orderId", "1"));
        assertThat(state("bring", "orderId", "1")).isEqualTo("back");
        assertThat(state("bring", "orderId", "1"))
                .as("what says that it may stay")
                .isEqualTo("back");
        assertThat(bench.items().get("ORDER#1 META")).containsEntry("gsi1pk", "STATE#back");
        assertThat(state("edit", "orderId", "1", "state", "open")).isEqualTo("open");
        assertThat(state("edit", "orderId", "1", "note", "n"))
                .as("who changes something else")
                .isEqualTo("open");
    }

    @Test
    void aNewItemBeginsWithTheFirst() {
        assertThat(state("place", "orderId", "1", "state", "open")).isEqualTo("open");
        assertThatThrownBy(() -> bench.run("place", "orderId", "2", "state", "paid"))
                .isInstanceOfSatisfying(InvalidValues.class, invalid -> assertThat(invalid.violations())
                        .singleElement()
                        .satisfies(one -> {
                            assertThat(one.rule()).isEqualTo("moves");
                            assertThat(one.message()).isEqualTo("is not how it begins: that is open");
                        }));
        assertThat(state("note", "orderId", "3", "note", "n")).isEqualTo("open");
    }

    @Test
    void takingTheStateAwayIsToMoveToTheFirst() {
        bench.run("place", "orderId", "1");
        bench.run("pay", "orderId", "1");
        Map<String, Object> away = Bench.map("orderId", "1", "state", null);
        refused(Rule.CONDITION_NOT_MET, "Order", () -> bench.run("edit", away));
    }

    @Test
    void anItemFromBeforeTheStatesReadsAsTheFirst() {
        Map<String, AttributeValue> stored =
                Map.of("pk", new AttributeValue.S("ORDER#1"), "sk", new AttributeValue.S("META"));
        bench.call(new Request.PutItem("orders", Item.of(stored), null, Map.of(), Map.of(), null));
        assertThat(state("pay", "orderId", "1")).isEqualTo("paid");
        refused(Rule.CONDITION_NOT_MET, "Order", () -> bench.run("pay", "orderId", "1"));
    }

    @Test
    void inATransactionAllMoveOrNone() {
        bench.run("place", "orderId", "1");
        bench.run("box", "boxId", "b");
        bench.run("fill", "boxId", "b");
        refused(Rule.CONDITION_NOT_MET, "Box", () -> bench.run("both", "orderId", "1", "boxId", "b"));
        assertThat(bench.items().get("ORDER#1 META")).containsEntry("st", "open");
    }

    @Test
    void ofManyAtOnceOneMovesIt() throws Exception {
        bench.run("place", "orderId", "1");
        AtomicInteger paid = new AtomicInteger();
        ExecutorService all = Executors.newFixedThreadPool(8);
        try {
            Callable<Void> pay = () -> {
                try {
                    bench.run("pay", "orderId", "1");
                    paid.incrementAndGet();
                } catch (WriteRefused refused) {
                    assertThat(refused.rule()).isEqualTo(Rule.CONDITION_NOT_MET);
                }
                return null;
            };
            for (Future<Void> done : all.invokeAll(List.of(pay, pay, pay, pay, pay, pay, pay, pay))) {
                done.get();
            }
        } finally {
            all.shutdown();
        }
        assertThat(paid).hasValue(1);
    }
}
