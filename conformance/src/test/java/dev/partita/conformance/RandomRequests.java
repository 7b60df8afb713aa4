package dev.partita.conformance;

import dev.partita.conformance.Step.Mode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Draws requests: valid ones, borderline ones, and ones with one thing broken. */
final class RandomRequests {

    private static final double BROKEN = 0.2;

    private final RandomValues values;
    private final RandomLegacy legacy;
    private final Mutations mutations;
    private final RandomTables tableRequests;
    private final RandomStreams streamRequests;
    private final List<TableShape> tables;
    private final List<Map<String, Object>> transactions = new ArrayList<>();
    private int tokens;

    RandomRequests(Random random, List<TableShape> tables, String prefix) {
        this.values = new RandomValues(random);
        this.legacy = new RandomLegacy(values);
        this.mutations = new Mutations(values);
        this.tableRequests = new RandomTables(values, tables, prefix);
        this.streamRequests = new RandomStreams(values, tables);
        this.tables = tables;
    }

    Step next() {
        TableShape table = values.one(tables);
        switch (values.upTo(40)) {
            case 0, 1, 2, 3, 4, 5, 6, 7:
                return item("PutItem", table, put(table));
            case 8, 9, 10, 11, 12, 13, 14, 15, 16:
                return item("UpdateItem", table, update(table));
            case 17, 18:
                return item("DeleteItem", table, delete(table));
            case 19, 20, 21:
                return item("GetItem", table, get(table));
            case 22, 23, 24, 25, 26, 27:
                return query(table);
            case 28, 29, 30:
                return scan(table);
            case 31:
                return step("BatchGetItem", table, batchGet());
            case 32, 33:
                return step("BatchWriteItem", table, batchWrite());
            case 34, 35, 36:
                return step("TransactWriteItems", table, transactWrite());
            case 37:
                return step("TransactGetItems", table, transactGet());
            default:
                return values.chance(0.15) ? streamRequests.next() : tableRequests.next();
        }
    }

    private Step item(String operation, TableShape table, Map<String, Object> body) {
        if (values.chance(BROKEN)) {
            mutations.breakOneThing(operation, body, table);
        }
        return step(operation, table, body);
    }

    private static Step step(String operation, TableShape table, Map<String, Object> body) {
        return new Step(new Request(operation, body), Mode.ORDERED, table);
    }

    private Map<String, Object> put(TableShape table) {
        Map<String, Object> body = Json.of("TableName", table.name(), "Item", values.item(table));
        condition(body, table, new RandomExpressions(values, table));
        returns(body, "NONE", "ALL_OLD");
        return body;
    }

    private Map<String, Object> delete(TableShape table) {
        Map<String, Object> body = Json.of("TableName", table.name(), "Key", values.key(table));
        condition(body, table, new RandomExpressions(values, table));
        returns(body, "NONE", "ALL_OLD");
        return body;
    }

    private Map<String, Object> update(TableShape table) {
        Map<String, Object> body = Json.of("TableName", table.name(), "Key", values.key(table));
        RandomExpressions expressions = new RandomExpressions(values, table);
        if (values.chance(0.12)) {
            body.put("AttributeUpdates", legacy.attributeUpdates(table));
            if (values.chance(0.4)) {
                body.put("Expected", legacy.expected());
            }
        } else {
            if (values.chance(0.97)) {
                body.put("UpdateExpression", expressions.update());
            }
            condition(body, table, expressions);
        }
        returns(body, "NONE", "ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW");
        return body;
    }

    private void condition(Map<String, Object> body, TableShape table, RandomExpressions expressions) {
        if (values.chance(0.35)) {
            body.put("ConditionExpression", expressions.condition(2));
            if (values.chance(0.5)) {
                body.put("ReturnValuesOnConditionCheckFailure", values.one("ALL_OLD", "NONE"));
            }
        } else if (values.chance(0.12) && !body.containsKey("UpdateExpression")) {
            body.put("Expected", legacy.expected());
            if (values.chance(0.4)) {
                body.put("ConditionalOperator", values.one("AND", "OR"));
            }
        }
        expressions.addTo(body);
    }

    private void returns(Map<String, Object> body, String... returnValues) {
        if (values.chance(0.6)) {
            body.put("ReturnValues", values.one(returnValues));
        }
        capacity(body);
        if (values.chance(0.3)) {
            body.put("ReturnItemCollectionMetrics", values.one("SIZE", "NONE"));
        }
    }

    private void capacity(Map<String, Object> body) {
        if (values.chance(0.6)) {
            body.put("ReturnConsumedCapacity", values.one("INDEXES", "TOTAL", "NONE"));
        }
    }

    private Map<String, Object> get(TableShape table) {
        Map<String, Object> body = Json.of("TableName", table.name(), "Key", values.key(table));
        projection(body, new RandomExpressions(values, table));
        if (values.chance(0.4)) {
            body.put("ConsistentRead", values.chance(0.7));
        }
        capacity(body);
        return body;
    }

