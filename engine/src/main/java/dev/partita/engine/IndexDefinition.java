package dev.partita.engine;

import java.util.List;

/** A secondary index as it is kept; {@code throughput} and the rest are null where they do not apply. */
record IndexDefinition(
        int id,
        String name,
        boolean global,
        List<TableSpec.KeySchemaElement> keySchema,
        TableSpec.Projection projection,
        Status status,
        TableSpec.Throughput throughput,
        TableSpec.OnDemandThroughput onDemandThroughput,
        TableSpec.WarmThroughput warmThroughput) {

    /** Where an index is in its life. An index being backfilled is written to, but not read. */
    enum Status {
        CREATING,
        ACTIVE,
        UPDATING,
        DELETING
    }

    IndexDefinition {
        keySchema = List.copyOf(keySchema);
    }

    IndexDefinition withStatus(Status newStatus) {
        return new IndexDefinition(
                id, name, global, keySchema, projection, newStatus, throughput, onDemandThroughput, warmThroughput);
    }

    IndexDefinition withThroughput(TableSpec.Throughput newThroughput) {
        return new IndexDefinition(
                id, name, global, keySchema, projection, status, newThroughput, onDemandThroughput, warmThroughput);
    }
}
