package dev.partita.engine;

import dev.partita.engine.internal.table.IndexDefinition;
import dev.partita.engine.internal.table.Statistics;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.TableClass;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.ApiException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Makes a table. */
public record CreateTable(
        List<TableSpec.AttributeDefinition> attributeDefinitions,
        String tableName,
        List<TableSpec.KeySchemaElement> keySchema,
        List<TableSpec.IndexRequest> localSecondaryIndexes,
        List<TableSpec.IndexRequest> globalSecondaryIndexes,
        BillingMode billingMode,
        TableSpec.Throughput provisionedThroughput,
        TableSpec.StreamSpecification streamSpecification,
        TableSpec.SseSpecification sseSpecification,
        List<TableSpec.Tag> tags,
        TableClass tableClass,
        Boolean deletionProtectionEnabled,
        TableSpec.WarmThroughput warmThroughput,
        TableSpec.OnDemandThroughput onDemandThroughput,
        String resourcePolicy)
        implements Operation<CreateTable.Result> {

    public record Result(TableDescription tableDescription) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        TableValidation.check(this);
        Streams.check(streamSpecification);
        TableDefinition.Builder table = define(database);
        return database.engine().writer().submitAlone(group -> create(database, table, group));
    }

    private TableDefinition.Builder define(Database database) {
        TableDefinition.Builder table = new TableDefinition.Builder();
        table.namespace = database.namespace();
        table.name = Database.nameOf(tableName);
        table.attributeDefinitions = attributeDefinitions;
        table.keySchema = keySchema;
        table.billingMode = billingMode == null ? BillingMode.PROVISIONED : billingMode;
        table.throughput = provisionedThroughput;
        table.onDemandThroughput = onDemandThroughput;
        table.warmThroughput = warmThroughput;
        table.sse = sseSpecification;
        table.tableClass = tableClass;
        table.deletionProtection = Boolean.TRUE.equals(deletionProtectionEnabled);
        table.tags = Tags.toMap(tags);
        List<IndexDefinition> indexes = new ArrayList<>();
        if (localSecondaryIndexes != null) {
            localSecondaryIndexes.forEach(index ->
                    indexes.add(IndexDefinition.of(table.nextIndexId++, index, false, IndexDefinition.Status.ACTIVE)));
        }
        if (globalSecondaryIndexes != null) {
            globalSecondaryIndexes.forEach(index ->
                    indexes.add(IndexDefinition.of(table.nextIndexId++, index, true, IndexDefinition.Status.ACTIVE)));
        }
        table.indexes = indexes;
        return table;
    }

    private Result create(Database database, TableDefinition.Builder table, Group group) {
        Engine engine = group.engine();
        if (engine.findTable(table.namespace, table.name) != null) {
            throw ApiException.of(ApiException.Code.RESOURCE_IN_USE, "Table already exists: " + table.name);
        }
        table.id = group.nextId();
        table.uuid = engine.newUuid();
        table.createdMillis = engine.options().clock().millis();
        table.onDemandSinceMillis = table.billingMode == BillingMode.PAY_PER_REQUEST ? table.createdMillis : null;
        if (streamSpecification != null && Boolean.TRUE.equals(streamSpecification.streamEnabled())) {
            Streams.update(table, streamSpecification, group);
        }
        TableDefinition definition = table.build();
        group.putTable(definition, new Statistics());
        engine.housekeeping().noteTime(group);

        // The table is there at once, but says what the service says.
        table.status = TableDefinition.Status.CREATING;
        table.indexes = definition.indexes().stream()
                .map(index -> index.withStatus(IndexDefinition.Status.CREATING))
                .toList();
        return new Result(TableDescription.of(table.build(), new Statistics(), database));
    }
}