    private void projection(Map<String, Object> body, RandomExpressions expressions) {
        if (values.chance(0.35)) {
            body.put("ProjectionExpression", expressions.projection());
        } else if (values.chance(0.08)) {
            body.put("AttributesToGet", attributesToGet());
        }
        expressions.addTo(body);
    }

    private List<Object> attributesToGet() {
        Set<Object> names =
                new LinkedHashSet<>(List.of(values.one("a", "pk", "m", "e"), values.one("b", "sk", "l", "nope")));
        return new ArrayList<>(names);
    }

    private Step query(TableShape table) {
        TableShape.Index index = table.indexes().isEmpty() || values.chance(0.4) ? null : values.one(table.indexes());
        List<TableShape.KeyAttribute> keys = index == null ? table.keys() : index.keys();
        List<TableShape.KeyAttribute> hashKeys =
                keys.stream().filter(TableShape.KeyAttribute::hash).toList();
        List<TableShape.KeyAttribute> rangeKeys =
                keys.stream().filter(key -> !key.hash()).toList();
        Map<String, Object> body = Json.of("TableName", table.name(), "IndexName", index == null ? null : index.name());
        RandomExpressions expressions = new RandomExpressions(values, table);
        if (values.chance(0.88)) {
            body.put("KeyConditionExpression", expressions.keyCondition(hashKeys, rangeKeys));
        } else {
            body.put("KeyConditions", legacy.keyConditions(hashKeys, rangeKeys));
        }
        readParameters(body, table, index, expressions, "QueryFilter");
        if (values.chance(0.4)) {
            body.put("ScanIndexForward", values.chance(0.3));
        }
        boolean paged = body.containsKey("Limit") && values.chance(0.6);
        if (index == null && !paged && values.chance(0.15) && table.keys().size() > 1) {
            Map<String, Object> start = values.key(table);
            body.put("ExclusiveStartKey", start);
        }
        if (values.chance(BROKEN)) {
            mutations.breakOneThing("Query", body, table);
        }
        if (index != null && body.containsKey("Limit")) {
            paged = true;
        }
        return new Step(
                new Request("Query", body), paged ? Mode.PAGES : index == null ? Mode.ORDERED : Mode.UNORDERED, table);
    }

    private Step scan(TableShape table) {
        TableShape.Index index = table.indexes().isEmpty() || values.chance(0.5) ? null : values.one(table.indexes());
        Map<String, Object> body = Json.of("TableName", table.name(), "IndexName", index == null ? null : index.name());
        readParameters(body, table, index, new RandomExpressions(values, table), "ScanFilter");
        if (values.chance(BROKEN)) {
            mutations.breakOneThing("Scan", body, table);
            return new Step(new Request("Scan", body), body.containsKey("Limit") ? Mode.PAGES : Mode.UNORDERED, table);
        }
        if (values.chance(0.15)) {
            body.put("TotalSegments", 1 + values.upTo(5));
            return new Step(new Request("Scan", body), Mode.SEGMENTS, table);
        }
        return new Step(new Request("Scan", body), body.containsKey("Limit") ? Mode.PAGES : Mode.UNORDERED, table);
    }

    private void readParameters(
            Map<String, Object> body,
            TableShape table,
            TableShape.Index index,
            RandomExpressions expressions,
            String legacyFilter) {
        // DynamoDB Local shows a filter on an index more than the index's entries have.
        boolean filters = index == null || index.projection().equals("ALL");
        if (filters && values.chance(0.35)) {
            body.put("FilterExpression", expressions.condition(1));
        } else if (filters && values.chance(0.1) && !body.containsKey("KeyConditionExpression")) {
            body.put(legacyFilter, legacy.filter(table));
            if (values.chance(0.3)) {
                body.put("ConditionalOperator", values.one("AND", "OR"));
            }
        }
        if (values.chance(0.25) && !body.containsKey(legacyFilter)) {
            body.put("ProjectionExpression", expressions.projection());
        } else if (values.chance(0.2)) {
            body.put(
                    "Select",
                    values.chance(0.6)
                            ? "COUNT"
                            : index == null
                                    ? "ALL_ATTRIBUTES"
                                    : values.one("ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"));
        }
        expressions.addTo(body);
        if (values.chance(0.3)) {
            body.put("Limit", 1 + values.upTo(5));
        }
        if (values.chance(0.3)) {
            body.put("ConsistentRead", index == null || index.local() ? values.chance(0.7) : values.chance(0.1));
        }
        capacity(body);
    }

    private Map<String, Object> batchGet() {
        Map<String, Object> requests = new LinkedHashMap<>();
        int count = 1 + values.upTo(2);
        for (int i = 0; i < count; i++) {
            TableShape table = values.one(tables);
            Map<String, Object> part = Json.of("Keys", keys(table));
            projection(part, new RandomExpressions(values, table));
            if (values.chance(0.3)) {
                part.put("ConsistentRead", values.chance(0.7));
            }
            if (values.chance(0.1)) {
                mutations.breakOneThing("BatchGetItem", part, table);
                part.remove("Key");
                part.remove("TableName");
            }
            requests.put(values.chance(0.98) ? table.name() : "no-such-table", part);
        }
        Map<String, Object> body = Json.of("RequestItems", requests);
        capacity(body);
        return body;
    }

