package dev.partita.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Changes a table's settings or its global indexes. */
public record UpdateTable(
        List<TableSpec.AttributeDefinition> attributeDefinitions,
        String tableName,
        BillingMode billingMode,
        TableSpec.Throughput provisionedThroughput,
        List<UpdateTable.IndexUpdate> globalSecondaryIndexUpdates,
        TableSpec.StreamSpecification streamSpecification,
        TableSpec.SseSpecification sseSpecification,
        TableClass tableClass,
        Boolean deletionProtectionEnabled,
        TableSpec.WarmThroughput warmThroughput,
        TableSpec.OnDemandThroughput onDemandThroughput)
        implements Operation<UpdateTable.Result> {

    /** Exactly one of the three is set in a valid request; {@code update} carries a name and throughput. */
    public record IndexUpdate(TableSpec.IndexRequest create, TableSpec.IndexRequest update, String deleteIndexName) {}

    public record Result(TableDescription tableDescription) {}

    @Override
    public CompletableFuture<Result> run(Database database) {
        throw new IllegalStateException("UpdateTable is not built yet");
    }
}
