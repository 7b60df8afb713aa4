package dev.partita.engine.internal.table;

import dev.partita.engine.request.TableSpec;
import java.util.List;

/** A secondary index as it is kept; {@code throughput} and the rest are null where they do not apply. */
public record IndexDefinition(
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
    public enum Status {
        CREATING,
        ACTIVE,
        UPDATING,
        DELETING
    }

    public IndexDefinition {
        keySchema = List.copyOf(keySchema);
    }

    public static IndexDefinition of(int id, TableSpec.IndexRequest request, boolean global, Status status) {
        return new IndexDefinition(
                id,
                request.indexName(),
                global,
                request.keySchema(),
                request.projection(),
                status,
                request.provisionedThroughput(),
                request.onDemandThroughput(),
                request.warmThroughput());
    }

    public IndexDefinition withStatus(Status newStatus) {
        return new IndexDefinition(
                id, name, global, keySchema, projection, newStatus, throughput, onDemandThroughput, warmThroughput);
    }

    public IndexDefinition withThroughput(TableSpec.Throughput newThroughput) {
        return new IndexDefinition(
                id, name, global, keySchema, projection, status, newThroughput, onDemandThroughput, warmThroughput);
    }

    /** With those settings that {@code asked} gives. */
    public IndexDefinition withSettings(TableSpec.IndexRequest asked) {
        return new IndexDefinition(
                id,
                name,
                global,
                keySchema,
                projection,
                status,
                asked.provisionedThroughput() == null ? throughput : asked.provisionedThroughput(),
                asked.onDemandThroughput() == null ? onDemandThroughput : asked.onDemandThroughput(),
                asked.warmThroughput() == null ? warmThroughput : asked.warmThroughput());
    }
}
