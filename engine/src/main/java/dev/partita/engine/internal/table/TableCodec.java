package dev.partita.engine.internal.table;

import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.KeyType;
import dev.partita.engine.request.ProjectionType;
import dev.partita.engine.request.StreamViewType;
import dev.partita.engine.request.TableClass;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.AttributeValue;

/** Table definitions as they are stored: an item, so that a later version can add attributes. */
public final class TableCodec {

    private TableCodec() {}

    public static byte[] encode(TableDefinition table) {
        return new StoredFields()
                .text("Namespace", table.namespace())
                .text("TableName", table.name())
                .number("Id", table.id())
                .text("TableId", table.uuid())
                .number("CreatedMillis", table.createdMillis())
                .name("Status", table.status())
                .list("AttributeDefinitions", table.attributeDefinitions(), TableCodec::attribute)
                .list("KeySchema", table.keySchema(), TableCodec::key)
                .list("Indexes", table.indexes(), TableCodec::index)
                .number("NextIndexId", table.nextIndexId())
                .name("BillingMode", table.billingMode())
                .number("OnDemandSinceMillis", table.onDemandSinceMillis())
                .part("Throughput", table.throughput(), TableCodec::throughput)
                .number("ThroughputIncreasedMillis", table.throughputIncreasedMillis())
                .number("ThroughputDecreasedMillis", table.throughputDecreasedMillis())
                .number("ThroughputDecreases", table.throughputDecreases())
                .part("OnDemandThroughput", table.onDemandThroughput(), TableCodec::onDemand)
                .part("WarmThroughput", table.warmThroughput(), TableCodec::warm)
                .part("Sse", table.sse(), TableCodec::sse)
                .name("TableClass", table.tableClass())
                .flag("DeletionProtection", table.deletionProtection())
                .part("Stream", table.stream(), TableCodec::stream)
                .part("TimeToLive", table.timeToLive(), TableCodec::timeToLive)
                .texts("Tags", table.tags())
                .toBytes();
    }

    public static TableDefinition decode(byte[] bytes) {
        StoredFields fields = StoredFields.read(bytes);
        TableDefinition.Builder table = new TableDefinition.Builder();
        table.namespace = fields.text("Namespace");
        table.name = fields.text("TableName");
        table.id = (int) fields.numberOr("Id", 0);
        table.uuid = fields.text("TableId");
        table.createdMillis = fields.numberOr("CreatedMillis", 0);
        table.status = fields.name("Status", TableDefinition.Status.class);
        table.attributeDefinitions = fields.list(
                "AttributeDefinitions",
                in -> new TableSpec.AttributeDefinition(in.text("Name"), in.name("Type", AttributeValue.Type.class)));
        table.keySchema = fields.list("KeySchema", TableCodec::key);
        table.indexes = fields.list("Indexes", TableCodec::index);
        table.nextIndexId = (int) fields.numberOr("NextIndexId", 1);
        table.billingMode = fields.name("BillingMode", BillingMode.class);
        table.onDemandSinceMillis = fields.number("OnDemandSinceMillis");
        table.throughput = fields.part("Throughput", TableCodec::throughput);
        table.throughputIncreasedMillis = fields.number("ThroughputIncreasedMillis");
        table.throughputDecreasedMillis = fields.number("ThroughputDecreasedMillis");
        table.throughputDecreases = (int) fields.numberOr("ThroughputDecreases", 0);
        table.onDemandThroughput = fields.part("OnDemandThroughput", TableCodec::onDemand);
        table.warmThroughput = fields.part("WarmThroughput", TableCodec::warm);
        table.sse = fields.part(
                "Sse", in -> new TableSpec.SseSpecification(in.flag("Enabled"), in.text("Type"), in.text("KeyId")));
        table.tableClass = fields.name("TableClass", TableClass.class);
        table.deletionProtection = fields.isSet("DeletionProtection");
        table.stream = fields.part(
                "Stream",
                in -> new TableDefinition.StreamSettings(
                        (int) in.numberOr("Id", 0),
                        in.text("Label"),
                        in.name("View", StreamViewType.class),
                        in.isSet("Enabled")));
        table.timeToLive = fields.part(
                "TimeToLive",
                in -> new TableDefinition.TimeToLive(
                        in.text("Attribute"),
                        in.isSet("Enabled"),
                        in.numberOr("ChangedMillis", 0),
                        in.isSet("Queued")));
        table.tags = fields.textMap("Tags");
        return table.build();
    }

