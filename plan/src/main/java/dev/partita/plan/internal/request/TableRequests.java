package dev.partita.plan.internal.request;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Table;
import dev.partita.plan.Request;
import dev.partita.plan.internal.key.KeyText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The requests that make a design's tables. */
public final class TableRequests {

    private final Design design;
    private final Map<String, String> environment;

    /** {@code environment} fills the variables in the tables' names. */
    public TableRequests(Design design, Map<String, String> environment) {
        this.design = design;
        this.environment = Map.copyOf(environment);
    }

    /** CreateTable with everything the design says of the table. */
    public Request.TableRequest createTable(Table table) {
        Set<String> keys = new LinkedHashSet<>(table.keyNames());
        List<Object> local = new ArrayList<>();
        List<Object> global = new ArrayList<>();
        for (Table.Index index : table.indexes().values()) {
            keys.addAll(index.keyNames());
            (index.local() ? local : global).add(index(table, index));
        }
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("TableName", table.physicalName(environment));
        body.put(
                "AttributeDefinitions",
                keys.stream()
                        .map(key -> pair("AttributeName", key, "AttributeType", type(table, key)))
                        .toList());
        body.put("KeySchema", schema(List.of(table.partition()), sort(table)));
        addUnlessEmpty(body, "LocalSecondaryIndexes", local);
        addUnlessEmpty(body, "GlobalSecondaryIndexes", global);
        body.put("BillingMode", isOnDemand(table.billing()) ? "PAY_PER_REQUEST" : "PROVISIONED");
        throughput(table.billing()).ifPresent(units -> body.put("ProvisionedThroughput", units));
        stream(table).ifPresent(specification -> body.put("StreamSpecification", specification));
        encryption(table).ifPresent(specification -> body.put("SSESpecification", specification));
        if ("infrequent-access".equals(table.tableClass())) {
            body.put("TableClass", "STANDARD_INFREQUENT_ACCESS");
        }
        if (Boolean.TRUE.equals(table.deletionProtection())) {
            body.put("DeletionProtectionEnabled", true);
        }
        return new Request.TableRequest("CreateTable", body);
    }

    /** What there is of the table now: {@code DescribeTable} or {@code DescribeTimeToLive}. */
    public Request.TableRequest describe(String operation, Table table) {
        return new Request.TableRequest(operation, Map.of("TableName", table.physicalName(environment)));
    }

    /** UpdateTimeToLive, when the table's items expire. It can be sent once the table is active. */
    public Optional<Request.TableRequest> timeToLive(Table table) {
        if (table.expiry() == null) {
            return Optional.empty();
        }
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("TableName", table.physicalName(environment));
        body.put("TimeToLiveSpecification", pair("AttributeName", table.expiry(), "Enabled", true));
        return Optional.of(new Request.TableRequest("UpdateTimeToLive", body));
    }

