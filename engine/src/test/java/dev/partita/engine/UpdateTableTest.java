package dev.partita.engine;

import static dev.partita.engine.Fixture.item;
import static dev.partita.engine.TableChange.change;
import static dev.partita.engine.TableMaker.all;
import static dev.partita.engine.TableMaker.definitions;
import static dev.partita.engine.TableMaker.include;
import static dev.partita.engine.TableMaker.keysOnly;
import static dev.partita.engine.TableMaker.table;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.partita.engine.read.DescribeTable;
import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.TableClass;
import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UpdateTableTest {

    private static final String INVALID = "One or more parameter values were invalid: ";
    private static final String ONE_AT_A_TIME =
            "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table";

    private final Fixture fixture = new Fixture();

    @AfterEach
    void everythingFollowsFromTheItems() {
        fixture.close();
    }

    @Test
    void nothingToChangeIsRefused() {
        fixture.run(table("Orders", "pk:S").request());
        fixture.refused(
                "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates or"
                        + " SSESpecification or ReplicaUpdates is required",
                change("Orders").request());
    }

    @Test
    void aMissingTableIsNamed() {
        fixture.refused(
                "Requested resource not found: Table: Orders not found",
                change("Orders").deletionProtection(true).request());
    }

    @Test
    void theSameThroughputIsRefused() {
        fixture.run(table("Orders", "pk:S").provisioned(1, 2).request());
        fixture.refused(
                "The provisioned throughput for the table will not change. The requested value equals the current value."
                        + " Current ReadCapacityUnits provisioned for the table: 1. Requested ReadCapacityUnits: 1."
                        + " Current WriteCapacityUnits provisioned for the table: 2. Requested WriteCapacityUnits: 2."
                        + " Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher"
                        + " limits.",
                change("Orders").throughput(1, 2).request());
    }

    @Test
    void changesOfThroughputAreCounted() {
        fixture.run(table("Orders", "pk:S").provisioned(5, 5).request());
        TableDescription answer =
                fixture.run(change("Orders").throughput(6, 5).request()).tableDescription();
        assertEquals("UPDATING", answer.tableStatus());
        assertEquals(5, answer.provisionedThroughput().readCapacityUnits());
        TableDescription.Throughput raised = describe().provisionedThroughput();
        assertEquals(6, raised.readCapacityUnits());
        assertEquals(fixture.clock.epochSecond(), raised.lastIncreaseDateTime());
        assertNull(raised.lastDecreaseDateTime());

        fixture.run(change("Orders").throughput(4, 5).request());
        fixture.run(change("Orders").throughput(3, 5).request());
        assertEquals(2, describe().provisionedThroughput().numberOfDecreasesToday());
        fixture.pass(Duration.ofDays(1));
        assertEquals(0, describe().provisionedThroughput().numberOfDecreasesToday());
    }

    @Test
    void billingModesChangeBothWays() {
        fixture.run(table("Orders", "pk:S")
                .provisioned(5, 5)
                .global("byAt", all(), 1, "at:N")
                .request());
        fixture.refused(
                INVALID + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is"
                        + " PAY_PER_REQUEST",
                change("Orders")
                        .billing(BillingMode.PAY_PER_REQUEST)
                        .throughput(1, 1)
                        .request());
        fixture.run(change("Orders").billing(BillingMode.PAY_PER_REQUEST).request());
        assertEquals(BillingMode.PAY_PER_REQUEST, describe().billingMode());
        assertEquals(0, describe().provisionedThroughput().readCapacityUnits());
        assertEquals(
                0,
                describe()
                        .globalSecondaryIndexes()
                        .get(0)
                        .provisionedThroughput()
                        .readCapacityUnits());
        fixture.refused(
                INVALID + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is"
                        + " PROVISIONED",
                change("Orders").billing(BillingMode.PROVISIONED).request());
        fixture.refused(
                INVALID + "ProvisionedThroughput must be specified for index: byAt",
                change("Orders")
                        .billing(BillingMode.PROVISIONED)
                        .throughput(1, 1)
                        .request());
        fixture.run(change("Orders")
                .billing(BillingMode.PROVISIONED)
                .throughput(1, 1)
                .update("byAt", 2, 2)
                .request());
        assertEquals(BillingMode.PROVISIONED, describe().billingMode());
        assertEquals(
                2,
                describe()
                        .globalSecondaryIndexes()
                        .get(0)
                        .provisionedThroughput()
                        .readCapacityUnits());
    }

    @Test
    void settingsAreKept() {
        fixture.run(table("Orders", "pk:S").deletionProtection().request());
        fixture.run(change("Orders")
                .deletionProtection(false)
                .tableClass(TableClass.STANDARD_INFREQUENT_ACCESS)
                .request());
        fixture.restart();
        assertFalse(describe().deletionProtectionEnabled());
        assertEquals(TableClass.STANDARD_INFREQUENT_ACCESS, describe().tableClass());
    }

    @Test
    void aNewIndexIsFilledInTheBackground() {
        fixture.run(table("Orders", "pk:S").request());
        for (int i = 0; i < 250; i++) {
            fixture.put("Orders", item("pk", "p" + i, "at", i));
        }
        TableDescription answer = fixture.run(addByAt().request()).tableDescription();
        assertEquals("UPDATING", answer.tableStatus());
        assertEquals("CREATING", answer.globalSecondaryIndexes().get(0).indexStatus());
        assertEquals(false, answer.globalSecondaryIndexes().get(0).backfilling());

        assertTrue(fixture.background.runOne());
        TableDescription.Index halfWay = describe().globalSecondaryIndexes().get(0);
        assertEquals("CREATING", halfWay.indexStatus());
        assertEquals(true, halfWay.backfilling());
        assertEquals(100, halfWay.itemCount());
        ApiException refusal =
                assertThrows(ApiException.class, () -> fixture.table("Orders").index("byAt"));
        assertEquals("Cannot read from backfilling global secondary index: byAt", refusal.getMessage());

        fixture.background.runAll();
        TableDescription.Index filled = describe().globalSecondaryIndexes().get(0);
        assertEquals("ACTIVE", filled.indexStatus());
        assertNull(filled.backfilling());
        assertEquals(250, filled.itemCount());
    }

    @Test
    void anItemThatCannotBeIndexedIsSkipped() {
        fixture.run(table("Orders", "pk:S").request());
        fixture.put("Orders", item("pk", "a", "at", "not a number"));
        fixture.put("Orders", item("pk", "b", "at", new AttributeValue.L(List.of())));
        fixture.put("Orders", item("pk", "c", "mail", ""));
        fixture.put("Orders", item("pk", "d", "mail", "m".repeat(2049)));
        fixture.put("Orders", item("pk", "e", "at", 5, "mail", "e@example.org"));
        fixture.run(addByAt().request());
        fixture.background.runAll();
        fixture.run(change("Orders")
                .define("mail:S")
                .create("byMail", all(), "mail")
                .request());
        fixture.background.runAll();
        assertEquals(1, describe().globalSecondaryIndexes().get(0).itemCount());
        assertEquals(1, describe().globalSecondaryIndexes().get(1).itemCount());
        for (String key : List.of("a", "b", "c", "d", "e")) {
            fixture.delete("Orders", item("pk", key));
        }
        assertEquals(0, describe().globalSecondaryIndexes().get(0).itemCount());
    }

    @Test
    void aRestartFillsAnIndexFromTheStart() {
        fixture.run(table("Orders", "pk:S").request());
        for (int i = 0; i < 250; i++) {
            fixture.put("Orders", item("pk", "p" + i, "at", i));
        }
        fixture.run(addByAt().request());
        fixture.background.runOne();
        fixture.restart();
        fixture.background.runAll();
        assertEquals("ACTIVE", describe().globalSecondaryIndexes().get(0).indexStatus());
        assertEquals(250, describe().globalSecondaryIndexes().get(0).itemCount());
    }

    @Test
    void onlyOneIndexIsMadeOrRemovedAtATime() {
        fixture.run(table("Orders", "pk:S").global("old", all(), 1, "at:N").request());
        assertEquals(
                ApiException.Code.LIMIT_EXCEEDED,
                fixture.refused(
                                ONE_AT_A_TIME,
                                change("Orders")
                                        .define("x:S")
                                        .create("one", all(), "x")
                                        .delete("old")
                                        .request())
                        .code());
        fixture.run(change("Orders").define("x:S").create("one", all(), "x").request());
        fixture.refused(
                ONE_AT_A_TIME, change("Orders").create("two", all(), "x").request());
        fixture.refused(ONE_AT_A_TIME, change("Orders").delete("old").request());
        fixture.background.runAll();
        fixture.run(change("Orders").delete("old").request());
        fixture.refused(
                ONE_AT_A_TIME, change("Orders").create("two", all(), "x").request());
        assertEquals("DELETING", describe().globalSecondaryIndexes().get(0).indexStatus());
        fixture.background.runAll();
        assertEquals(1, describe().globalSecondaryIndexes().size());
    }

    @Test
    void anIndexIsDeletedWithItsEntriesAndOrphanedDefinitions() {
        fixture.run(table("Orders", "pk:S")
                .global("byAt", all(), 1, "at:N", "x:S")
                .global("byX", all(), 1, "x")
                .request());
        fixture.put("Orders", item("pk", "a", "at", 1, "x", "y"));
        byte[] prefix = fixture.table("Orders").indexes().get(0).prefix();
        assertEquals(1, Consistency.read(fixture.engine, prefix).size());
        fixture.run(change("Orders").delete("byAt").request());
        fixture.put("Orders", item("pk", "b", "at", "any type now", "x", "y"));
        fixture.background.runAll();
        assertEquals(0, Consistency.read(fixture.engine, prefix).size());
        assertEquals(definitions("pk:S", "x:S"), describe().attributeDefinitions());
        fixture.refused(
                "Requested resource not found", change("Orders").delete("byAt").request());
    }

    @Test
    void anIndexCanBeDeletedWhileItIsFilled() {
        fixture.run(table("Orders", "pk:S").request());
        for (int i = 0; i < 150; i++) {
            fixture.put("Orders", item("pk", "p" + i, "at", i));
        }
        fixture.run(addByAt().request());
        fixture.background.runOne();
        fixture.run(change("Orders").delete("byAt").request());
        fixture.background.runAll();
        assertNull(describe().globalSecondaryIndexes());
        fixture.run(addByAt().request());
        fixture.background.runAll();
        assertEquals(150, describe().globalSecondaryIndexes().get(0).itemCount());
    }

    @Test
    void aTableCanBeDeletedWhileAnIndexIsFilled() {
        fixture.run(table("Orders", "pk:S").request());
        for (int i = 0; i < 150; i++) {
            fixture.put("Orders", item("pk", "p" + i, "at", i));
        }
        fixture.run(addByAt().request());
        fixture.background.runOne();
        fixture.run(new DeleteTable("Orders"));
        fixture.run(table("Orders", "pk:S").request());
        fixture.background.runAll();
        assertNull(describe().globalSecondaryIndexes());
    }

    @Test
    void definitionsAreMerged() {
        fixture.run(table("Orders", "pk:S").global("old", all(), 1, "at:N").request());
        fixture.run(change("Orders")
                .define("pk:N", "at:S", "unused:B", "x:B")
                .create("new", keysOnly(), "x", "at")
                .request());
        assertEquals(definitions("pk:S", "at:N", "x:B"), describe().attributeDefinitions());
    }

    @Test
    void indexChangesAreChecked() {
        fixture.run(table("Orders", "pk:S").global("byAt", all(), 1, "at:N").request());
        fixture.refused(
                INVALID + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create,"
                        + " GlobalSecondaryIndexUpdate.Delete must not be null",
                change("Orders")
                        .add(new UpdateTable.IndexUpdate(null, null, null))
                        .request());
        fixture.refused(
                INVALID + "Only one global secondary index update per index is allowed simultaneously. Index: byAt",
                change("Orders").delete("byAt").update("byAt", 1, 1).request());
        fixture.refused(
                INVALID + "Duplicate index name: byAt",
                change("Orders").create("byAt", all(), "at").request());
        fixture.refused(
                INVALID + "Some index key attributes are not defined in AttributeDefinitions. Keys: [x],"
                        + " AttributeDefinitions: [pk, at]",
                change("Orders").create("byX", all(), "x").request());
        fixture.refused(
                INVALID + "ProvisionedThroughput should not be specified for index: byAt when BillingMode is"
                        + " PAY_PER_REQUEST",
                change("Orders").update("byAt", 1, 1).request());
    }

    private TableChange addByAt() {
        return change("Orders").define("at:N").create("byAt", include("name"), "at");
    }

    private TableDescription describe() {
        return fixture.run(new DescribeTable("Orders")).table();
    }
}
