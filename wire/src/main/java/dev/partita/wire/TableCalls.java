package dev.partita.wire;

import dev.partita.engine.CreateTable;
import dev.partita.engine.DeleteTable;
import dev.partita.engine.UpdateTable;
import dev.partita.engine.read.DescribeTable;
import dev.partita.engine.read.ListTables;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.ApiException;
import dev.partita.item.Dialect;
import dev.partita.item.Limits;
import java.util.List;
import java.util.function.Function;

/** CreateTable, DescribeTable, ListTables, UpdateTable and DeleteTable. */
final class TableCalls {

    static final WireCall<CreateTable.Result> CREATE_TABLE = new WireCall<>(
            TableCalls::readCreateTable,
            (out, result) -> TableOut.write(out, "TableDescription", result.tableDescription()));
    static final WireCall<DescribeTable.Result> DESCRIBE_TABLE = new WireCall<>(
            in -> named(in, DescribeTable::new), (out, result) -> TableOut.write(out, "Table", result.table()));
    static final WireCall<DeleteTable.Result> DELETE_TABLE = new WireCall<>(
            in -> named(in, DeleteTable::new),
            (out, result) -> TableOut.write(out, "TableDescription", result.tableDescription()));
    static final WireCall<UpdateTable.Result> UPDATE_TABLE = new WireCall<>(
            TableCalls::readUpdateTable,
            (out, result) -> TableOut.write(out, "TableDescription", result.tableDescription()));
    static final WireCall<ListTables.Result> LIST_TABLES =
            new WireCall<>(TableCalls::readListTables, TableCalls::writeListTables);

    private static final int TABLE_KEYS = 2;
    private static final int GLOBAL_INDEX_KEYS = 2 * Limits.GLOBAL_INDEX_KEYS_PER_ROLE;
    private static final int TABLES_PER_PAGE = 100;

    private TableCalls() {}