    private Map<String, Object> index(Table table, Table.Index index) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("IndexName", index.name());
        body.put("KeySchema", schema(index.local() ? List.of(table.partition()) : index.partition(), index.sort()));
        body.put("Projection", projection(table, index));
        if (!index.local() && !isOnDemand(table.billing())) {
            // An index without capacity of its own has what its table has.
            throughput(index.billing() == null ? table.billing() : index.billing())
                    .ifPresent(units -> body.put("ProvisionedThroughput", units));
        }
        return body;
    }

    private Map<String, Object> projection(Table table, Table.Index index) {
        return switch (index.projection()) {
            case ALL, UNSTATED -> Map.of("ProjectionType", "ALL");
            case KEYS_ONLY -> Map.of("ProjectionType", "KEYS_ONLY");
            case INCLUDE -> {
                Set<String> stored = new LinkedHashSet<>();
                index.projected().forEach(name -> stored.addAll(storedNames(table, name)));
                // Keys are in every index anyway; the service wants other attributes named.
                stored.removeAll(table.keyNames());
                stored.removeAll(index.keyNames());
                if (stored.isEmpty()) {
                    yield Map.of("ProjectionType", "KEYS_ONLY");
                }
                yield pair("ProjectionType", "INCLUDE", "NonKeyAttributes", List.copyOf(stored));
            }
        };
    }

    /** What the entities store under a logical name; a name that none of them has is a stored one. */
    private Set<String> storedNames(Table table, String name) {
        Set<String> stored = new LinkedHashSet<>();
        boolean isLogical = false;
        for (Entity entity : design.entitiesOf(table)) {
            Attribute attribute = entity.attributes().get(name);
            if (attribute != null) {
                isLogical = true;
                if (attribute.isStored()) {
                    stored.add(attribute.stored());
                }
            }
        }
        return isLogical ? stored : Set.of(name);
    }

    /** S, N or B: as stated, or as the entities fill it. */
    public String type(Table table, String key) {
        return stated(table, key).or(() -> filled(table, key)).orElse("S");
    }

    private Optional<String> filled(Table table, String key) {
        return design.entitiesOf(table).stream()
                .flatMap(entity -> Stream.concat(
                                Stream.of(entity.key()),
                                entity.indexKeys().stream().map(Entity.IndexKeys::keys))
                        .filter(keys -> keys.containsKey(key))
                        .map(keys ->
                                KeyText.of(design, entity, key, keys.get(key)).tag()))
                .findFirst();
    }

    private static Optional<String> stated(Table table, String name) {
        List<Table.KeyAttribute> all = new ArrayList<>(sort(table));
        all.add(table.partition());
        table.indexes().values().forEach(index -> {
            all.addAll(index.partition());
            all.addAll(index.sort());
        });
        return all.stream()
                .filter(key -> key.name().equals(name) && key.type() != null)
                .map(Table.KeyAttribute::type)
                .findFirst();
    }

    private static List<Table.KeyAttribute> sort(Table table) {
        return table.sort() == null ? List.of() : List.of(table.sort());
    }

    private static List<Object> schema(List<Table.KeyAttribute> partition, List<Table.KeyAttribute> sort) {
        List<Object> schema = new ArrayList<>();
        partition.forEach(key -> schema.add(pair("AttributeName", key.name(), "KeyType", "HASH")));
        sort.forEach(key -> schema.add(pair("AttributeName", key.name(), "KeyType", "RANGE")));
        return schema;
    }

    private static boolean isOnDemand(Table.Billing billing) {
        return billing == null || billing.onDemand();
    }

    private static Optional<Map<String, Object>> throughput(Table.Billing billing) {
        if (isOnDemand(billing)) {
            return Optional.empty();
        }
        return Optional.of(pair("ReadCapacityUnits", billing.read(), "WriteCapacityUnits", billing.write()));
    }

    private static Optional<Map<String, Object>> stream(Table table) {
        if (table.stream() == null || table.stream().equals("off")) {
            return Optional.empty();
        }
        String view =
                switch (table.stream()) {
                    case "keys" -> "KEYS_ONLY";
                    case "new" -> "NEW_IMAGE";
                    case "old" -> "OLD_IMAGE";
                    default -> "NEW_AND_OLD_IMAGES";
                };
        return Optional.of(pair("StreamEnabled", true, "StreamViewType", view));
    }

    private static Optional<Map<String, Object>> encryption(Table table) {
        if (table.encryption() == null || table.encryption().equals("aws-owned")) {
            return Optional.empty();
        }
        Map<String, Object> specification = new LinkedHashMap<>();
        specification.put("Enabled", true);
        specification.put("SSEType", "KMS");
        if (!table.encryption().equals("aws-managed")) {
            specification.put("KMSMasterKeyId", table.encryption());
        }
        return Optional.of(specification);
    }

    /** In this order: {@link Map#of} has none. */
    private static Map<String, Object> pair(String first, Object value, String second, Object other) {
        Map<String, Object> pair = new LinkedHashMap<>();
        pair.put(first, value);
        pair.put(second, other);
        return pair;
    }

    private static void addUnlessEmpty(Map<String, Object> body, String name, List<Object> values) {
        if (!values.isEmpty()) {
            body.put(name, values);
        }
    }
}
