package dev.partita.engine;

import java.util.List;
import java.util.Map;

/** All that is kept about a table besides its items. Immutable; a change makes a new one. */
record TableDefinition(
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
        TableSpec.OnDemandThroughput onDemandThroughput,
        TableSpec.WarmThroughput warmThroughput,
        TableSpec.SseSpecification sse,
        TableClass tableClass,
        boolean deletionProtection,
        StreamSettings stream,
        String ttlAttribute,
        Map<String, String> tags) {

    /** Where a table is in its life. */
    enum Status {
        CREATING,
        ACTIVE,
        UPDATING,
        DELETING
    }

    /** The table's latest stream; null if it never had one. A disabled stream stays readable for a day. */
    record StreamSettings(int id, String label, StreamViewType view, boolean enabled) {}

    TableDefinition {
        attributeDefinitions = List.copyOf(attributeDefinitions);
        keySchema = List.copyOf(keySchema);
        indexes = List.copyOf(indexes);
        tags = Map.copyOf(tags);
    }
}
