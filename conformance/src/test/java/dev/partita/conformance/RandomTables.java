package dev.partita.conformance;

import dev.partita.conformance.Step.Mode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Requests about tables: creating, describing, changing, deleting, expiry settings, limits. */
final class RandomTables {

    private final RandomValues values;
    private final List<TableShape> tables;
    private final String prefix;

    RandomTables(RandomValues values, List<TableShape> tables, String prefix) {
        this.values = values;
        this.tables = tables;
        this.prefix = prefix;
    }

    Step next() {
        switch (values.upTo(10)) {
            case 0, 1:
                return step("DescribeTable", Json.of("TableName", anyTable()));
            case 2:
                return step("ListTables", listTables());
            case 3, 4, 5:
                return step("CreateTable", createTable());
            case 6:
                return step("DeleteTable", Json.of("TableName", scratch()));
            case 7:
                return step("UpdateTable", updateTable());
            case 8:
                return step("DescribeTimeToLive", Json.of("TableName", anyTable()));
            default:
                return values.chance(0.9) ? step("UpdateTimeToLive", timeToLive()) : step("DescribeLimits", Json.of());
        }
    }

    private static Step step(String operation, Map<String, Object> body) {
        return new Step(new Request(operation, body), Mode.ORDERED, null);
    }

    private String scratch() {
        return prefix + ".scratch" + values.upTo(3);
    }

    private String anyTable() {
        return values.chance(0.5) ? values.one(tables).name() : values.one(scratch(), scratch(), "no-such-table");
    }

    private Map<String, Object> listTables() {
        return Json.of(
                "Limit",
                values.chance(0.7) ? 1 + values.upTo(5) : values.chance(0.2) ? values.one(0, 101) : null,
                "ExclusiveStartTableName",
                values.chance(0.6) ? anyTable() : null);
    }

    private Map<String, Object> timeToLive() {
        return Json.of(
                "TableName",
                scratch(),
                "TimeToLiveSpecification",
                Json.of("AttributeName", values.one("ttl", "ttl", "other"), "Enabled", values.chance(0.6)));
    }

    private Map<String, Object> createTable() {
        boolean range = values.chance(0.6);
        List<TableShape.KeyAttribute> keys = new ArrayList<>();
        keys.add(key("pk", true));
        if (range) {
            keys.add(key("sk", false));
        }
        Set<String> used = new LinkedHashSet<>(List.of("pk"));
        if (range) {
            used.add("sk");
        }
        boolean provisioned = values.chance(0.5);
        List<Object> globals = new ArrayList<>();
        List<Object> locals = new ArrayList<>();
        int count = values.upTo(3);
        for (int i = 0; i < count; i++) {
            globals.add(globalIndex("g" + i + "x", provisioned, used));
        }
        if (range && values.chance(0.4)) {
            used.add("b");
            locals.add(Json.of(
                    "IndexName",
                    "l0x",
                    "KeySchema",
                    TableShape.keySchema(List.of(key("pk", true), key("b", false))),
                    "Projection",
                    projection()));
        }
        Map<String, Object> body = Json.of(
                "TableName",
                scratch(),
                "AttributeDefinitions",
                definitions(used),
                "KeySchema",
                TableShape.keySchema(keys),
                "GlobalSecondaryIndexes",
                globals.isEmpty() ? null : globals,
                "LocalSecondaryIndexes",
                locals.isEmpty() ? null : locals,
                "BillingMode",
                provisioned ? values.one("PROVISIONED", null) : "PAY_PER_REQUEST",
                "ProvisionedThroughput",
                provisioned ? TableShape.throughput() : null);
        if (values.chance(0.2)) {
            body.put("DeletionProtectionEnabled", values.chance(0.3));
        }
        if (values.chance(0.2)) {
            body.put(
                    "StreamSpecification",
                    values.one(
                            Json.of("StreamEnabled", true, "StreamViewType", "KEYS_ONLY"),
                            Json.of("StreamEnabled", false),
                            Json.of("StreamEnabled", true),
                            Json.of("StreamEnabled", false, "StreamViewType", "KEYS_ONLY")));
        }
        if (values.chance(0.5)) {
            breakTable(body, provisioned, used);
        }
        return body;
    }

    private static TableShape.KeyAttribute key(String name, boolean hash) {
        return new TableShape.KeyAttribute(name, "S", hash);
    }

    private List<Object> definitions(Set<String> names) {
        List<Object> definitions = new ArrayList<>();
        names.forEach(
                name -> definitions.add(Json.of("AttributeName", name, "AttributeType", name.equals("b") ? "N" : "S")));
        return definitions;
    }

    private Map<String, Object> globalIndex(String name, boolean provisioned, Set<String> used) {
        List<TableShape.KeyAttribute> keys = new ArrayList<>();
        keys.add(key(values.one("a", "sk", "c"), true));
        String range = values.one("pk", "b", "");
        if (!range.isEmpty()) {
            keys.add(key(range, false));
        }
        keys.forEach(key -> used.add(key.name()));
        return Json.of(
                "IndexName",
                name,
                "KeySchema",
                TableShape.keySchema(keys),
                "Projection",
                projection(),
                "ProvisionedThroughput",
                provisioned ? TableShape.throughput() : null);
    }

