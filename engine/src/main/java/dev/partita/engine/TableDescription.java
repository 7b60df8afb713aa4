package dev.partita.engine;

import dev.partita.engine.internal.table.IndexDefinition;
import dev.partita.engine.internal.table.Statistics;
import dev.partita.engine.internal.table.TableDefinition;
import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.TableClass;
import dev.partita.engine.request.TableSpec;
import java.util.List;
import java.util.function.Predicate;

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

    private static final long DAY_MILLIS = 24L * 3600 * 1000;

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

    public static TableDescription of(TableDefinition table, Statistics statistics, Database database) {
        String arn = database.tableArn(table.name());
        Statistics.Count count = statistics.of(0);
        TableDefinition.StreamSettings stream = table.stream();
        boolean everOnDemand = table.onDemandSinceMillis() != null;
        boolean decreasedToday = table.throughputDecreasedMillis() != null
                && day(table.throughputDecreasedMillis())
                        == day(database.engine().options().clock().millis());
        return new TableDescription(
                table.attributeDefinitions(),
                table.name(),
                table.keySchema(),
                table.status().name(),
                seconds(table.createdMillis()),
                throughput(
                        table.throughput(),
                        decreasedToday ? table.throughputDecreases() : 0,
                        table.throughputIncreasedMillis(),
                        table.throughputDecreasedMillis()),
                count.bytes(),
                count.items(),
                arn,
                table.uuid(),
                everOnDemand ? table.billingMode() : null,
                everOnDemand ? (Double) seconds(table.onDemandSinceMillis()) : null,
                indexes(table, statistics, arn, index -> !index.global()),
                indexes(table, statistics, arn, IndexDefinition::global),
                stream != null && stream.enabled() ? new TableSpec.StreamSpecification(true, stream.view()) : null,
                stream == null ? null : stream.label(),
                stream == null ? null : Streams.arn(arn, stream.label()),
                table.sse(),
                table.tableClass(),
                table.deletionProtection(),
                table.onDemandThroughput(),
                table.warmThroughput());
    }

    /** Days are UTC days. */
    static long day(long millis) {
        return Math.floorDiv(millis, DAY_MILLIS);
    }

    public static double seconds(long millis) {
        return millis / 1000.0;
    }

    private static List<Index> indexes(
            TableDefinition table, Statistics statistics, String arn, Predicate<IndexDefinition> which) {
        List<Index> indexes = table.indexes().stream()
                .filter(which)
                .map(index -> index(table, index, statistics.of(index.id()), arn))
                .toList();
        return indexes.isEmpty() ? null : indexes;
    }

    private static Index index(TableDefinition table, IndexDefinition index, Statistics.Count count, String arn) {
        // An index made together with its table has nothing to be filled with.
        boolean added =
                index.status() == IndexDefinition.Status.CREATING && table.status() != TableDefinition.Status.CREATING;
        return new Index(
                index.name(),
                index.keySchema(),
                index.projection(),
                index.global() ? index.status().name() : null,
                added ? (Boolean) (table.status() == TableDefinition.Status.ACTIVE) : null,
                index.global() ? throughput(index.throughput(), 0, null, null) : null,
                count.bytes(),
                count.items(),
                arn + "/index/" + index.name(),
                index.onDemandThroughput(),
                index.warmThroughput());
    }

    private static Throughput throughput(
            TableSpec.Throughput units, int decreases, Long increasedMillis, Long decreasedMillis) {
        return new Throughput(
                decreases,
                units == null ? 0 : units.readCapacityUnits(),
                units == null ? 0 : units.writeCapacityUnits(),
                increasedMillis == null ? null : (Double) seconds(increasedMillis),
                decreasedMillis == null ? null : (Double) seconds(decreasedMillis));
    }
}