    private List<Object> keys(TableShape table) {
        Set<Object> keys = new LinkedHashSet<>();
        int count = values.chance(0.02) ? 0 : 1 + values.upTo(5);
        for (int i = 0; i < count; i++) {
            keys.add(values.key(table));
        }
        List<Object> list = new ArrayList<>(keys);
        if (values.chance(0.03) && !list.isEmpty()) {
            list.add(values.chance(0.5) ? list.get(0) : Json.of("pk", values.value(1)));
        }
        return list;
    }

    private Map<String, Object> batchWrite() {
        Map<String, Object> requests = new LinkedHashMap<>();
        int count = 1 + values.upTo(2);
        for (int i = 0; i < count; i++) {
            TableShape table = values.one(tables);
            List<Object> writes = new ArrayList<>();
            for (Object key : keys(table)) {
                if (values.chance(0.3)) {
                    writes.add(Json.of("DeleteRequest", Json.of("Key", key)));
                } else {
                    Map<String, Object> item = values.item(table);
                    item.putAll(Json.object(key));
                    if (values.chance(0.02)) {
                        item.put("e", values.invalid());
                    }
                    writes.add(Json.of("PutRequest", Json.of("Item", item)));
                }
            }
            if (values.chance(0.02)) {
                writes.add(values.one(
                        Json.of(),
                        Json.of(
                                "PutRequest",
                                Json.of("Item", values.item(table)),
                                "DeleteRequest",
                                Json.of("Key", values.key(table))),
                        Json.of("PutRequest", Json.of())));
            }
            requests.put(values.chance(0.98) ? table.name() : "no-such-table", writes);
        }
        Map<String, Object> body = Json.of("RequestItems", requests);
        capacity(body);
        if (values.chance(0.3)) {
            body.put("ReturnItemCollectionMetrics", values.one("SIZE", "NONE"));
        }
        return body;
    }

    private Map<String, Object> transactWrite() {
        if (!transactions.isEmpty() && values.chance(0.1)) {
            Map<String, Object> again = Json.object(Json.copy(values.one(transactions)));
            if (values.chance(0.3)) {
                again.put("TransactItems", List.of(Json.of("Put", transactPut(values.one(tables)))));
            }
            return again;
        }
        List<Object> actions = new ArrayList<>();
        int count = 1 + values.upTo(4);
        for (int i = 0; i < count; i++) {
            actions.add(action(values.one(tables)));
        }
        Map<String, Object> body = Json.of("TransactItems", actions);
        capacity(body);
        if (values.chance(0.3)) {
            body.put("ReturnItemCollectionMetrics", values.one("SIZE", "NONE"));
        }
        if (values.chance(0.2)) {
            body.put("ClientRequestToken", "token-" + tokens++);
            transactions.add(Json.object(Json.copy(body)));
        }
        return body;
    }

    private Map<String, Object> action(TableShape table) {
        RandomExpressions expressions = new RandomExpressions(values, table);
        String kind = values.one("Put", "Put", "Update", "Update", "Delete", "ConditionCheck");
        Map<String, Object> action;
        if (kind.equals("Put")) {
            action = transactPut(table);
        } else {
            action = Json.of("TableName", table.name(), "Key", values.key(table));
        }
        if (kind.equals("Update")) {
            action.put("UpdateExpression", expressions.update());
        }
        if (kind.equals("ConditionCheck")) {
            action.put("ConditionExpression", values.chance(0.5) ? "attribute_exists(pk)" : expressions.condition(1));
        } else if (values.chance(0.25)) {
            action.put("ConditionExpression", values.chance(0.6) ? "attribute_exists(pk)" : expressions.condition(1));
        }
        expressions.addTo(action);
        if (values.chance(0.3)) {
            action.put("ReturnValuesOnConditionCheckFailure", values.one("ALL_OLD", "NONE"));
        }
        if (values.chance(0.04)) {
            mutations.breakOneThing("TransactWriteItems", action, table);
        }
        return Json.of(kind, action);
    }

    private Map<String, Object> transactPut(TableShape table) {
        return Json.of("TableName", table.name(), "Item", values.item(table));
    }

    private Map<String, Object> transactGet() {
        List<Object> gets = new ArrayList<>();
        int count = 1 + values.upTo(4);
        for (int i = 0; i < count; i++) {
            TableShape table = values.one(tables);
            RandomExpressions expressions = new RandomExpressions(values, table);
            Map<String, Object> get = Json.of("TableName", table.name(), "Key", values.key(table));
            if (values.chance(0.3)) {
                get.put("ProjectionExpression", expressions.projection());
            }
            expressions.addTo(get);
            if (values.chance(0.04)) {
                mutations.breakOneThing("TransactGetItems", get, table);
            }
            gets.add(Json.of("Get", get));
        }
        Map<String, Object> body = Json.of("TransactItems", gets);
        capacity(body);
        return body;
    }
}
