package dev.partita.engine;

import java.util.List;

/** A table as DescribeTable shows it; absent parts are null, times are epoch seconds with fraction. */
public record TableDescription(
        List<TableSpec.AttributeDefinition> attributeDefinitions,
        String tableName,
        List<TableSpec.KeySchemaElement> keySchema,
        String tableStatus,
        double creationDateTime,
        Throughput provisionedThroughput,
        long tableSizeBytes,
        long itemCount,
        String tableArn,
        String tableId,
        BillingMode billingMode,
        Double lastUpdateToPayPerRequestDateTime,
        List<Index> localSecondaryIndexes,
        List<Index> globalSecondaryIndexes,
        TableSpec.StreamSpecification streamSpecification,
        String latestStreamLabel,
        String latestStreamArn,
        TableSpec.SseSpecification sse,
        TableClass tableClass,
        boolean deletionProtectionEnabled,
        TableSpec.OnDemandThroughput onDemandThroughput,
        TableSpec.WarmThroughput warmThroughput) {

    public record Throughput(
            long numberOfDecreasesToday,
            long readCapacityUnits,
            long writeCapacityUnits,
            Double lastIncreaseDateTime,
            Double lastDecreaseDateTime) {}

    /** {@code indexStatus}, {@code backfilling} and throughput are null for a local index. */
    public record Index(
            String indexName,
            List<TableSpec.KeySchemaElement> keySchema,
            TableSpec.Projection projection,
            String indexStatus,
            Boolean backfilling,
            Throughput provisionedThroughput,
            long indexSizeBytes,
            long itemCount,
            String indexArn,
            TableSpec.OnDemandThroughput onDemandThroughput,
            TableSpec.WarmThroughput warmThroughput) {}
}
