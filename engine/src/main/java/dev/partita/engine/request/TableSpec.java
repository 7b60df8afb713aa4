package dev.partita.engine.request;

import dev.partita.item.AttributeValue;
import java.util.List;

/** The parts of a table's definition as requests give them and descriptions show them. */
public final class TableSpec {

    public record AttributeDefinition(String attributeName, AttributeValue.Type attributeType) {}

    public record KeySchemaElement(String attributeName, KeyType keyType) {}

    public record Projection(ProjectionType projectionType, List<String> nonKeyAttributes) {}

    public record Throughput(Long readCapacityUnits, Long writeCapacityUnits) {}

    public record WarmThroughput(Long readUnitsPerSecond, Long writeUnitsPerSecond) {}

    public record OnDemandThroughput(Long maxReadRequestUnits, Long maxWriteRequestUnits) {}

    public record StreamSpecification(Boolean streamEnabled, StreamViewType streamViewType) {}

    public record SseSpecification(Boolean enabled, String sseType, String kmsMasterKeyId) {}

    public record Tag(String key, String value) {}

    /** An index as CreateTable or UpdateTable asks for it. */
    public record IndexRequest(
            String indexName,
            List<KeySchemaElement> keySchema,
            Projection projection,
            Throughput provisionedThroughput,
            OnDemandThroughput onDemandThroughput,
            WarmThroughput warmThroughput) {}

    private TableSpec() {}
}
