package dev.partita.clock;

import dev.partita.crash.Api;
import dev.partita.crash.Json;
import dev.partita.engine.MovableEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * An engine on disk whose clock is set, stands still, runs backwards or leaps while it is closed, in random order. Written down is what
 * happened and what therefore must not be deleted, forgotten or told; throws where that is not so.
 */
final class ClockWalk implements AutoCloseable {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration YEARS = Duration.ofDays(3650);
    private static final long PAUSE_SECONDS = 600;
    private static final long NOTICED_SECONDS = 60;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private record Transaction(Map<String, Object> request, long usedAt) {}

    private final MovableEngine engine;
    private final SplittableRandom random;
    private final StringBuilder past = new StringBuilder();
    /** By key: the second at which it expires. */
    private final Map<String, Long> items = new TreeMap<>();

    private final List<String> told = new ArrayList<>();
    private final Map<String, String> read = new HashMap<>();
    private String streamArn;
    /** Seconds since the start, as they really pass while the engine runs. */
    private long elapsed;
    /** When the clock was last seen to move otherwise. */
    private long movedAt = NEVER;
    /** What the clock must come back to, within a day, before anything may be deleted; null if it is trusted. */
    private Long heldOffset;
    /** The latest second at which the engine can have noted that the clock is right. */
    private long trustedSecond;

    /** How far the clock was before {@link #elapsed} when it was last trusted. */
    private long rightOffset;
    /** Whether the clock was behind at a start: whoever noticed that may take it for right only later. */
    private boolean unsure;

    private long startedAt;

    private boolean restarted;
    private Transaction transaction;
    private int transactions;
    private int performed;
    private long checked;
    private int next;

    ClockWalk(Path directory, long seed) {
        engine = new MovableEngine(directory);
        random = new SplittableRandom(seed);
        create();
    }

    /** What a test does here nobody writes down. */
    MovableEngine engine() {
        return engine;
    }

    /** @return how many things were checked */
    long run(int events) {
        try {
            for (int i = 0; i < events; i++) {
                write();
                event();
                tick();
                useToken();
                readStream();
            }
            confirm();
            engine.check();
            return checked;
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(e.getMessage() + "; what happened: " + past, e);
        }
    }

    private void create() {
        engine.call("CreateTable", Json.read("""
                {"TableName": "Walk", "BillingMode": "PAY_PER_REQUEST",
                 "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
                 "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}],
                 "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"}}
                """.getBytes(StandardCharsets.UTF_8)));
        engine.tick();
        engine.call(
                "UpdateTimeToLive",
                Map.of(
                        "TableName",
                        "Walk",
                        "TimeToLiveSpecification",
                        Map.of("Enabled", true, "AttributeName", "ttl")));
        engine.tick();
        trustedSecond = engine.epochSecond();
        rightOffset = engine.epochSecond() - elapsed;
        Map<String, Object> table =
                map(engine.call("DescribeTable", Map.of("TableName", "Walk")).get("Table"));
        streamArn = (String) table.get("LatestStreamArn");
    }

    private void write() {
        for (int i = 0; i < 3; i++) {
            String key = "k" + next++;
            long second = engine.epochSecond() + random.nextLong(1, random.nextBoolean() ? 7_200 : 40_000_000);
            engine.call("PutItem", Map.of("TableName", "Walk", "Item", item(key, second)));
            items.put(key, second);
            told.add("INSERT " + key);
        }
    }

