package dev.partita.engine;

import static dev.partita.engine.TableMaker.all;
import static dev.partita.engine.TableMaker.definitions;
import static dev.partita.engine.TableMaker.include;
import static dev.partita.engine.TableMaker.keysOnly;
import static dev.partita.engine.TableMaker.table;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.read.DescribeTable;
import dev.partita.engine.read.ListTables;
import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.KeyType;
import dev.partita.engine.request.ProjectionType;
import dev.partita.engine.request.StreamViewType;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.ApiException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CreateTableTest {

    private static final String INVALID = "One or more parameter values were invalid: ";

    private final Fixture fixture = new Fixture();

    @AfterEach
    void everythingFollowsFromTheItems() {
        fixture.close();
    }

    @Test
    void aTableSaysCreatingButIsThereAtOnce() {
        TableDescription created =
                fixture.run(table("Orders", "pk:S", "sk:N").request()).tableDescription();
        assertEquals("CREATING", created.tableStatus());
        TableDescription described = describe("Orders");
        assertEquals("ACTIVE", described.tableStatus());
        assertEquals("arn:aws:dynamodb:us-east-1:000000000000:table/Orders", described.tableArn());
        assertEquals(36, described.tableId().length());
        assertEquals('4', described.tableId().charAt(14));
        assertEquals(fixture.clock.epochSecond(), described.creationDateTime());
        assertEquals(BillingMode.PAY_PER_REQUEST, described.billingMode());
        assertEquals(0, described.provisionedThroughput().readCapacityUnits());
        assertNull(described.globalSecondaryIndexes());
        assertNull(described.latestStreamArn());
    }

    @Test
    void aTableCanBeNamedByItsArn() {
        fixture.run(table("Orders", "pk:S").request());
        assertEquals(
                "Orders",
                describe("arn:aws:dynamodb:us-east-1:000000000000:table/Orders").tableName());
    }

    @Test
    void aProvisionedTableHasNoBillingModeSummary() {
        fixture.run(table("Orders", "pk:S").provisioned(3, 4).request());
        TableDescription described = describe("Orders");
        assertNull(described.billingMode());
        assertEquals(3, described.provisionedThroughput().readCapacityUnits());
        assertEquals(4, described.provisionedThroughput().writeCapacityUnits());
    }

    @Test
    void indexesAreDescribed() {
        fixture.run(table("Orders", "pk:S", "sk:S")
                .local("byAt", keysOnly(), "pk", "at:N")
                .global("byMail", include("name"), 2, "mail:S", "realm:S", "at", "sk")
                .request());
        TableDescription described = describe("Orders");
        TableDescription.Index local = described.localSecondaryIndexes().get(0);
        assertEquals("byAt", local.indexName());
        assertNull(local.indexStatus());
        assertNull(local.provisionedThroughput());
        TableDescription.Index global = described.globalSecondaryIndexes().get(0);
        assertEquals("ACTIVE", global.indexStatus());
        assertNull(global.backfilling());
        assertEquals(4, global.keySchema().size());
        assertEquals("arn:aws:dynamodb:us-east-1:000000000000:table/Orders/index/byMail", global.indexArn());
    }

    @Test
    void tablesSurviveARestart() {
        fixture.run(table("Orders", "pk:S").request());
        TableDescription before = describe("Orders");
        fixture.restart();
        assertEquals(before, describe("Orders"));
        fixture.run(table("Parts", "pk:S").request());
        assertEquals(
                List.of("Orders", "Parts"),
                fixture.run(new ListTables(null, null)).tableNames());
    }

    @Test
    void aSecondTableOfTheSameNameIsRefused() {
        fixture.run(table("Orders", "pk:S").request());
        ApiException refusal = fixture.refused(
                "Table already exists: Orders", table("Orders", "pk:S").request());
        assertEquals(ApiException.Code.RESOURCE_IN_USE, refusal.code());
    }

    @Test
    void anotherNamespaceHasTablesOfItsOwn() {
        fixture.run(table("Orders", "pk:S").request());
        Database other = fixture.engine.database("other");
        table("Orders", "pk:S").request().run(other).join();
        new DeleteTable("Orders").run(other).join();
        assertNotNull(fixture.table("Orders"));
    }

    @Test
    void tableNamesArePaged() {
        for (String name : List.of("c00", "a00", "b00", "B00")) {
            fixture.run(table(name, "pk:S").request());
        }
        ListTables.Result first = fixture.run(new ListTables(null, 2));
        assertEquals(List.of("B00", "a00"), first.tableNames());
        assertEquals("a00", first.lastEvaluatedTableName());
        ListTables.Result second = fixture.run(new ListTables("a00", 2));
        assertEquals(List.of("b00", "c00"), second.tableNames());
        assertNull(second.lastEvaluatedTableName());
    }

    @Test
    void aDeletedTableIsGoneWithItsRows() {
        fixture.run(table("Orders", "pk:S", "sk:S")
                .local("byAt", all(), "pk", "at:N")
                .request());
        fixture.put("Orders", Fixture.item("pk", "a", "sk", "b", "at", 1));
        int id = fixture.table("Orders").id();
        assertEquals(
                "DELETING",
                fixture.run(new DeleteTable("Orders")).tableDescription().tableStatus());
        assertEquals(
                0, Consistency.read(fixture.engine, Rows.tableItemsPrefix(id)).size());
        assertEquals(
                0, Consistency.read(fixture.engine, Rows.collectionPrefix(id)).size());
        fixture.refused("Requested resource not found: Table: Orders not found", new DeleteTable("Orders"));
        fixture.run(table("Orders", "pk:N").request());
        assertEquals(0, describe("Orders").itemCount());
    }

    @Test
    void aProtectedTableIsNotDeleted() {
        fixture.run(table("Orders", "pk:S").deletionProtection().request());
        fixture.refused(
                "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection"
                        + " first.",
                new DeleteTable("Orders"));
    }

    @Test
    void throughputMustFitTheBillingMode() {
        TableMaker provisioned = table("Orders", "pk:S");
        provisioned.billing = null;
        refused(
                INVALID + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is"
                        + " PROVISIONED",
                provisioned);
        TableMaker onDemand = table("Orders", "pk:S").provisioned(1, 1);
        onDemand.billing = BillingMode.PAY_PER_REQUEST;
        refused(
                INVALID + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is"
                        + " PAY_PER_REQUEST",
                onDemand);
        refused(
                "Given value 1000000000001 for WriteCapacityUnits is out of bounds",
                table("Orders", "pk:S").provisioned(1, 1_000_000_000_001L));
    }

    @Test
    void theTableKeyIsChecked() {
        refused("Invalid KeySchema: Some index key attribute have no definition", table("Orders", "pk:S", "pk"));
        TableMaker undefined = table("Orders", "pk");
        undefined.definitions = definitions("other:S");
        refused(
                INVALID + "Some index key attributes are not defined in AttributeDefinitions. Keys: [pk],"
                        + " AttributeDefinitions: [other]",
                undefined);
        TableMaker twice = table("Orders", "pk:S", "pk");
        twice.definitions = definitions("pk:S", "sk:S");
        refused("Both the Hash Key and the Range Key element in the KeySchema have the same name", twice);
        TableMaker noHash = table("Orders", "pk:S", "sk:S");
        noHash.keys = List.of(new TableSpec.KeySchemaElement("pk", KeyType.RANGE));
        refused("Invalid KeySchema: The first KeySchemaElement is not a HASH key type", noHash);
        TableMaker twoHashes = table("Orders", "pk:S", "sk:S");
        twoHashes.keys = List.of(
                new TableSpec.KeySchemaElement("pk", KeyType.HASH), new TableSpec.KeySchemaElement("sk", KeyType.HASH));
        refused("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type", twoHashes);
        TableMaker tooMany = table("Orders", "pk:S");
        tooMany.definitions = definitions("pk:S", "sk:S");
        refused(
                INVALID + "Number of attributes in KeySchema does not exactly match number of attributes defined in"
                        + " AttributeDefinitions",
                tooMany);
    }

    @Test
    void localIndexesAreChecked() {
        TableMaker empty = table("Orders", "pk:S", "sk:S");
        empty.local = List.of();
        refused(INVALID + "List of LocalSecondaryIndexes is empty", empty);
        refused(
                INVALID + "Table KeySchema does not have a range key, which is required when specifying a"
                        + " LocalSecondaryIndex",
                table("Orders", "pk:S").local("byAt", all(), "pk", "at:N"));
        refused(
                INVALID + "Index KeySchema does not have a range key for index: byAt",
                table("Orders", "pk:S", "sk:S").local("byAt", all(), "pk"));
        refused(
                INVALID + "Index KeySchema does not have the same leading hash key as table KeySchema for index: byAt."
                        + " index hash key: sk, table hash key: pk",
                table("Orders", "pk:S", "sk:S").local("byAt", all(), "sk", "at:N"));
        refused(
                INVALID + "Unknown ProjectionType: null",
                table("Orders", "pk:S", "sk:S").local("byAt", new TableSpec.Projection(null, null), "pk", "at:N"));
        refused(
                INVALID + "ProjectionType is ALL, but NonKeyAttributes is specified",
                table("Orders", "pk:S", "sk:S")
                        .local("byAt", new TableSpec.Projection(ProjectionType.ALL, List.of("x")), "pk", "at:N"));
        refused(
                INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified",
                table("Orders", "pk:S", "sk:S")
                        .local("byAt", new TableSpec.Projection(ProjectionType.INCLUDE, null), "pk", "at:N"));
        refused(
                "Cannot have two attributes with the same name",
                table("Orders", "pk:S", "sk:S").local("byAt", include("x", "x"), "pk", "at:N"));
        TableMaker six = table("Orders", "pk:S", "sk:S");
        for (int i = 0; i < 6; i++) {
            six.local("index" + i, all(), "pk", "sk");
        }
        refused(INVALID + "Number of LocalSecondaryIndexes exceeds per-table limit of 5", six);
    }

    @Test
    void globalIndexesAreChecked() {
        TableMaker empty = table("Orders", "pk:S");
        empty.global = List.of();
        refused(INVALID + "List of GlobalSecondaryIndexes is empty", empty);
        refused(
                INVALID + "Some index key attributes are not defined in AttributeDefinitions. Keys: [at],"
                        + " AttributeDefinitions: [pk]",
                table("Orders", "pk:S").global("byAt", all(), 1, "at"));
        TableMaker unused = table("Orders", "pk:S").global("byAt", all(), 1, "at:N");
        unused.definitions.addAll(definitions("other:S"));
        refused(
                INVALID + "Some AttributeDefinitions are not used. AttributeDefinitions: [pk, at, other], keys used:"
                        + " [pk, at]",
                unused);
        refused(
                INVALID + "Duplicate index name: byAt",
                table("Orders", "pk:S", "sk:S").local("byAt", all(), "pk", "sk").global("byAt", all(), 1, "sk"));
        TableMaker provisioned = table("Orders", "pk:S").global("byAt", all(), 1, "at:N");
        provisioned.provisioned(1, 1);
        refused(INVALID + "ProvisionedThroughput must be specified for index: byAt", provisioned);
        TableMaker onDemand = table("Orders", "pk:S").provisioned(1, 1).global("byAt", all(), 1, "at:N");
        onDemand.billing = BillingMode.PAY_PER_REQUEST;
        onDemand.throughput = null;
        refused(
                INVALID + "ProvisionedThroughput should not be specified for index: byAt when BillingMode is"
                        + " PAY_PER_REQUEST",
                onDemand);
        TableMaker many = table("Orders", "pk:S");
        for (int i = 0; i < 21; i++) {
            many.global("index" + i, all(), 1, "pk");
        }
        refused(INVALID + "GlobalSecondaryIndex count exceeds the per-table limit of 20", many);
    }

    @Test
    void aGlobalIndexHasUpToFourKeysOfEachKind() {
        fixture.run(table("Orders", "a:S")
                .global("wide", all(), 4, "b:S", "c:S", "d:S", "e:S", "f:S", "g:S", "h:S", "i:S")
                .request());
        refused(
                "Too many partition keys. GSI can have at most 4 partition keys",
                table("Parts", "a:S").global("wide", all(), 5, "b:S", "c:S", "d:S", "e:S", "f:S"));
        refused(
                "Too many sort keys. GSI can have at most 4 sort keys",
                table("Parts", "a:S").global("wide", all(), 1, "b:S", "c:S", "d:S", "e:S", "f:S", "g:S"));
        TableMaker mixed = table("Parts", "a:S").global("wide", all(), 2, "b:S", "c:S", "d:S");
        TableSpec.IndexRequest wide = mixed.global.get(0);
        List<TableSpec.KeySchemaElement> keys = new ArrayList<>(wide.keySchema());
        keys.add(keys.remove(0));
        mixed.global = List.of(new TableSpec.IndexRequest("wide", keys, all(), null, null, null));
        refused("Invalid KeySchema: The third KeySchemaElement is not a RANGE key type", mixed);
    }

    @Test
    void aHundredAttributesAtMostAreProjected() {
        TableMaker many = table("Orders", "pk:S");
        for (int i = 0; i < 6; i++) {
            String[] names = new String[20];
            for (int j = 0; j < 20; j++) {
                names[j] = "n" + j;
            }
            many.global("index" + i, include(names), 1, "pk");
        }
        refused(
                INVALID + "Number of projected non-key attributes over all indexes exceeds the per-table limit of 100",
                many);
    }

    @Test
    void aStreamNeedsAView() {
        TableMaker noView = table("Orders", "pk:S");
        noView.stream = new TableSpec.StreamSpecification(true, null);
        refused("Invalid StreamViewType: Stream ViewType must not be null or empty when enabling streams.", noView);
        TableMaker viewOnly = table("Orders", "pk:S");
        viewOnly.stream = new TableSpec.StreamSpecification(false, StreamViewType.KEYS_ONLY);
        refused("Invalid StreamViewType: Stream StreamEnabled was false but a StreamViewType was present.", viewOnly);
    }

    private void refused(String message, TableMaker maker) {
        fixture.refused(message, maker.request());
    }

    private TableDescription describe(String name) {
        return fixture.run(new DescribeTable(name)).table();
    }
}
