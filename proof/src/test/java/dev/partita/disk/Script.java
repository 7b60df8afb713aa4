package dev.partita.disk;

import dev.partita.crash.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** What is done to a database, step by step: requests, waiting, closing and opening again. */
record Script(List<Step> steps) {

    static final String WAIT = "wait";
    static final String REOPEN = "reopen";

    /** A request, or one of the two words above. */
    record Step(String operation, String body, long seconds) {}

    private static final int KEYS = 40;

    /** Everything once, in an order that makes sense, with sizes and keys by chance. */
    static Script whole(long seed) {
        Writer out = new Writer(seed);
        out.createTable("Orders", true);
        out.writes("Orders", 14);
        out.request("UpdateTable", newIndex("Orders"));
        out.writes("Orders", 4);
        out.wait(1);
        out.request("UpdateTimeToLive", timeToLive("Orders"));
        out.wait(1);
        out.transaction("Orders", "Orders");
        out.writes("Orders", 14);
        out.deletes("Orders", 6);
        out.wait(200);
        out.reopen();
        out.createTable("Logs", false);
        out.writes("Logs", 12);
        out.transaction("Orders", "Logs");
        out.wait(5);
        out.request("DeleteTable", Map.of("TableName", "Logs"));
        out.wait(1);
        out.writes("Orders", 10);
        out.request("UpdateTable", droppedIndex("Orders"));
        out.wait(1);
        out.reopen();
        out.deletes("Orders", 3);
        out.writes("Orders", 12);
        return new Script(out.steps);
    }

    /** Anything in any order; some of it is refused. */
    static Script any(long seed) {
        Writer out = new Writer(seed);
        String[] names = {"Orders", "Logs"};
        out.createTable("Orders", true);
        for (int i = 0; i < 40; i++) {
            String name = names[out.random.nextInt(3) / 2];
            switch (out.random.nextInt(12)) {
                case 0 -> out.createTable(name, out.random.nextBoolean());
                case 1 -> out.request("UpdateTable", newIndex(name));
                case 2 -> out.request("UpdateTable", droppedIndex(name));
                case 3 -> out.request("UpdateTimeToLive", timeToLive(name));
                case 4 -> out.transaction("Orders", name);
                case 5 -> out.deletes(name, 3);
                case 6 -> out.wait(out.random.nextInt(1, 120));
                case 7 -> out.reopen();
                case 8 -> {
                    if (out.random.nextInt(3) == 0) {
                        out.request("DeleteTable", Map.of("TableName", name));
                    }
                }
                default -> out.writes(name, out.random.nextInt(1, 8));
            }
        }
        return new Script(out.steps);
    }

    private static Map<String, Object> newIndex(String table) {
        return Map.of(
                "TableName",
                table,
                "AttributeDefinitions",
                List.of(attribute("kind", "S"), attribute("sk", "N")),
                "GlobalSecondaryIndexUpdates",
                List.of(Map.of("Create", index("byKind", "kind", "sk"))));
    }

    private static Map<String, Object> droppedIndex(String table) {
        return Map.of(
                "TableName",
                table,
                "GlobalSecondaryIndexUpdates",
                List.of(Map.of("Delete", Map.of("IndexName", "byOwner"))));
    }

    private static Map<String, Object> timeToLive(String table) {
        return Map.of(
                "TableName", table, "TimeToLiveSpecification", Map.of("AttributeName", "expires", "Enabled", true));
    }

    private static Map<String, Object> attribute(String name, String type) {
        return Map.of("AttributeName", name, "AttributeType", type);
    }

    private static Map<String, Object> index(String name, String hash, String range) {
        return Map.of("IndexName", name, "KeySchema", keys(hash, range), "Projection", Map.of("ProjectionType", "ALL"));
    }

    private static List<Object> keys(String hash, String range) {
        return List.of(
                Map.of("AttributeName", hash, "KeyType", "HASH"), Map.of("AttributeName", range, "KeyType", "RANGE"));
    }

    private static final class Writer {
        private final SplittableRandom random;
        private final List<Step> steps = new ArrayList<>();
        private int version;