    private static CreateTable readCreateTable(JsonIn in) {
        Constraints inDefinitions = new Constraints(Dialect.OLDER);
        Constraints inSchema = new Constraints(Dialect.OLDER);
        Constraints inThroughput = new Constraints(Dialect.OLDER);
        Constraints inLocal = new Constraints(Dialect.OLDER);
        Constraints inGlobal = new Constraints(Dialect.OLDER);
        Constraints inRest = new Constraints(Dialect.OLDER);
        List<TableSpec.AttributeDefinition> attributeDefinitions = null;
        String tableName = null;
        List<TableSpec.KeySchemaElement> keySchema = null;
        List<TableSpec.IndexRequest> localSecondaryIndexes = null;
        List<TableSpec.IndexRequest> globalSecondaryIndexes = null;
        String billingMode = null;
        TableSpec.Throughput provisionedThroughput = null;
        TableSpec.StreamSpecification streamSpecification = null;
        TableSpec.SseSpecification sseSpecification = null;
        List<TableSpec.Tag> tags = null;
        String tableClass = null;
        Boolean deletionProtectionEnabled = null;
        TableSpec.WarmThroughput warmThroughput = null;
        TableSpec.OnDemandThroughput onDemandThroughput = null;
        String resourcePolicy = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "AttributeDefinitions" ->
                    attributeDefinitions = TableIn.attributeDefinitions(in, "attributeDefinitions", inDefinitions);
                case "TableName" -> tableName = in.string();
                case "KeySchema" -> keySchema = TableIn.keySchema(in, "keySchema", inSchema);
                case "LocalSecondaryIndexes" ->
                    localSecondaryIndexes =
                            TableIn.indexes(in, "LocalSecondaryIndex", "localSecondaryIndexes", TABLE_KEYS, inLocal);
                case "GlobalSecondaryIndexes" ->
                    globalSecondaryIndexes = TableIn.indexes(
                            in, "GlobalSecondaryIndex", "globalSecondaryIndexes", GLOBAL_INDEX_KEYS, inGlobal);
                case "BillingMode" -> billingMode = in.string();
                case "ProvisionedThroughput" ->
                    provisionedThroughput = TableIn.throughput(in, "provisionedThroughput.", inThroughput);
                case "StreamSpecification" -> streamSpecification = TableIn.streamSpecification(in, inRest);
                case "SSESpecification" -> sseSpecification = TableIn.sseSpecification(in, inRest);
                case "Tags" -> tags = TableIn.tags(in, inRest);
                case "TableClass" -> tableClass = in.string();
                case "DeletionProtectionEnabled" -> deletionProtectionEnabled = in.bool();
                case "WarmThroughput" -> warmThroughput = TableIn.warmThroughput(in);
                case "OnDemandThroughput" -> onDemandThroughput = TableIn.onDemandThroughput(in);
                case "ResourcePolicy" -> resourcePolicy = in.string();
                case "VectorIndexes", "GlobalTableSourceArn" -> throw notBuilt(member);
                default -> in.skip();
            }
        }
        requireTableName(tableName);
        Constraints constraints = new Constraints(Dialect.OLDER);
        constraints
                .required("attributeDefinitions", attributeDefinitions)
                .include(inDefinitions)
                .optionalTableName("tableName", tableName, 3);
        var billing = constraints.oneOf("billingMode", billingMode, EnumText.BILLING_MODE);
        constraints.include(inThroughput).required("keySchema", keySchema);
        TableIn.keySchemaSize(constraints, "keySchema", keySchema, TABLE_KEYS);
        constraints.include(inSchema).include(inGlobal).include(inLocal);
        var storage = constraints.oneOf("tableClass", tableClass, EnumText.TABLE_CLASS);
        constraints.include(inRest).check();
        return new CreateTable(
                attributeDefinitions,
                tableName,
                keySchema,
                localSecondaryIndexes,
                globalSecondaryIndexes,
                billing,
                provisionedThroughput,
                streamSpecification,
                sseSpecification,
                tags,
                storage,
                deletionProtectionEnabled,
                warmThroughput,
                onDemandThroughput,
                resourcePolicy);
    }

    private static UpdateTable readUpdateTable(JsonIn in) {
        Constraints inThroughput = new Constraints(Dialect.OLDER);
        Constraints inner = new Constraints(Dialect.OLDER);
        List<TableSpec.AttributeDefinition> attributeDefinitions = null;
        String tableName = null;
        String billingMode = null;
        TableSpec.Throughput provisionedThroughput = null;
        List<UpdateTable.IndexUpdate> globalSecondaryIndexUpdates = null;
        TableSpec.StreamSpecification streamSpecification = null;
        TableSpec.SseSpecification sseSpecification = null;
        String tableClass = null;
        Boolean deletionProtectionEnabled = null;
        TableSpec.WarmThroughput warmThroughput = null;
        TableSpec.OnDemandThroughput onDemandThroughput = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "AttributeDefinitions" ->
                    attributeDefinitions = TableIn.attributeDefinitions(in, "attributeDefinitions", inner);
                case "TableName" -> tableName = in.string();
                case "BillingMode" -> billingMode = in.string();
                case "ProvisionedThroughput" ->
                    provisionedThroughput = TableIn.throughput(in, "provisionedThroughput.", inThroughput);
                case "GlobalSecondaryIndexUpdates" ->
                    globalSecondaryIndexUpdates =
                            in.structures("GlobalSecondaryIndexUpdate", position -> indexUpdate(in, position, inner));
                case "StreamSpecification" -> streamSpecification = TableIn.streamSpecification(in, inner);
                case "SSESpecification" -> sseSpecification = TableIn.sseSpecification(in, inner);
                case "TableClass" -> tableClass = in.string();
                case "DeletionProtectionEnabled" -> deletionProtectionEnabled = in.bool();
                case "WarmThroughput" -> warmThroughput = TableIn.warmThroughput(in);
                case "OnDemandThroughput" -> onDemandThroughput = TableIn.onDemandThroughput(in);
                case "ReplicaUpdates", "VectorIndexUpdates", "MultiRegionConsistency", "GlobalTableWitnessUpdates" ->
                    throw notBuilt(member);
                default -> in.skip();
            }
        }
        requireTableName(tableName);
        Constraints constraints = new Constraints(Dialect.OLDER);
        constraints.optionalTableName("tableName", tableName, 1).include(inThroughput);
        var billing = constraints.oneOf("billingMode", billingMode, EnumText.BILLING_MODE);
        var storage = constraints.oneOf("tableClass", tableClass, EnumText.TABLE_CLASS);
        constraints.include(inner).check();
        return new UpdateTable(
                attributeDefinitions,
                tableName,
                billing,
                provisionedThroughput,
                globalSecondaryIndexUpdates,
                streamSpecification,
                sseSpecification,
                storage,
                deletionProtectionEnabled,
                warmThroughput,
                onDemandThroughput);
    }

    private static UpdateTable.IndexUpdate indexUpdate(JsonIn in, int position, Constraints constraints) {
        String path = "globalSecondaryIndexUpdates." + position + ".member.";
        TableSpec.IndexRequest create = null;
        TableSpec.IndexRequest update = null;
        String deleteIndexName = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "Create" -> {
                    in.structure("CreateGlobalSecondaryIndexAction");
                    create = TableIn.index(in, path + "create.", GLOBAL_INDEX_KEYS, constraints);
                }
                case "Update" -> {
                    in.structure("UpdateGlobalSecondaryIndexAction");
                    update = updatedIndex(in, path + "update.", constraints);
                }
                case "Delete" -> {
                    in.structure("DeleteGlobalSecondaryIndexAction");
                    deleteIndexName = indexName(in, path + "delete.", constraints);
                }
                default -> in.skip();
            }
        }
        return new UpdateTable.IndexUpdate(create, update, deleteIndexName);
    }

    private static TableSpec.IndexRequest updatedIndex(JsonIn in, String path, Constraints constraints) {
        String indexName = null;
        TableSpec.Throughput provisionedThroughput = null;
        TableSpec.OnDemandThroughput onDemandThroughput = null;
        TableSpec.WarmThroughput warmThroughput = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "IndexName" -> indexName = in.string();
                case "ProvisionedThroughput" ->
                    provisionedThroughput = TableIn.throughput(in, path + "provisionedThroughput.", constraints);
                case "OnDemandThroughput" -> onDemandThroughput = TableIn.onDemandThroughput(in);
                case "WarmThroughput" -> warmThroughput = TableIn.warmThroughput(in);
                default -> in.skip();
            }
        }
        constraints.required(path + "indexName", indexName).name(path + "indexName", indexName);
        return new TableSpec.IndexRequest(
                indexName, null, null, provisionedThroughput, onDemandThroughput, warmThroughput);
    }

    private static String indexName(JsonIn in, String path, Constraints constraints) {
        String indexName = null;
        for (String member = in.member(); member != null; member = in.member()) {
            if (member.equals("IndexName")) {
                indexName = in.string();
            } else {
                in.skip();
            }
        }
        constraints.required(path + "indexName", indexName).name(path + "indexName", indexName);
        return indexName;
    }

    private static ListTables readListTables(JsonIn in) {
        String exclusiveStartTableName = null;
        Integer limit = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "ExclusiveStartTableName" -> exclusiveStartTableName = in.string();
                case "Limit" -> limit = in.integer();
                default -> in.skip();
            }
        }
        new Constraints(Dialect.OLDER)
                .name("exclusiveStartTableName", exclusiveStartTableName)
                .range("limit", limit, 1, TABLES_PER_PAGE)
                .check();
        return new ListTables(exclusiveStartTableName, limit);
    }

    private static void writeListTables(JsonOut out, ListTables.Result result) {
        out.openObject();
        out.member("LastEvaluatedTableName", result.lastEvaluatedTableName());
        out.member("TableNames", result.tableNames(), JsonOut::value);
        out.closeObject();
    }

    /** A request that has only a table name. */
    private static <T> T named(JsonIn in, Function<String, T> operation) {
        String tableName = null;
        for (String member = in.member(); member != null; member = in.member()) {
            if (member.equals("TableName")) {
                tableName = in.string();
            } else {
                in.skip();
            }
        }
        requireTableName(tableName);
        new Constraints(Dialect.OLDER)
                .optionalTableName("tableName", tableName, 1)
                .check();
        return operation.apply(tableName);
    }

    /** What would change the table in a way the engine cannot must not look as if it had worked. */
    private static ApiException notBuilt(String member) {
        return ApiException.invalidParameter(member + " is not supported");
    }

    static void requireTableName(String tableName) {
        if (tableName == null) {
            throw ApiException.validation("The parameter 'TableName' is required but was not present in the request");
        }
    }
}
