package dev.partita.crash;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The two tables under load: one with every kind of index, a stream and expiry, and a plain one. */
final class Tables {

    static final String MIXED = "Mixed";
    static final String PLAIN = "Plain";

    /** Accounts in {@link #MIXED} whose sum never changes, and a counter beside them; every client writes them. */
    static final String SHARED = "shared";

    static final int ACCOUNTS = 5;
    static final int ACCOUNT_START = 1000;
    static final String COUNTER = "100";

    /** {@code attributes} are the ones an entry holds; null means all of them. */
    record Index(String name, List<String> keys, List<String> attributes) {

        /** What the index holds of an item, or null if it lacks a key of the index. */
        Map<String, Object> entry(Map<String, Object> item) {
            if (!item.keySet().containsAll(keys)) {
                return null;
            }
            Map<String, Object> entry = new HashMap<>(item);
            if (attributes != null) {
                entry.keySet().retainAll(attributes);
            }
            return entry;
        }
    }

    static final List<Index> INDEXES = List.of(
            new Index("All", List.of("g1p", "g1s"), null),
            new Index("KeysOnly", List.of("g2p"), List.of("pk", "sk", "g2p")),
            new Index("Local", List.of("pk", "l1s"), List.of("pk", "sk", "l1s", "val")));

    private Tables() {}

    static void create(Api api) throws IOException {
        api.call("CreateTable", Json.read("""
                {"TableName": "Mixed", "BillingMode": "PAY_PER_REQUEST",
                 "AttributeDefinitions": [
                   {"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"},
                   {"AttributeName": "g1p", "AttributeType": "S"}, {"AttributeName": "g1s", "AttributeType": "N"},
                   {"AttributeName": "g2p", "AttributeType": "S"}, {"AttributeName": "l1s", "AttributeType": "S"}],
                 "KeySchema": [
                   {"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
                 "GlobalSecondaryIndexes": [
                   {"IndexName": "All", "Projection": {"ProjectionType": "ALL"}, "KeySchema": [
                     {"AttributeName": "g1p", "KeyType": "HASH"}, {"AttributeName": "g1s", "KeyType": "RANGE"}]},
                   {"IndexName": "KeysOnly", "Projection": {"ProjectionType": "KEYS_ONLY"}, "KeySchema": [
                     {"AttributeName": "g2p", "KeyType": "HASH"}]}],
                 "LocalSecondaryIndexes": [
                   {"IndexName": "Local",
                    "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["val"]}, "KeySchema": [
                     {"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "l1s", "KeyType": "RANGE"}]}],
                 "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"}}
                """.getBytes(StandardCharsets.UTF_8)));
        api.call("CreateTable", Json.read("""
                {"TableName": "Plain", "BillingMode": "PAY_PER_REQUEST",
                 "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                 "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]}
                """.getBytes(StandardCharsets.UTF_8)));
        for (String table : List.of(MIXED, PLAIN)) {
            while (!table(api, table).get("TableStatus").equals("ACTIVE")) {
                Thread.onSpinWait();
            }
        }
        api.call(
                "UpdateTimeToLive",
                Map.of("TableName", MIXED, "TimeToLiveSpecification", Map.of("Enabled", true, "AttributeName", "exp")));
        for (int account = 0; account < ACCOUNTS; account++) {
            putShared(api, String.valueOf(account), ACCOUNT_START);
        }
        putShared(api, COUNTER, 0);
    }

    static String streamArn(Api api) throws IOException {
        return (String) table(api, MIXED).get("LatestStreamArn");
    }

    /** Every item of a table or, if {@code index} is not null, every entry of its index; none if the table is lost. */
    static List<Map<String, Object>> scan(Api api, String table, String index) throws IOException {
        List<Map<String, Object>> items = new ArrayList<>();
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("TableName", table);
        if (index != null) {
            request.put("IndexName", index);
        }
        Object next;
        do {
            Api.Reply reply = api.send("Scan", request);
            if (reply.error().equals("ResourceNotFoundException")) {
                return List.of();
            }
            if (!reply.succeeded()) {
                throw new IllegalStateException("Scan answered " + reply);
            }
            Map<String, Object> page = reply.body();
            list(page.get("Items")).forEach(item -> items.add(map(item)));
            next = page.get("LastEvaluatedKey");
            request.put("ExclusiveStartKey", next);
        } while (next != null);
        return items;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    private static Map<String, Object> table(Api api, String name) throws IOException {
        return map(api.call("DescribeTable", Map.of("TableName", name)).get("Table"));
    }

    private static void putShared(Api api, String sk, int amount) throws IOException {
        Map<String, Object> item =
                Map.of("pk", Map.of("S", SHARED), "sk", Map.of("N", sk), "cnt", Map.of("N", String.valueOf(amount)));
        api.call("PutItem", Map.of("TableName", MIXED, "Item", item));
    }
}
