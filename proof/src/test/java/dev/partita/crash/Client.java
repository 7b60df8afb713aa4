package dev.partita.crash;

import static dev.partita.crash.Tables.MIXED;
import static dev.partita.crash.Tables.PLAIN;

import dev.partita.crash.Write.Effect;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * One client under whose keys nobody else writes, so that it knows what each must hold.
 *
 * <p>Every write carries a value never used before. When the server dies at most one write is {@link #pending()}: it may
 * have happened or not. All others were acknowledged or refused.
 */
final class Client {

    /** Of a client's keys, those from here on hold items that may be expired, and so may vanish at any time. */
    private static final int FIRST_EXPIRING = 40;

    private static final int KEYS = 50;

    private final int id;
    private final SplittableRandom random;
    private final Map<Key, Map<String, Object>> items = new HashMap<>();
    private final Map<Key, List<Map<String, Object>>> changes = new HashMap<>();
    private Write pending;
    private long values;
    private long acknowledgedWrites;
    private long increments;
    private boolean incrementPending;

    Client(int id, SplittableRandom random) {
        this.id = id;
        this.random = random;
    }

    /** Works until the connection breaks; what was under way then stays pending. */
    void runUntilCut(int port) {
        try (Api api = new Api(port)) {
            while (true) {
                step(api);
            }
        } catch (IOException cut) {
            return;
        }
    }

    /** What each key last held for certain; no entry for one that holds nothing. */
    Map<Key, Map<String, Object>> items() {
        return items;
    }

    /** The acknowledged changes of each key since the last {@link #settle}, in order; null is a deletion. */
    Map<Key, List<Map<String, Object>>> changes() {
        return changes;
    }

    Write pending() {
        return pending;
    }

    long acknowledgedWrites() {
        return acknowledgedWrites;
    }

    long increments() {
        return increments;
    }

    boolean incrementPending() {
        return incrementPending;
    }

    static boolean mayExpire(Key key) {
        return key.sk() != null && Integer.parseInt(key.sk()) >= FIRST_EXPIRING;
    }

    /** Takes {@code found} as the truth from now on, and sends a pending transaction again: it must count once. */
    void settle(Map<Key, Map<String, Object>> found, Api api) throws IOException {
        items.clear();
        items.putAll(found);
        changes.clear();
        acknowledgedWrites = 0;
        increments = 0;
        incrementPending = false;
        Write unsure = pending;
        pending = null;
        if (unsure != null && unsure.request().containsKey("ClientRequestToken")) {
            boolean happened = unsure.effects().stream().allMatch(e -> Objects.equals(found.get(e.key()), e.after()));
            api.call(unsure.operation(), unsure.request());
            if (!happened) {
                acknowledge(unsure);
            }
        }
    }

    void step(Api api) throws IOException {
        switch (random.nextInt(12)) {
            case 0 -> increment(api);
            case 1 -> transfer(api);
            case 2 -> blocked(api);
            case 3 -> read(api);
            case 4, 5 -> perform(transaction(), api);
            case 6, 7 -> perform(batch(), api);
            case 8 -> perform(delete(key(KEYS)), api);
            case 9 -> {
                Key key = key(FIRST_EXPIRING);
                perform(items.containsKey(key) ? update(key) : put(key), api);
            }
            default -> perform(put(key(KEYS)), api);
        }
    }

    private void perform(Write write, Api api) throws IOException {
        pending = write;
        Map<String, Object> answer = api.call(write.operation(), write.request());
        if (!((Map<?, ?>) answer.getOrDefault("UnprocessedItems", Map.of())).isEmpty()) {
            throw new IllegalStateException("unprocessed: " + answer);
        }
        pending = null;
        acknowledge(write);
    }

    private void acknowledge(Write write) {
        acknowledgedWrites++;
        for (Effect effect : write.effects()) {
            Map<String, Object> before =
                    effect.after() == null ? items.remove(effect.key()) : items.put(effect.key(), effect.after());
            if (!Objects.equals(before, effect.after())) {
                changes.computeIfAbsent(effect.key(), key -> new ArrayList<>()).add(effect.after());
            }
        }
    }

    private Write put(Key key) {
        Map<String, Object> item = newItem(key);
        return new Write(
                "PutItem", Map.of("TableName", key.table(), "Item", item), List.of(new Effect(key, item)), true);
    }

    private Write delete(Key key) {
        return new Write(
                "DeleteItem",
                Map.of("TableName", key.table(), "Key", key.toJson()),
                List.of(new Effect(key, null)),
                true);
    }

    private Write update(Key key) {
        Map<String, Object> before = items.get(key);
        Map<String, Object> after = updated(key);
        Map<String, Object> request = new LinkedHashMap<>(updateRequest(key, after));
        request.put("ConditionExpression", "val = :old");
        Map<String, Object> values = new HashMap<>(Tables.map(request.get("ExpressionAttributeValues")));
        values.put(":old", before.get("val"));
        request.put("ExpressionAttributeValues", values);
        return new Write("UpdateItem", request, List.of(new Effect(key, after)), true);
    }

    /** Both tables, a put, an update that must not happen twice, and a deletion, under a token. */
    private Write transaction() {
        List<Key> keys = keys(3, FIRST_EXPIRING);
        Key plain = new Key(PLAIN, "c" + id + "#" + random.nextInt(10), null);
        Map<String, Object> item = newItem(keys.get(0));
        Map<String, Object> updated = updated(keys.get(1));
        Map<String, Object> plainItem = Map.of("pk", Map.of("S", plain.pk()), "val", Map.of("S", newValue()));
        Map<String, Object> request = Map.of(
                "ClientRequestToken", new UUID(random.nextLong(), random.nextLong()).toString(),
                "TransactItems",
                        List.of(
                                Map.of("Put", Map.of("TableName", MIXED, "Item", item)),
                                Map.of("Update", updateRequest(keys.get(1), updated)),
                                Map.of(
                                        "Delete",
                                        Map.of(
                                                "TableName",
                                                MIXED,
                                                "Key",
                                                keys.get(2).toJson())),
                                Map.of("Put", Map.of("TableName", PLAIN, "Item", plainItem))));
        return new Write(
                "TransactWriteItems",
                request,
                List.of(
                        new Effect(keys.get(0), item),
                        new Effect(keys.get(1), updated),
                        new Effect(keys.get(2), null),
                        new Effect(plain, plainItem)),
                true);
    }

    private Write batch() {
        List<Object> requests = new ArrayList<>();
        List<Effect> effects = new ArrayList<>();
        for (Key key : keys(2 + random.nextInt(8), KEYS)) {
            if (random.nextInt(4) == 0) {
                requests.add(Map.of("DeleteRequest", Map.of("Key", key.toJson())));
                effects.add(new Effect(key, null));
            } else {
                Map<String, Object> item = newItem(key);
                requests.add(Map.of("PutRequest", Map.of("Item", item)));
                effects.add(new Effect(key, item));
            }
        }
        return new Write("BatchWriteItem", Map.of("RequestItems", Map.of(MIXED, requests)), effects, false);
    }

    /** A condition that cannot hold: the write must be refused and leave no trace. */
    private void blocked(Api api) throws IOException {
        Key key = key(FIRST_EXPIRING);
        Map<String, Object> request = new HashMap<>();
        request.put("TableName", MIXED);
        request.put("Item", newItem(key));
        request.put("ConditionExpression", "val = :never");
        request.put("ExpressionAttributeValues", Map.of(":never", Map.of("S", "never")));
        Api.Reply reply = api.send("PutItem", request);
        if (!reply.error().equals("ConditionalCheckFailedException")) {
            throw new IllegalStateException("a condition that cannot hold: " + reply);
        }
    }

    private void read(Api api) throws IOException {
        Key key = key(FIRST_EXPIRING);
        Map<String, Object> answer =
                api.call("GetItem", Map.of("TableName", MIXED, "Key", key.toJson(), "ConsistentRead", true));
        if (!Objects.equals(answer.get("Item"), items.get(key))) {
            throw new IllegalStateException("read " + answer + " instead of " + items.get(key));
        }
    }

    private void increment(Api api) throws IOException {
        incrementPending = true;
        api.call(
                "UpdateItem",
                Map.of(
                        "TableName",
                        MIXED,
                        "Key",
                        new Key(MIXED, Tables.SHARED, Tables.COUNTER).toJson(),
                        "UpdateExpression",
                        "ADD cnt :one",
                        "ExpressionAttributeValues",
                        Map.of(":one", Map.of("N", "1"))));
        incrementPending = false;
        increments++;
    }

    private void transfer(Api api) throws IOException {
        int from = random.nextInt(Tables.ACCOUNTS);
        int to = (from + 1 + random.nextInt(Tables.ACCOUNTS - 1)) % Tables.ACCOUNTS;
        Map<String, Object> amount = Map.of(":amount", Map.of("N", String.valueOf(1 + random.nextInt(100))));
        Api.Reply reply = api.send(
                "TransactWriteItems",
                Map.of(
                        "TransactItems",
                        List.of(
                                Map.of(
                                        "Update",
                                        Map.of(
                                                "TableName",
                                                MIXED,
                                                "Key",
                                                new Key(MIXED, Tables.SHARED, String.valueOf(from)).toJson(),
                                                "UpdateExpression",
                                                "SET cnt = cnt - :amount",
                                                "ConditionExpression",
                                                "cnt >= :amount",
                                                "ExpressionAttributeValues",
                                                amount)),
                                Map.of(
                                        "Update",
                                        Map.of(
                                                "TableName",
                                                MIXED,
                                                "Key",
                                                new Key(MIXED, Tables.SHARED, String.valueOf(to)).toJson(),
                                                "UpdateExpression",
                                                "SET cnt = cnt + :amount",
                                                "ExpressionAttributeValues",
                                                amount)))));
        if (!reply.succeeded() && !reply.error().equals("TransactionCanceledException")) {
            throw new IllegalStateException("transfer: " + reply);
        }
    }

    private Map<String, Object> updated(Key key) {
        Map<String, Object> after = new HashMap<>(items.getOrDefault(key, key.toJson()));
        Object count = after.get("cnt");
        int next =
                count == null ? 1 : Integer.parseInt((String) Tables.map(count).get("N")) + 1;
        after.put("cnt", Map.of("N", String.valueOf(next)));
        after.put("val", Map.of("S", newValue()));
        after.put("g1p", Map.of("S", "g" + random.nextInt(5)));
        after.remove("g2p");
        return after;
    }

    private static Map<String, Object> updateRequest(Key key, Map<String, Object> after) {
        return Map.of(
                "TableName",
                key.table(),
                "Key",
                key.toJson(),
                "UpdateExpression",
                "SET cnt = if_not_exists(cnt, :zero) + :one, val = :val, g1p = :g1p REMOVE g2p",
                "ExpressionAttributeValues",
                Map.of(
                        ":zero",
                        Map.of("N", "0"),
                        ":one",
                        Map.of("N", "1"),
                        ":val",
                        after.get("val"),
                        ":g1p",
                        after.get("g1p")));
    }

    private Map<String, Object> newItem(Key key) {
        Map<String, Object> item = new HashMap<>(key.toJson());
        item.put("val", Map.of("S", newValue()));
        item.put("cnt", Map.of("N", String.valueOf(random.nextInt(100))));
        if (random.nextInt(5) > 0) {
            item.put("g1p", Map.of("S", "g" + random.nextInt(5)));
            item.put("g1s", Map.of("N", String.valueOf(random.nextInt(1000))));
        }
        if (random.nextInt(3) == 0) {
            item.put("g2p", Map.of("S", "h" + random.nextInt(20)));
        }
        if (random.nextBoolean()) {
            item.put("l1s", Map.of("S", "l" + random.nextInt(1000)));
        }
        if (mayExpire(key)) {
            long second = System.currentTimeMillis() / 1000 + (random.nextBoolean() ? -60 : 86_400);
            item.put("exp", Map.of("N", String.valueOf(second)));
        }
        int padding = random.nextInt(100) == 0 ? 30_000 : random.nextInt(400);
        item.put("pad", Map.of("S", "x".repeat(padding)));
        return item;
    }

    private String newValue() {
        return "c" + id + "-" + values++;
    }

    private List<Key> keys(int count, int bound) {
        Set<Key> keys = new LinkedHashSet<>();
        while (keys.size() < count) {
            keys.add(key(bound));
        }
        return List.copyOf(keys);
    }

    private Key key(int bound) {
        int number = random.nextInt(bound);
        return new Key(MIXED, "c" + id + "#" + number % 3, String.valueOf(number));
    }
}