    private void event() {
        long before = engine.epochSecond();
        long elapsedBefore = elapsed;
        restarted = false;
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> evenly(Duration.ofSeconds(random.nextInt(1, 400)));
            case 3 -> evenly(Duration.ofHours(random.nextInt(1, 8)));
            case 4 -> set(Duration.ofSeconds(random.nextInt(-3_600, 3_600)));
            // A few of the last make more than a day.
            case 5 ->
                set(List.of(Duration.ofHours(1), Duration.ofHours(-1), Duration.ofMinutes(1_290))
                        .get(random.nextInt(3)));
            case 6 -> set(random.nextBoolean() ? YEARS : YEARS.negated());
            case 7 -> {
                Duration time = Duration.ofSeconds(random.nextInt(30, 4_000));
                note("frozen for " + time);
                elapsed += time.toSeconds();
                engine.freeze(time);
            }
            case 8 -> restart(Duration.ofSeconds(random.nextInt(0, 20_000)));
            default ->
                restart(List.of(Duration.ofDays(2), YEARS, YEARS.negated(), Duration.ofHours(-1))
                        .get(random.nextInt(4)));
        }
        judge(before, elapsedBefore);
    }

    /** What anybody could know of the clock who compares it with the time that really passed. */
    private void judge(long clockBefore, long elapsedBefore) {
        long moved = engine.epochSecond() - clockBefore - (elapsed - elapsedBefore);
        if (Math.abs(moved) > NOTICED_SECONDS && !restarted) {
            movedAt = elapsed;
            if (heldOffset == null && !unsure && engine.epochSecond() - elapsed - rightOffset > DAY.toSeconds()) {
                heldOffset = rightOffset;
            }
        }
        if (heldOffset != null && engine.epochSecond() - elapsed - heldOffset <= DAY.toSeconds()) {
            heldOffset = null;
        }
    }

    private void evenly(Duration time) {
        note(time + " pass");
        elapsed += time.toSeconds();
        engine.pass(time);
    }

    private void set(Duration by) {
        note("set by " + by);
        engine.setClock(by);
    }

    private void restart(Duration closedFor) {
        note("closed for " + closedFor);
        engine.restart(closedFor);
        restarted = true;
        // What passed by the clock meanwhile did pass, as far as anybody can tell.
        transaction = null;
        // A new process knows nothing of the pause, only of the last time that was right.
        movedAt = NEVER;
        heldOffset = engine.epochSecond() - trustedSecond > DAY.toSeconds() ? trustedSecond - elapsed : null;
        unsure = trustedSecond - engine.epochSecond() > DAY.toSeconds();
        startedAt = elapsed;
    }

    private void tick() {
        boolean mustKeep = heldOffset != null || elapsed - movedAt < PAUSE_SECONDS;
        engine.tick();
        Map<String, Long> left = scan();
        for (String key : List.copyOf(items.keySet())) {
            checked++;
            if (left.containsKey(key)) {
                continue;
            }
            long second = items.remove(key);
            require(!mustKeep, key + " was deleted though the clock cannot be trusted");
            require(
                    second < engine.epochSecond(),
                    key + " was deleted " + (second - engine.epochSecond()) + " s early");
            told.add("REMOVE " + key);
        }
        require(left.keySet().equals(items.keySet()), "an item came back: " + left.keySet());
        if (heldOffset != null) {
            require(engine.expiryHeldReason().isPresent(), "nobody is told that the clock leapt");
        }
        if (!mustKeep && engine.expiryHeldReason().isEmpty()) {
            trustedSecond = Math.max(trustedSecond, engine.epochSecond());
            rightOffset = engine.epochSecond() - elapsed;
            unsure &= elapsed - Math.max(startedAt, movedAt) < PAUSE_SECONDS;
        }
    }

    /** For ten minutes that really pass a transaction under its token is not performed again, wherever the clock went. */
    private void useToken() {
        if (transaction != null) {
            if (elapsed - transaction.usedAt() < PAUSE_SECONDS) {
                engine.call("TransactWriteItems", transaction.request());
                checked++;
                require(count() == performed, "a transaction was performed twice under one token");
            } else {
                transaction = null;
            }
        }
        if (transaction == null || random.nextInt(4) == 0) {
            Map<String, Object> request = Map.of(
                    "ClientRequestToken",
                    "token" + transactions++,
                    "TransactItems",
                    List.of(Map.of(
                            "Update",
                            Map.of(
                                    "TableName",
                                    "Walk",
                                    "Key",
                                    Map.of("pk", Map.of("S", "counter")),
                                    "UpdateExpression",
                                    "ADD n :one",
                                    "ExpressionAttributeValues",
                                    Map.of(":one", Map.of("N", "1"))))));
            engine.call("TransactWriteItems", request);
            told.add(performed == 0 ? "INSERT counter" : "MODIFY counter");
            performed++;
            transaction = new Transaction(request, elapsed);
        }
    }

    /** Whatever the clock says, each change is told once, in order. */
    private void readStream() {
        Object last = null;
        List<String> found = new ArrayList<>();
        do {
            Map<String, Object> request = new LinkedHashMap<>();
            request.put("StreamArn", streamArn);
            request.put("ExclusiveStartShardId", last);
            Map<String, Object> description =
                    map(engine.call("DescribeStream", request).get("StreamDescription"));
            for (Object shard : (List<?>) description.get("Shards")) {
                readShard((String) map(shard).get("ShardId"), found);
            }
            last = description.get("LastEvaluatedShardId");
        } while (last != null);
        checked += found.size();
        // Several may expire in one tick, in the order of their times.
        require(
                found.stream().sorted().toList().equals(told.stream().sorted().toList()),
                "the stream tells " + found + " instead of " + told);
        told.clear();
    }

    private void readShard(String shard, List<String> found) {
        Map<String, Object> request = new LinkedHashMap<>(Map.of("StreamArn", streamArn, "ShardId", shard));
        request.put("ShardIteratorType", read.containsKey(shard) ? "AFTER_SEQUENCE_NUMBER" : "TRIM_HORIZON");
        if (read.containsKey(shard)) {
            request.put("SequenceNumber", read.get(shard));
        }
        Api.Reply start = engine.send("GetShardIterator", request);
        if (start.error().equals("TrimmedDataAccessException")) {
            // All of it was read before it was a day old.
            return;
        }
        Object iterator = start.body().get("ShardIterator");
        while (iterator != null) {
            Map<String, Object> page = engine.call("GetRecords", Map.of("ShardIterator", iterator));
            List<?> records = (List<?>) page.get("Records");
            for (Object record : records) {
                Map<String, Object> content = map(map(record).get("dynamodb"));
                read.put(shard, (String) content.get("SequenceNumber"));
                found.add(map(record).get("eventName") + " "
                        + map(map(content.get("Keys")).get("pk")).get("S"));
            }
            iterator = records.isEmpty() ? null : page.get("NextShardIterator");
        }
    }

    /** A person says that the clock is right: then everything whose time has come goes, and nothing else. */
    private void confirm() {
        note("confirmed");
        engine.restart(Duration.ZERO, true);
        // From here on this clock is the right one, also for whoever walks on.
        heldOffset = null;
        movedAt = NEVER;
        trustedSecond = engine.epochSecond();
        rightOffset = engine.epochSecond() - elapsed;
        unsure = false;
        for (int i = 0; i < 3; i++) {
            Duration time = Duration.ofMinutes(6);
            elapsed += time.toSeconds();
            engine.pass(time);
            engine.tick();
        }
        long now = engine.epochSecond();
        long fiveYearsAgo = now - 5L * 365 * 24 * 3600;
        Map<String, Long> left = scan();
        items.forEach((key, second) -> {
            checked++;
            // A clock may say that it is before 1970; a number below zero is no time at which an item expires.
            boolean isDue = second > 0 && second < now && second >= fiveYearsAgo;
            require(left.containsKey(key) != isDue, key + (isDue ? " did not expire" : " is gone") + " at " + now);
        });
        List.copyOf(items.keySet()).stream()
                .filter(key -> !left.containsKey(key))
                .forEach(key -> {
                    items.remove(key);
                    told.add("REMOVE " + key);
                });
    }

    private Map<String, Long> scan() {
        Map<String, Long> found = new TreeMap<>();
        Map<String, Object> request = new LinkedHashMap<>(Map.of("TableName", "Walk"));
        Object last;
        do {
            Map<String, Object> page = engine.call("Scan", request);
            for (Object item : (List<?>) page.get("Items")) {
                if (map(item).containsKey("ttl")) {
                    found.put((String) map(map(item).get("pk")).get("S"), Long.valueOf((String)
                            map(map(item).get("ttl")).get("N")));
                }
            }
            last = page.get("LastEvaluatedKey");
            request.put("ExclusiveStartKey", last);
        } while (last != null);
        return found;
    }

    private int count() {
        Map<String, Object> answer =
                engine.call("GetItem", Map.of("TableName", "Walk", "Key", Map.of("pk", Map.of("S", "counter"))));
        return Integer.parseInt((String) map(map(answer.get("Item")).get("n")).get("N"));
    }

    private void note(String what) {
        past.append(what).append("; ");
    }

    private static Map<String, Object> item(String key, long second) {
        return Map.of("pk", Map.of("S", key), "ttl", Map.of("N", String.valueOf(second)));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
