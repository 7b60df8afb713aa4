package dev.partita.engine.internal.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.KeyType;
import dev.partita.engine.request.ProjectionType;
import dev.partita.engine.request.StreamViewType;
import dev.partita.engine.request.TableClass;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.AttributeValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableCodecTest {

    @Test
    void theLeastDefinitionComesBackAsItWas() {
        check(least().build());
    }

    @Test
    void theFullestDefinitionComesBackAsItWas() {
        TableDefinition.Builder table = least();
        table.status = TableDefinition.Status.UPDATING;
        table.indexes = List.of(
                new IndexDefinition(
                        1,
                        "local",
                        false,
                        List.of(
                                new TableSpec.KeySchemaElement("pk", KeyType.HASH),
                                new TableSpec.KeySchemaElement("at", KeyType.RANGE)),
                        new TableSpec.Projection(ProjectionType.KEYS_ONLY, null),
                        IndexDefinition.Status.ACTIVE,
                        null,
                        null,
                        null),
                new IndexDefinition(
                        2,
                        "global",
                        true,
                        List.of(new TableSpec.KeySchemaElement("at", KeyType.HASH)),
                        new TableSpec.Projection(ProjectionType.INCLUDE, List.of("z", "a")),
                        IndexDefinition.Status.CREATING,
                        new TableSpec.Throughput(3L, 4L),
                        new TableSpec.OnDemandThroughput(-1L, 7L),
                        new TableSpec.WarmThroughput(12_000L, 4_000L)));
        table.nextIndexId = 3;
        table.billingMode = BillingMode.PAY_PER_REQUEST;
        table.onDemandSinceMillis = 5L;
        table.throughput = new TableSpec.Throughput(1L, 2L);
        table.throughputIncreasedMillis = 6L;
        table.throughputDecreasedMillis = 7L;
        table.throughputDecreases = 2;
        table.onDemandThroughput = new TableSpec.OnDemandThroughput(10L, null);
        table.warmThroughput = new TableSpec.WarmThroughput(1L, 2L);
        table.sse = new TableSpec.SseSpecification(true, "KMS", "key");
        table.tableClass = TableClass.STANDARD_INFREQUENT_ACCESS;
        table.deletionProtection = true;
        table.stream = new TableDefinition.StreamSettings(9, "label", StreamViewType.NEW_IMAGE, true);
        table.timeToLive = new TableDefinition.TimeToLive("ttl", true, 8, false);
        table.tags = Map.of("team", "", "Ω", "ω");
        check(table.build());
    }

    private static TableDefinition.Builder least() {
        TableDefinition.Builder table = new TableDefinition.Builder();
        table.namespace = "";
        table.name = "Orders";
        table.id = 7;
        table.uuid = "uuid";
        table.createdMillis = 1_700_000_000_123L;
        table.attributeDefinitions = List.of(
                new TableSpec.AttributeDefinition("pk", AttributeValue.Type.S),
                new TableSpec.AttributeDefinition("at", AttributeValue.Type.N));
        table.keySchema = List.of(new TableSpec.KeySchemaElement("pk", KeyType.HASH));
        return table;
    }

    private static void check(TableDefinition definition) {
        assertEquals(definition, TableCodec.decode(TableCodec.encode(definition)));
    }
}
