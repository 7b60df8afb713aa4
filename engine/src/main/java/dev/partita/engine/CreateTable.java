package dev.partita.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Makes a table. */
public record CreateTable(
        List<TableSpec.AttributeDefinition> attributeDefinitions, String tableName, List<TableSpec.KeySchemaElement> keySchema, List<TableSpec.IndexRequest> localSecondaryIndexes, List<TableSpec.IndexRequest> globalSecondaryIndexes, BillingMode billingMode, TableSpec.Throughput provisionedThroughput, TableSpec.StreamSpecification streamSpecification, TableSpec.SseSpecification sseSpecification, List<TableSpec.Tag> tags, TableClass tableClass, Boolean deletionProtectionEnabled, TableSpec.WarmThroughput warmThroughput, TableSpec.OnDemandThroughput onDemandThroughput, String resourcePolicy)
        implements Operation<CreateTable.Result> {

    public record Result(TableDescription tableDescription) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("CreateTable is not built yet");
    }
}