    private Map<String, Object> projection() {
        return values.one(
                Json.of("ProjectionType", "ALL"),
                Json.of("ProjectionType", "KEYS_ONLY"),
                Json.of("ProjectionType", "INCLUDE", "NonKeyAttributes", List.of("x", "y")));
    }

    private void breakTable(Map<String, Object> body, boolean provisioned, Set<String> used) {
        switch (values.upTo(16)) {
            case 0:
                used.add("unused");
                body.put("AttributeDefinitions", definitions(used));
                break;
            case 1:
                used.remove(values.one(List.copyOf(used)));
                body.put("AttributeDefinitions", definitions(used));
                break;
            case 2:
                body.put(
                        "ProvisionedThroughput",
                        values.one(
                                TableShape.throughput(),
                                Json.of("ReadCapacityUnits", 0, "WriteCapacityUnits", 1),
                                Json.of("ReadCapacityUnits", 1)));
                break;
            case 3:
                body.remove("ProvisionedThroughput");
                break;
            case 4:
                body.put("BillingMode", values.one("PROVISIONED", "PAY_PER_REQUEST", "FREE"));
                break;
            case 5:
                body.put("TableName", values.one("ab", "bad name", "x".repeat(256)));
                break;
            case 6:
                body.put("KeySchema", TableShape.keySchema(List.of(key("pk", false), key("sk", true))));
                break;
            case 7:
                body.put("KeySchema", TableShape.keySchema(List.of(key("pk", true), key("pk", false))));
                break;
            case 8:
                body.put("KeySchema", List.of());
                break;
            case 9:
                body.put("LocalSecondaryIndexes", List.of());
                break;
            case 10:
                body.put("GlobalSecondaryIndexes", List.of());
                break;
            case 11:
                body.put(
                        "GlobalSecondaryIndexes",
                        List.of(
                                globalIndex("dup", provisioned, used),
                                globalIndex(values.one("dup", "xy"), provisioned, used)));
                body.put("AttributeDefinitions", definitions(used));
                break;
            case 12:
                Map<String, Object> index = globalIndex("g9x", provisioned, used);
                index.put(
                        "Projection",
                        values.one(
                                Json.of(),
                                Json.of("ProjectionType", "INCLUDE"),
                                Json.of("ProjectionType", "ALL", "NonKeyAttributes", List.of("x")),
                                Json.of("ProjectionType", "SOME")));
                body.put("AttributeDefinitions", definitions(used));
                body.put("GlobalSecondaryIndexes", List.of(index));
                break;
            case 13:
                Map<String, Object> other = globalIndex("g8x", !provisioned, used);
                body.put("AttributeDefinitions", definitions(used));
                body.put("GlobalSecondaryIndexes", List.of(other));
                break;
            case 14:
                body.put(
                        "LocalSecondaryIndexes",
                        List.of(Json.of(
                                "IndexName",
                                "l9x",
                                "KeySchema",
                                values.one(
                                        TableShape.keySchema(List.of(key("pk", true))),
                                        TableShape.keySchema(List.of(key("a", true), key("sk", false)))),
                                "Projection",
                                projection())));
                break;
            default:
                body.remove(values.one("AttributeDefinitions", "KeySchema", "TableName"));
        }
    }

    private Map<String, Object> updateTable() {
        Map<String, Object> body = Json.of("TableName", values.chance(0.9) ? scratch() : "no-such-table");
        switch (values.upTo(8)) {
            case 0:
                body.put("BillingMode", "PAY_PER_REQUEST");
                break;
            case 1:
                body.put("BillingMode", "PROVISIONED");
                body.put("ProvisionedThroughput", TableShape.throughput());
                break;
            case 2:
                int units = 1 + values.upTo(10);
                body.put("ProvisionedThroughput", Json.of("ReadCapacityUnits", units, "WriteCapacityUnits", units));
                break;
            case 3:
                body.put("DeletionProtectionEnabled", values.chance(0.5));
                break;
            case 4:
                body.put(
                        "StreamSpecification",
                        values.one(
                                Json.of("StreamEnabled", true, "StreamViewType", "NEW_IMAGE"),
                                Json.of("StreamEnabled", false)));
                break;
            case 5:
                Set<String> used = new LinkedHashSet<>(List.of("pk"));
                Map<String, Object> create = globalIndex(values.one("g0x", "g7x"), values.chance(0.5), used);
                body.put("AttributeDefinitions", definitions(used));
                body.put("GlobalSecondaryIndexUpdates", List.of(Json.of("Create", create)));
                break;
            case 6:
                body.put(
                        "GlobalSecondaryIndexUpdates",
                        List.of(Json.of("Delete", Json.of("IndexName", values.one("g0x", "g1x", "g7x")))));
                break;
            default:
                if (values.chance(0.5)) {
                    body.put("GlobalSecondaryIndexUpdates", values.one(List.of(), List.of(Json.of())));
                }
        }
        return body;
    }
}
