package dev.partita.wire;

import dev.partita.engine.TableDescription;
import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.TableSpec;
import java.util.List;

/** Writes a table's description. */
final class TableOut {

    private TableOut() {}

    /** The whole response: one member that holds the description. */
    static void write(JsonOut out, String name, TableDescription table) {
        out.openObject();
        out.structure(name, table, TableOut::members);
        out.closeObject();
    }

    private static void members(JsonOut out, TableDescription table) {
        out.member("AttributeDefinitions", table.attributeDefinitions(), (to, definition) -> to.openObject()
                .member("AttributeName", definition.attributeName())
                .member("AttributeType", definition.attributeType())
                .closeObject());
        out.member("TableName", table.tableName());
        keySchema(out, table.keySchema());
        out.member("TableStatus", table.tableStatus());
        out.name("CreationDateTime").value(table.creationDateTime());
        throughput(out, table.provisionedThroughput());
        out.name("TableSizeBytes").value(table.tableSizeBytes());
        out.name("ItemCount").value(table.itemCount());
        out.member("TableArn", table.tableArn());
        out.member("TableId", table.tableId());
        if (table.billingMode() == BillingMode.PAY_PER_REQUEST || table.lastUpdateToPayPerRequestDateTime() != null) {
            out.name("BillingModeSummary")
                    .openObject()
                    .member("BillingMode", table.billingMode())
                    .member("LastUpdateToPayPerRequestDateTime", table.lastUpdateToPayPerRequestDateTime())
                    .closeObject();
        }
        out.member("LocalSecondaryIndexes", table.localSecondaryIndexes(), TableOut::index);
        out.member("GlobalSecondaryIndexes", table.globalSecondaryIndexes(), TableOut::index);
        out.structure("StreamSpecification", table.streamSpecification(), (to, stream) -> to.member(
                        "StreamEnabled", stream.streamEnabled())
                .member("StreamViewType", stream.streamViewType()));
        out.member("LatestStreamLabel", table.latestStreamLabel());
        out.member("LatestStreamArn", table.latestStreamArn());
        out.structure("SSEDescription", table.sse(), TableOut::sse);
        if (table.tableClass() != null) {
            out.name("TableClassSummary")
                    .openObject()
                    .member("TableClass", table.tableClass())
                    .closeObject();
        }
        out.name("DeletionProtectionEnabled").value(table.deletionProtectionEnabled());
        onDemand(out, table.onDemandThroughput());
        warm(out, table.warmThroughput());
    }

    private static void index(JsonOut out, TableDescription.Index index) {
        out.openObject().member("IndexName", index.indexName());
        keySchema(out, index.keySchema());
        out.structure("Projection", index.projection(), (to, projection) -> to.member(
                        "ProjectionType", projection.projectionType())
                .member("NonKeyAttributes", projection.nonKeyAttributes(), JsonOut::value));
        out.member("IndexStatus", index.indexStatus());
        out.member("Backfilling", index.backfilling());
        throughput(out, index.provisionedThroughput());
        out.name("IndexSizeBytes").value(index.indexSizeBytes());
        out.name("ItemCount").value(index.itemCount());
        out.member("IndexArn", index.indexArn());
        onDemand(out, index.onDemandThroughput());
        warm(out, index.warmThroughput());
        out.closeObject();
    }

    static void keySchema(JsonOut out, List<TableSpec.KeySchemaElement> keySchema) {
        out.member("KeySchema", keySchema, (to, element) -> to.openObject()
                .member("AttributeName", element.attributeName())
                .member("KeyType", element.keyType())
                .closeObject());
    }

    private static void throughput(JsonOut out, TableDescription.Throughput throughput) {
        out.structure("ProvisionedThroughput", throughput, (to, each) -> to.member(
                        "LastIncreaseDateTime", each.lastIncreaseDateTime())
                .member("LastDecreaseDateTime", each.lastDecreaseDateTime())
                .name("NumberOfDecreasesToday")
                .value(each.numberOfDecreasesToday())
                .name("ReadCapacityUnits")
                .value(each.readCapacityUnits())
                .name("WriteCapacityUnits")
                .value(each.writeCapacityUnits()));
    }

    private static void onDemand(JsonOut out, TableSpec.OnDemandThroughput throughput) {
        out.structure("OnDemandThroughput", throughput, (to, each) -> to.member(
                        "MaxReadRequestUnits", each.maxReadRequestUnits())
                .member("MaxWriteRequestUnits", each.maxWriteRequestUnits()));
    }

    private static void warm(JsonOut out, TableSpec.WarmThroughput throughput) {
        out.structure(
                "WarmThroughput", throughput, (to, each) -> to.member("ReadUnitsPerSecond", each.readUnitsPerSecond())
                        .member("WriteUnitsPerSecond", each.writeUnitsPerSecond())
                        .member("Status", "ACTIVE"));
    }

    private static void sse(JsonOut out, TableSpec.SseSpecification sse) {
        out.member("Status", Boolean.FALSE.equals(sse.enabled()) ? "DISABLED" : "ENABLED")
                .member("SSEType", sse.sseType())
                .member("KMSMasterKeyArn", sse.kmsMasterKeyId());
    }
}
