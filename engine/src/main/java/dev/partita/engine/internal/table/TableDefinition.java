package dev.partita.engine.internal.table;

import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.StreamViewType;
import dev.partita.engine.request.TableClass;
import dev.partita.engine.request.TableSpec;
import java.util.List;
import java.util.Map;

/** All that is kept about a table besides its items. Immutable; a change makes a new one. */
public record TableDefinition(
        String namespace,
        String name,
        int id,
        String uuid,
        long createdMillis,
        Status status,
        List<TableSpec.AttributeDefinition> attributeDefinitions,
        List<TableSpec.KeySchemaElement> keySchema,
        List<IndexDefinition> indexes,
        int nextIndexId,
        BillingMode billingMode,
        Long onDemandSinceMillis,
        TableSpec.Throughput throughput,
        Long throughputIncreasedMillis,
        Long throughputDecreasedMillis,
        int throughputDecreases,
        TableSpec.OnDemandThroughput onDemandThroughput,
        TableSpec.WarmThroughput warmThroughput,
        TableSpec.SseSpecification sse,
        TableClass tableClass,
        boolean deletionProtection,
        StreamSettings stream,
        TimeToLive timeToLive,
        Map<String, String> tags) {

    /** Where a table is in its life. */
    public enum Status {
        CREATING,
        ACTIVE,
        UPDATING,
        DELETING
    }

    /** The table's latest stream; null if it never had one. A disabled stream stays readable for a day. */
    public record StreamSettings(int id, String label, StreamViewType view, boolean enabled) {}

    /**
     * The last word of UpdateTimeToLive; null if there was none. {@code queued} is false while the items that were there
     * before are still being entered in the expiry queue.
     */
    public record TimeToLive(String attribute, boolean enabled, long changedMillis, boolean queued) {}

    public TableDefinition {
        attributeDefinitions = List.copyOf(attributeDefinitions);
        keySchema = List.copyOf(keySchema);
        indexes = List.copyOf(indexes);
        tags = Map.copyOf(tags);
    }

    /** The attribute items expire by, or null. */
    public String ttlAttribute() {
        return timeToLive != null && timeToLive.enabled() ? timeToLive.attribute() : null;
    }

    /** A copy to be changed. */
    public Builder but() {
        return new Builder(this);
    }

    /** A definition in the making. */
    public static final class Builder {
        public String namespace;
        public String name;
        public int id;
        public String uuid;
        public long createdMillis;
        public Status status = Status.ACTIVE;
        public List<TableSpec.AttributeDefinition> attributeDefinitions;
        public List<TableSpec.KeySchemaElement> keySchema;
        public List<IndexDefinition> indexes = List.of();
        public int nextIndexId = 1;
        public BillingMode billingMode = BillingMode.PROVISIONED;
        public Long onDemandSinceMillis;
        public TableSpec.Throughput throughput;
        public Long throughputIncreasedMillis;
        public Long throughputDecreasedMillis;
        public int throughputDecreases;
        public TableSpec.OnDemandThroughput onDemandThroughput;
        public TableSpec.WarmThroughput warmThroughput;
        public TableSpec.SseSpecification sse;
        public TableClass tableClass;
        public boolean deletionProtection;
        public StreamSettings stream;
        public TimeToLive timeToLive;
        public Map<String, String> tags = Map.of();

        public Builder() {}

        private Builder(TableDefinition from) {
            namespace = from.namespace;
            name = from.name;
            id = from.id;
            uuid = from.uuid;
            createdMillis = from.createdMillis;
            status = from.status;
            attributeDefinitions = from.attributeDefinitions;
            keySchema = from.keySchema;
            indexes = from.indexes;
            nextIndexId = from.nextIndexId;
            billingMode = from.billingMode;
            onDemandSinceMillis = from.onDemandSinceMillis;
            throughput = from.throughput;
            throughputIncreasedMillis = from.throughputIncreasedMillis;
            throughputDecreasedMillis = from.throughputDecreasedMillis;
            throughputDecreases = from.throughputDecreases;
            onDemandThroughput = from.onDemandThroughput;
            warmThroughput = from.warmThroughput;
            sse = from.sse;
            tableClass = from.tableClass;
            deletionProtection = from.deletionProtection;
            stream = from.stream;
            timeToLive = from.timeToLive;
            tags = from.tags;
        }

        public TableDefinition build() {
            return new TableDefinition(
                    namespace,
                    name,
                    id,
                    uuid,
                    createdMillis,
                    status,
                    attributeDefinitions,
                    keySchema,
                    indexes,
                    nextIndexId,
                    billingMode,
                    onDemandSinceMillis,
                    throughput,
                    throughputIncreasedMillis,
                    throughputDecreasedMillis,
                    throughputDecreases,
                    onDemandThroughput,
                    warmThroughput,
                    sse,
                    tableClass,
                    deletionProtection,
                    stream,
                    timeToLive,
                    tags);
        }
    }
}