    private static StoredFields attribute(TableSpec.AttributeDefinition attribute) {
        return new StoredFields().text("Name", attribute.attributeName()).name("Type", attribute.attributeType());
    }

    public static StoredFields key(TableSpec.KeySchemaElement element) {
        return new StoredFields().text("Name", element.attributeName()).name("Type", element.keyType());
    }

    public static TableSpec.KeySchemaElement key(StoredFields in) {
        return new TableSpec.KeySchemaElement(in.text("Name"), in.name("Type", KeyType.class));
    }

    private static StoredFields index(IndexDefinition index) {
        return new StoredFields()
                .number("Id", index.id())
                .text("Name", index.name())
                .flag("Global", index.global())
                .list("KeySchema", index.keySchema(), TableCodec::key)
                .part("Projection", index.projection(), TableCodec::projection)
                .name("Status", index.status())
                .part("Throughput", index.throughput(), TableCodec::throughput)
                .part("OnDemandThroughput", index.onDemandThroughput(), TableCodec::onDemand)
                .part("WarmThroughput", index.warmThroughput(), TableCodec::warm);
    }

    private static IndexDefinition index(StoredFields in) {
        return new IndexDefinition(
                (int) in.numberOr("Id", 0),
                in.text("Name"),
                in.isSet("Global"),
                in.list("KeySchema", TableCodec::key),
                in.part(
                        "Projection",
                        p -> new TableSpec.Projection(
                                p.name("Type", ProjectionType.class), p.texts("NonKeyAttributes"))),
                in.name("Status", IndexDefinition.Status.class),
                in.part("Throughput", TableCodec::throughput),
                in.part("OnDemandThroughput", TableCodec::onDemand),
                in.part("WarmThroughput", TableCodec::warm));
    }

    private static StoredFields projection(TableSpec.Projection projection) {
        return new StoredFields()
                .name("Type", projection.projectionType())
                .texts("NonKeyAttributes", projection.nonKeyAttributes());
    }

    private static StoredFields throughput(TableSpec.Throughput throughput) {
        return new StoredFields()
                .number("Read", throughput.readCapacityUnits())
                .number("Write", throughput.writeCapacityUnits());
    }

    private static TableSpec.Throughput throughput(StoredFields in) {
        return new TableSpec.Throughput(in.number("Read"), in.number("Write"));
    }

    private static StoredFields onDemand(TableSpec.OnDemandThroughput throughput) {
        return new StoredFields()
                .number("Read", throughput.maxReadRequestUnits())
                .number("Write", throughput.maxWriteRequestUnits());
    }

    private static TableSpec.OnDemandThroughput onDemand(StoredFields in) {
        return new TableSpec.OnDemandThroughput(in.number("Read"), in.number("Write"));
    }

    private static StoredFields warm(TableSpec.WarmThroughput throughput) {
        return new StoredFields()
                .number("Read", throughput.readUnitsPerSecond())
                .number("Write", throughput.writeUnitsPerSecond());
    }

    private static TableSpec.WarmThroughput warm(StoredFields in) {
        return new TableSpec.WarmThroughput(in.number("Read"), in.number("Write"));
    }

    private static StoredFields sse(TableSpec.SseSpecification sse) {
        return new StoredFields()
                .flag("Enabled", sse.enabled())
                .text("Type", sse.sseType())
                .text("KeyId", sse.kmsMasterKeyId());
    }

    private static StoredFields stream(TableDefinition.StreamSettings stream) {
        return new StoredFields()
                .number("Id", stream.id())
                .text("Label", stream.label())
                .name("View", stream.view())
                .flag("Enabled", stream.enabled());
    }

    private static StoredFields timeToLive(TableDefinition.TimeToLive timeToLive) {
        return new StoredFields()
                .text("Attribute", timeToLive.attribute())
                .flag("Enabled", timeToLive.enabled())
                .number("ChangedMillis", timeToLive.changedMillis())
                .flag("Queued", timeToLive.queued());
    }
}
