package dev.partita.engine;

import static dev.partita.engine.Fixture.item;
import static dev.partita.engine.TableMaker.table;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.read.DescribeTable;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransactionTokensTest {

    private final Fixture fixture = new Fixture();

    @AfterEach
    void everythingFollowsFromTheItems() {
        fixture.close();
    }

    @Test
    void transactionsAreForgottenAfterTenMinutes() {
        fixture.run(table("Orders", "pk:S").request());
        fixture.run(put("old", "a"));
        fixture.pass(Duration.ofMinutes(6));
        fixture.run(put("young", "b"));
        fixture.restart();
        fixture.pass(Duration.ofMinutes(5));
        assertEquals(2, tokens());
        fixture.background.tick();
        assertEquals(1, tokens());
        fixture.pass(Duration.ofMinutes(6));
        fixture.background.tick();
        assertEquals(0, tokens());
    }

    /** Found by R15: the retry was performed once more. */
    @Test
    void aRetryRightAfterTheClockWasSetIsStillARetry() {
        fixture.run(table("Orders", "pk:S").request());
        fixture.run(put("token", "a"));
        fixture.clock.advance(Duration.ofHours(1));
        fixture.delete("Orders", item("pk", "a"));
        fixture.run(put("token", "a"));
        assertEquals(0, fixture.run(new DescribeTable("Orders")).table().itemCount());
        fixture.background.tick();
        assertEquals(1, tokens());

        // Ten minutes later it is forgotten, whatever the clock said when.
        fixture.pass(Duration.ofMinutes(11));
        fixture.background.tick();
        assertEquals(0, tokens());
        fixture.run(put("token", "a"));
        assertEquals(1, fixture.run(new DescribeTable("Orders")).table().itemCount());
    }

    private int tokens() {
        return Consistency.read(fixture.engine, new byte[] {Rows.TOKEN}).size();
    }

    private static TransactWriteItems put(String token, String key) {
        return new TransactWriteItems(
                List.of(new TransactWriteItems.Action(
                        TransactWriteItems.Kind.PUT, "Orders", item("pk", key), null, null, null, null, null, null)),
                null,
                null,
                token);
    }
}