        Writer(long seed) {
            random = new SplittableRandom(seed);
        }

        void request(String operation, Map<String, Object> request) {
            steps.add(new Step(operation, Json.write(request), 0));
        }

        void wait(int seconds) {
            steps.add(new Step(WAIT, "", seconds));
        }

        void reopen() {
            steps.add(new Step(REOPEN, "", 0));
        }

        void createTable(String name, boolean withStream) {
            Map<String, Object> request = new LinkedHashMap<>(Map.of(
                    "TableName",
                    name,
                    "BillingMode",
                    "PAY_PER_REQUEST",
                    "AttributeDefinitions",
                    List.of(attribute("pk", "S"), attribute("sk", "N"), attribute("owner", "S")),
                    "KeySchema",
                    keys("pk", "sk"),
                    "GlobalSecondaryIndexes",
                    List.of(index("byOwner", "owner", "sk"))));
            if (withStream) {
                request.put(
                        "StreamSpecification", Map.of("StreamEnabled", true, "StreamViewType", "NEW_AND_OLD_IMAGES"));
            }
            request("CreateTable", request);
        }

        /** Single items of every size, updates, and batches of a dozen. */
        void writes(String table, int count) {
            for (int i = 0; i < count; i++) {
                switch (random.nextInt(4)) {
                    case 0 -> {
                        List<Object> requests = new ArrayList<>();
                        int first = random.nextInt(KEYS);
                        for (int j = 0; j < 12; j++) {
                            requests.add(Map.of("PutRequest", Map.of("Item", item(first + j, 1500))));
                        }
                        request("BatchWriteItem", Map.of("RequestItems", Map.of(table, requests)));
                    }
                    case 1 ->
                        request(
                                "UpdateItem",
                                Map.of(
                                        "TableName",
                                        table,
                                        "Key",
                                        key(random.nextInt(KEYS)),
                                        "UpdateExpression",
                                        "SET #o = :o ADD n :one",
                                        "ExpressionAttributeNames",
                                        Map.of("#o", "owner"),
                                        "ExpressionAttributeValues",
                                        Map.of(":o", Map.of("S", "o" + random.nextInt(5)), ":one", Map.of("N", "1"))));
                    default ->
                        request(
                                "PutItem",
                                Map.of(
                                        "TableName",
                                        table,
                                        "Item",
                                        item(random.nextInt(KEYS), random.nextInt(1, 9000))));
                }
            }
        }

        void deletes(String table, int count) {
            for (int i = 0; i < count; i++) {
                request("DeleteItem", Map.of("TableName", table, "Key", key(random.nextInt(KEYS))));
            }
        }

        void transaction(String one, String other) {
            request(
                    "TransactWriteItems",
                    Map.of(
                            "ClientRequestToken",
                            "token" + random.nextInt(1000),
                            "TransactItems",
                            List.of(
                                    Map.of("Put", Map.of("TableName", one, "Item", item(KEYS + 20, 3000))),
                                    Map.of("Delete", Map.of("TableName", one, "Key", key(random.nextInt(KEYS)))),
                                    Map.of("Put", Map.of("TableName", other, "Item", item(KEYS + 21, 3000))))));
        }

        private Map<String, Object> item(int key, int bytes) {
            Map<String, Object> item = new LinkedHashMap<>(key(key));
            item.put("owner", Map.of("S", "o" + random.nextInt(5)));
            item.put("version", Map.of("N", "" + ++version));
            if (random.nextInt(3) > 0) {
                item.put("kind", Map.of("S", "k" + random.nextInt(3)));
            }
            if (random.nextInt(4) == 0) {
                // The script begins at noon of the first of March 2026.
                item.put("expires", Map.of("N", "" + (1772366400L + random.nextInt(1, 300))));
            }
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < bytes; i++) {
                text.append((char) ('a' + random.nextInt(26)));
            }
            item.put("text", Map.of("S", text.toString()));
            return item;
        }

        private static Map<String, Object> key(int number) {
            return Map.of("pk", Map.of("S", "p" + number % 7), "sk", Map.of("N", "" + number));
        }
    }
}
