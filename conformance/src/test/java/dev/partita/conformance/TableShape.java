package dev.partita.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A table the random requests work on: its keys, its indexes, and the types of every key attribute. */
record TableShape(String name, List<KeyAttribute> keys, List<Index> indexes, boolean provisioned, String stream) {

    record KeyAttribute(String name, String type, boolean hash) {}

    record Index(String name, boolean local, List<KeyAttribute> keys, String projection, List<String> include) {
        List<KeyAttribute> hashKeys() {
            return keys.stream().filter(KeyAttribute::hash).toList();
        }

        List<KeyAttribute> rangeKeys() {
            return keys.stream().filter(key -> !key.hash()).toList();
        }
    }

    /** The shapes of one round; {@code prefix} keeps the rounds' tables apart. */
    static List<TableShape> all(String prefix) {
        KeyAttribute pk = hash("pk", "S");
        return List.of(
                new TableShape(prefix + ".hash", List.of(pk), List.of(), false, null),
                new TableShape(
                        prefix + ".number",
                        List.of(hash("pk", "N")),
                        List.of(global("by-a", "KEYS_ONLY", hash("a", "S"))),
                        true,
                        "NEW_IMAGE"),
                new TableShape(
                        prefix + ".local",
                        List.of(pk, range("sk", "N")),
                        List.of(
                                local("by-a", "ALL", pk, range("a", "S")),
                                local("by-b", "KEYS_ONLY", pk, range("b", "N")),
                                new Index("by-c", true, List.of(pk, range("c", "B")), "INCLUDE", List.of("d", "e"))),
                        false,
                        "OLD_IMAGE"),
                new TableShape(
                        prefix + ".global",
                        List.of(pk, range("sk", "S")),
                        List.of(
                                new Index(
                                        "by-a-b",
                                        false,
                                        List.of(hash("a", "S"), range("b", "N")),
                                        "INCLUDE",
                                        List.of("d", "m")),
                                global("by-b", "ALL", hash("b", "N"))),
                        true,
                        "NEW_AND_OLD_IMAGES"),
                new TableShape(
                        prefix + ".binary",
                        List.of(pk, range("sk", "B")),
                        List.of(
                                global("by-c", "KEYS_ONLY", hash("c", "B"), range("pk", "S")),
                                local("by-d", "ALL", pk, range("d", "S"))),
                        false,
                        "KEYS_ONLY"),
                new TableShape(
                        prefix + ".multi",
                        List.of(pk, range("sk", "S")),
                        List.of(
                                global(
                                        "by-ab-cd",
                                        "ALL",
                                        hash("a", "S"),
                                        hash("b", "N"),
                                        range("c", "B"),
                                        range("d", "S")),
                                global("by-a-bd", "KEYS_ONLY", hash("a", "S"), range("b", "N"), range("d", "S"))),
                        false,
                        null));
    }

    List<KeyAttribute> indexKeys() {
        List<KeyAttribute> all = new ArrayList<>();
        for (Index index : indexes) {
            for (KeyAttribute key : index.keys()) {
                if (!isTableKey(key.name())) {
                    all.add(key);
                }
            }
        }
        return all;
    }

    boolean isTableKey(String attribute) {
        return keys.stream().anyMatch(key -> key.name().equals(attribute));
    }

    boolean hasLocalIndexes() {
        return indexes.stream().anyMatch(Index::local);
    }

    Map<String, Object> createTable() {
        Map<String, String> definitions = new LinkedHashMap<>();
        keys.forEach(key -> definitions.put(key.name(), key.type()));
        indexKeys().forEach(key -> definitions.put(key.name(), key.type()));
        List<Object> locals = new ArrayList<>();
        List<Object> globals = new ArrayList<>();
        for (Index index : indexes) {
            (index.local() ? locals : globals).add(description(index));
        }
        return Json.of(
                "TableName",
                name,
                "AttributeDefinitions",
                definitions.entrySet().stream()
                        .map(entry ->
                                (Object) Json.of("AttributeName", entry.getKey(), "AttributeType", entry.getValue()))
                        .toList(),
                "KeySchema",
                keySchema(keys),
                "LocalSecondaryIndexes",
                locals.isEmpty() ? null : locals,
                "GlobalSecondaryIndexes",
                globals.isEmpty() ? null : globals,
                "BillingMode",
                provisioned ? null : "PAY_PER_REQUEST",
                "ProvisionedThroughput",
                provisioned ? throughput() : null,
                "StreamSpecification",
                stream == null ? null : Json.of("StreamEnabled", true, "StreamViewType", stream));
    }

    private Map<String, Object> description(Index index) {
        return Json.of(
                "IndexName",
                index.name(),
                "KeySchema",
                keySchema(index.keys()),
                "Projection",
                Json.of("ProjectionType", index.projection(), "NonKeyAttributes", index.include()),
                "ProvisionedThroughput",
                provisioned && !index.local() ? throughput() : null);
    }

    static Map<String, Object> throughput() {
        return Json.of("ReadCapacityUnits", 10, "WriteCapacityUnits", 10);
    }

    static List<Object> keySchema(List<KeyAttribute> keys) {
        List<Object> schema = new ArrayList<>();
        for (KeyAttribute key : keys) {
            schema.add(Json.of("AttributeName", key.name(), "KeyType", key.hash() ? "HASH" : "RANGE"));
        }
        return schema;
    }

    private static Index global(String name, String projection, KeyAttribute... keys) {
        return new Index(name, false, List.of(keys), projection, null);
    }

    private static Index local(String name, String projection, KeyAttribute... keys) {
        return new Index(name, true, List.of(keys), projection, null);
    }

    private static KeyAttribute hash(String name, String type) {
        return new KeyAttribute(name, type, true);
    }

    private static KeyAttribute range(String name, String type) {
        return new KeyAttribute(name, type, false);
    }
}
