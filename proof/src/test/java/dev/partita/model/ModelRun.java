package dev.partita.model;

import dev.partita.crash.Api;
import dev.partita.crash.Json;
import dev.partita.engine.MovableEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Predicate;

/** One sequence of calls of every kind to an engine and to a naive model, which must agree after each; throws where they do not. */
final class ModelRun implements AutoCloseable {

    private static final String WIDE = "Wide";
    private static final String PLAIN = "Plain";
    private static final String PASSING = "Passing";

    private static final Set<String> ALL = null;

    /** Which items an index holds, what of them, and in which order of one partition. */
    private record Index(String name, String hash, String range, Set<String> attributes) {}

    private record Change(Key key, Map<String, Object> before, Map<String, Object> after) {}

    private record Remembered(Map<String, Object> request, long second) {}

    private static final List<Index> INDEXES = List.of(
            new Index("local", "pk", "l", Set.of("pk", "sk", "l")),
            new Index("all", "g", null, ALL),
            new Index("some", "g", "h", Set.of("pk", "sk", "g", "h", "rest")));

    private static final Index LATE = new Index("late", "h", null, ALL);

    private final MovableEngine engine;
    private final SplittableRandom random;
    private final Map<Key, Map<String, Object>> items = new HashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private final Map<String, String> tags = new TreeMap<>();
    private final Map<String, String> read = new HashMap<>();
    private String streamArn;
    private String tableArn;
    private boolean hasLate;
    private boolean hasPassing;
    private Remembered remembered;
    private String last = "nothing";

    /** @param directory null for an engine in memory */
    ModelRun(Path directory, long seed) {
        this.engine = new MovableEngine(directory);
        this.random = new SplittableRandom(seed);
        create();
    }

    /** What a test does here the model does not know. */
    MovableEngine engine() {
        return engine;
    }

    /** @return how many answers were compared */
    long run(int steps) {
        for (int i = 0; i < steps; i++) {
            try {
                step();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("call " + i + ", " + last + ": " + e.getMessage(), e);
            }
        }
        readStream();
        engine.check();
        return engine.calls();
    }

    private void step() {
        switch (random.nextInt(40)) {
            case 0, 1, 2, 3 -> put();
            case 4, 5, 6, 7, 8 -> update();
            case 9, 10, 11 -> delete();
            case 12, 13 -> get();
            case 14, 15 -> batchWrite();
            case 16 -> batchGet();
            case 17, 18, 19 -> transactWrite();
            case 20 -> transactGet();
            case 21, 22, 23 -> query();
            case 24, 25 -> queryIndex();
            case 26, 27 -> scan();
            case 28 -> describe();
            case 29 -> passTime();
            case 30 -> readStream();
            case 31 -> tag();
            case 32 -> late();
            case 33 -> passing();
            case 34 -> again();
            case 35 -> restart();
            case 36 -> wrong();
            default -> engine.work();
        }
    }

    private void create() {
        engine.call("CreateTable", Json.read("""
                {"TableName": "Wide", "BillingMode": "PAY_PER_REQUEST",
                 "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}, {"AttributeName": "sk", "AttributeType": "N"},
                   {"AttributeName": "l", "AttributeType": "S"}, {"AttributeName": "g", "AttributeType": "S"},
                   {"AttributeName": "h", "AttributeType": "N"}],
                 "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
                 "LocalSecondaryIndexes": [{"IndexName": "local", "Projection": {"ProjectionType": "KEYS_ONLY"},
                   "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "l", "KeyType": "RANGE"}]}],
                 "GlobalSecondaryIndexes": [
                   {"IndexName": "all", "Projection": {"ProjectionType": "ALL"},
                    "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}]},
                   {"IndexName": "some", "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["rest"]},
                    "KeySchema": [{"AttributeName": "g", "KeyType": "HASH"}, {"AttributeName": "h", "KeyType": "RANGE"}]}],
                 "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES"}}
                """.getBytes(StandardCharsets.UTF_8)));
        engine.call("CreateTable", plainTable(PLAIN));
        engine.tick();
        engine.call(
                "UpdateTimeToLive",
                Map.of("TableName", WIDE, "TimeToLiveSpecification", Map.of("Enabled", true, "AttributeName", "ttl")));
        engine.tick();
        Map<String, Object> table = described(WIDE);
        streamArn = (String) table.get("LatestStreamArn");
        tableArn = (String) table.get("TableArn");
    }

    private void put() {
        Key key = key();
        Map<String, Object> item = Items.random(random, key, engine.epochSecond());
        Map<String, Object> request = request(key, "Item", item);
        Condition condition = condition(request);
        boolean old = asks(request, "ALL_OLD");
        Api.Reply reply = send("PutItem", request);
        if (blocked(key, condition, reply)) {
            return;
        }
        expect(reply, old && items.containsKey(key) ? Map.of("Attributes", items.get(key)) : Map.of());
        change(key, item);
    }

    private void delete() {
        Key key = key();
        Map<String, Object> request = request(key, "Key", key.toJson());
        Condition condition = condition(request);
        boolean old = asks(request, "ALL_OLD");
        Api.Reply reply = send("DeleteItem", request);
        if (blocked(key, condition, reply)) {
            return;
        }
        expect(reply, old && items.containsKey(key) ? Map.of("Attributes", items.get(key)) : Map.of());
        change(key, null);
    }

    private void update() {
        Key key = key();
        Map<String, Object> request = request(key, "Key", key.toJson());
        Map<String, Object> values = new LinkedHashMap<>();
        Update update = Update.random(random, values, false);
        request.put("UpdateExpression", update.text());
        Condition condition = random.nextBoolean() ? null : Condition.random(random, 2, values);
        if (condition != null) {
            request.put("ConditionExpression", condition.text());
        }
        if (!values.isEmpty()) {
            request.put("ExpressionAttributeValues", values);
        }
        String wanted = List.of("NONE", "ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW")
                .get(random.nextInt(5));
        request.put("ReturnValues", wanted);
        Api.Reply reply = send("UpdateItem", request);
        if (blocked(key, condition, reply)) {
            return;
        }
        Map<String, Object> before = items.get(key);
        if (before == null && !update.creates()) {
            expect(reply, Map.of());
            return;
        }
        Map<String, Object> after = update.effect().apply(before == null ? new TreeMap<>(key.toJson()) : before);
        if (after == null) {
            require(reply.error().equals("ValidationException"), "an update without its operand answered " + reply);
            require(
                    reply.body()
                            .get("message")
                            .equals("The provided expression refers to an attribute that does not exist in the item"),
                    "another text: " + reply);
            return;
        }
        Map<String, Object> old = before == null ? Map.of() : before;
        Map<String, Object> attributes =
                switch (wanted) {
                    case "ALL_OLD" -> old;
                    case "ALL_NEW" -> after;
                    case "UPDATED_OLD" -> only(old, update.touched());
                    case "UPDATED_NEW" -> only(after, update.touched());
                    default -> Map.of();
                };
        expect(reply, attributes.isEmpty() ? Map.of() : Map.of("Attributes", attributes));
        change(key, after);
    }

    private void get() {
        Key key = key();
        Map<String, Object> request = request(key, "Key", key.toJson());
        Set<String> names = random.nextBoolean() ? ALL : Set.of("pk", "h", "rest");
        if (names != ALL) {
            request.put("ProjectionExpression", "pk, h, rest");
        }
        Map<String, Object> item = items.get(key);
        Map<String, Object> shown = item == null ? null : names == ALL ? item : only(item, names);
        expect(send("GetItem", request), shown == null ? Map.of() : Map.of("Item", shown));
    }

    private void batchWrite() {
        Map<String, List<Object>> requests = new TreeMap<>();
        Map<Key, Map<String, Object>> after = new LinkedHashMap<>();
        for (Key key : keys(1 + random.nextInt(8))) {
            List<Object> ofTable = requests.computeIfAbsent(key.table(), table -> new ArrayList<>());
            if (random.nextInt(3) == 0) {
                ofTable.add(Map.of("DeleteRequest", Map.of("Key", key.toJson())));
                after.put(key, null);
            } else {
                Map<String, Object> item = Items.random(random, key, engine.epochSecond());
                ofTable.add(Map.of("PutRequest", Map.of("Item", item)));
                after.put(key, item);
            }
        }
        expect(send("BatchWriteItem", Map.of("RequestItems", requests)), Map.of("UnprocessedItems", Map.of()));
        after.forEach(this::change);
    }

    private void batchGet() {
        Map<String, List<Object>> requests = new TreeMap<>();
        Map<String, List<Map<String, Object>>> expected = new TreeMap<>();
        for (Key key : keys(1 + random.nextInt(10))) {
            requests.computeIfAbsent(key.table(), table -> new ArrayList<>()).add(key.toJson());
            List<Map<String, Object>> found = expected.computeIfAbsent(key.table(), table -> new ArrayList<>());
            if (items.containsKey(key)) {
                found.add(items.get(key));
            }
        }
        Map<String, Object> asked = new TreeMap<>();
        requests.forEach((table, keys) -> asked.put(table, Map.of("Keys", keys)));
        Api.Reply reply = send("BatchGetItem", Map.of("RequestItems", asked));
        require(reply.succeeded(), "answered " + reply);
        Map<String, Object> responses = Items.map(reply.body().get("Responses"));
        expected.forEach((table, found) -> sameItems(Items.list(responses.get(table)), found));
    }

    private void transactWrite() {
        List<Object> actions = new ArrayList<>();
        List<Boolean> holds = new ArrayList<>();
        Map<Key, Map<String, Object>> after = new LinkedHashMap<>();
        for (Key key : keys(1 + random.nextInt(5))) {
            Map<String, Object> action = new LinkedHashMap<>();
            action.put("TableName", key.table());
            Map<String, Object> values = new LinkedHashMap<>();
            int kind = random.nextInt(4);
            Map<String, Object> before = items.get(key);
            if (kind == 0) {
                Map<String, Object> item = Items.random(random, key, engine.epochSecond());
                action.put("Item", item);
                after.put(key, item);
            } else {
                action.put("Key", key.toJson());
            }
            if (kind == 1) {
                Update update = Update.random(random, values, true);
                action.put("UpdateExpression", update.text());
                if (before != null || update.creates()) {
                    after.put(key, update.effect().apply(before == null ? new TreeMap<>(key.toJson()) : before));
                }
            } else if (kind == 2) {
                after.put(key, null);
            }
            Condition condition = kind == 3 || random.nextInt(4) == 0 ? Condition.random(random, 1, values) : null;
            if (condition != null) {
                action.put("ConditionExpression", condition.text());
            }
            if (!values.isEmpty()) {
                action.put("ExpressionAttributeValues", values);
            }
            holds.add(condition == null || condition.test().holds(before == null ? Map.of() : before));
            actions.add(
                    Map.of(List.of("Put", "Update", "Delete", "ConditionCheck").get(kind), action));
        }
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("TransactItems", actions);
        if (random.nextBoolean()) {
            request.put("ClientRequestToken", "token" + random.nextLong());
        }
        Api.Reply reply = send("TransactWriteItems", request);
        if (holds.contains(false)) {
            require(reply.error().equals("TransactionCanceledException"), "answered " + reply);
            List<String> codes = new ArrayList<>();
            Items.list(reply.body().get("CancellationReasons"))
                    .forEach(reason -> codes.add((String) Items.map(reason).get("Code")));
            require(
                    codes.equals(holds.stream()
                            .map(held -> held ? "None" : "ConditionalCheckFailed")
                            .toList()),
                    holds + " but " + codes);
            return;
        }
        expect(reply, Map.of());
        after.forEach(this::change);
        if (request.containsKey("ClientRequestToken")) {
            remembered = new Remembered(request, engine.epochSecond());
        }
    }

    /** The last transaction under its token once more: for ten minutes that changes nothing. */
    private void again() {
        if (remembered == null || engine.epochSecond() - remembered.second() > 600) {
            return;
        }
        expect(send("TransactWriteItems", remembered.request()), Map.of());
        Map<String, Object> other = new LinkedHashMap<>(remembered.request());
        other.put(
                "TransactItems",
                List.of(Map.of("Delete", Map.of("TableName", PLAIN, "Key", new Key(PLAIN, "other", null).toJson()))));
        Api.Reply mismatch = send("TransactWriteItems", other);
        require(mismatch.error().equals("IdempotentParameterMismatchException"), "answered " + mismatch);
    }

    private void transactGet() {
        List<Object> gets = new ArrayList<>();
        List<Object> expected = new ArrayList<>();
        for (Key key : keys(1 + random.nextInt(6))) {
            gets.add(Map.of("Get", Map.of("TableName", key.table(), "Key", key.toJson())));
            expected.add(items.containsKey(key) ? Map.of("Item", items.get(key)) : Map.of());
        }
        expect(send("TransactGetItems", Map.of("TransactItems", gets)), Map.of("Responses", expected));
    }

    private void query() {
        String pk = "p" + random.nextInt(4);
        Map<String, Object> values = new LinkedHashMap<>();
        String text = "pk = " + Condition.placeholder(values, Map.of("S", pk));
        int low = random.nextInt(-6, 6);
        int high = low + random.nextInt(6);
        Predicate<Integer> inRange = sk -> true;
        switch (random.nextInt(4)) {
            case 0 -> {
                text += " AND sk BETWEEN " + Condition.placeholder(values, Condition.number(low)) + " AND "
                        + Condition.placeholder(values, Condition.number(high));
                inRange = sk -> low <= sk && sk <= high;
            }
            case 1 -> {
                text += " AND sk > " + Condition.placeholder(values, Condition.number(low));
                inRange = sk -> sk > low;
            }
            case 2 -> {
                text += " AND sk <= " + Condition.placeholder(values, Condition.number(low));
                inRange = sk -> sk <= low;
            }
            default -> {}
        }
        boolean backwards = random.nextBoolean();
        Condition filter = random.nextBoolean() ? null : Condition.random(random, 1, values);
        boolean usesKeys = filter != null && filter.text().contains("pk");
        Map<String, Object> request = new LinkedHashMap<>(Map.of("TableName", WIDE, "KeyConditionExpression", text));
        request.put("ScanIndexForward", !backwards);
        if (filter != null && !usesKeys) {
            request.put("FilterExpression", filter.text());
        } else if (filter != null) {
            return;
        }
        request.put("ExpressionAttributeValues", values);
        Predicate<Integer> range = inRange;
        List<Map<String, Object>> expected = new ArrayList<>();
        items.forEach((key, item) -> {
            if (key.table().equals(WIDE)
                    && key.pk().equals(pk)
                    && range.test(key.sk())
                    && (filter == null || filter.test().holds(item))) {
                expected.add(item);
            }
        });
        Comparator<Map<String, Object>> order = Comparator.comparing(item -> Items.number(item, "sk"));
        expected.sort(backwards ? order.reversed() : order);
        List<Object> found = pages("Query", request);
        require(found.equals(expected), "found " + found + " instead of " + expected);
    }

    private void queryIndex() {
        List<Index> indexes = new ArrayList<>(INDEXES);
        if (hasLate) {
            indexes.add(LATE);
        }
        Index index = indexes.get(random.nextInt(indexes.size()));
        Object hash = index.hash().equals("h")
                ? Condition.number(random.nextInt(6))
                : Map.of("S", index.hash().equals("pk") ? "p" + random.nextInt(4) : Items.word(random));
        Map<String, Object> request = new LinkedHashMap<>(Map.of(
                "TableName",
                WIDE,
                "IndexName",
                index.name(),
                "KeyConditionExpression",
                index.hash() + " = :hash",
                "ExpressionAttributeValues",
                Map.of(":hash", hash)));
        request.put("ScanIndexForward", random.nextBoolean());
        List<Map<String, Object>> expected = entries(index).stream()
                .filter(item -> hash.equals(item.get(index.hash())))
                .toList();
        List<Object> found = pages("Query", request);
        sameItems(found, expected);
        if (index.range() != null) {
            List<Comparable<Object>> order = new ArrayList<>();
            found.forEach(item -> order.add(rangeOf(Items.map(item), index.range())));
            for (int i = 1; i < order.size(); i++) {
                int direction = order.get(i - 1).compareTo(order.get(i));
                require(
                        Boolean.TRUE.equals(request.get("ScanIndexForward")) ? direction <= 0 : direction >= 0,
                        "not in order: " + order);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static Comparable<Object> rangeOf(Map<String, Object> item, String name) {
        Object value = name.equals("h") ? Items.number(item, name) : Items.text(item, name);
        return (Comparable<Object>) value;
    }

    private List<Map<String, Object>> entries(Index index) {
        List<Map<String, Object>> entries = new ArrayList<>();
        items.forEach((key, item) -> {
            boolean isIn = key.table().equals(WIDE)
                    && item.containsKey(index.hash())
                    && (index.range() == null || item.containsKey(index.range()));
            if (isIn) {
                entries.add(index.attributes() == ALL ? item : only(item, index.attributes()));
            }
        });
        return entries;
    }

    private void scan() {
        String table = random.nextBoolean() ? WIDE : PLAIN;
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("TableName", table);
        List<Map<String, Object>> expected = new ArrayList<>();
        if (table.equals(WIDE) && random.nextBoolean()) {
            Index index = INDEXES.get(random.nextInt(INDEXES.size()));
            request.put("IndexName", index.name());
            expected.addAll(entries(index));
        } else {
            items.forEach((key, item) -> {
                if (key.table().equals(table)) {
                    expected.add(item);
                }
            });
            if (random.nextBoolean()) {
                Map<String, Object> values = new LinkedHashMap<>();
                Condition filter = Condition.random(random, 2, values);
                request.put("FilterExpression", filter.text());
                if (!values.isEmpty()) {
                    request.put("ExpressionAttributeValues", values);
                }
                expected.removeIf(item -> !filter.test().holds(item));
            }
        }
        int segments = 1 + random.nextInt(3);
        List<Object> found = new ArrayList<>();
        for (int segment = 0; segment < segments; segment++) {
            if (segments > 1) {
                request.put("TotalSegments", segments);
                request.put("Segment", segment);
            }
            found.addAll(pages("Scan", request));
        }
        sameItems(found, expected);
    }

    private List<Object> pages(String operation, Map<String, Object> request) {
        Map<String, Object> page = new LinkedHashMap<>(request);
        List<Object> found = new ArrayList<>();
        Object next;
        do {
            if (random.nextBoolean()) {
                page.put("Limit", 1 + random.nextInt(7));
            } else {
                page.remove("Limit");
            }
            Api.Reply reply = send(operation, page);
            require(reply.succeeded(), "answered " + reply);
            found.addAll(Items.list(reply.body().get("Items")));
            next = reply.body().get("LastEvaluatedKey");
            page.put("ExclusiveStartKey", next);
        } while (next != null);
        return found;
    }

    private void describe() {
        Map<String, Object> table = described(WIDE);
        long count =
                items.keySet().stream().filter(key -> key.table().equals(WIDE)).count();
        require(table.get("ItemCount").equals(String.valueOf(count)), count + " items, but " + table.get("ItemCount"));
        List<Object> names = new ArrayList<>(hasPassing ? List.of(PASSING, PLAIN, WIDE) : List.of(PLAIN, WIDE));
        expect(send("ListTables", Map.of()), Map.of("TableNames", names));
        require(send("DescribeLimits", Map.of()).succeeded(), "no limits");
        require(send("DescribeEndpoints", Map.of()).succeeded(), "no endpoints");
        Api.Reply expiry = send("DescribeTimeToLive", Map.of("TableName", WIDE));
        expect(expiry, Map.of("TimeToLiveDescription", Map.of("AttributeName", "ttl", "TimeToLiveStatus", "ENABLED")));
        Api.Reply streams = send("ListStreams", Map.of("TableName", WIDE));
        require(Items.list(streams.body().get("Streams")).size() == 1, "streams: " + streams);
    }

    private void passTime() {
        last = "time passes";
        engine.pass(Duration.ofSeconds(1 + random.nextInt(120)));
        tick();
    }

    /** What has expired is gone afterwards. */
    private void tick() {
        engine.tick();
        long now = engine.epochSecond();
        for (Key key : List.copyOf(items.keySet())) {
            Integer ttl = key.table().equals(WIDE) ? Items.number(items.get(key), "ttl") : null;
            if (ttl != null && ttl < now) {
                change(key, null);
            }
        }
    }

    /** Every change of each item since the last time, in its order. */
    private void readStream() {
        Map<Key, List<Change>> told = new HashMap<>();
        Map<String, Object> description = Items.map(
                send("DescribeStream", Map.of("StreamArn", streamArn)).body().get("StreamDescription"));
        for (Object shard : Items.list(description.get("Shards"))) {
            String id = (String) Items.map(shard).get("ShardId");
            Map<String, Object> request = new LinkedHashMap<>(Map.of("StreamArn", streamArn, "ShardId", id));
            request.put("ShardIteratorType", read.containsKey(id) ? "AFTER_SEQUENCE_NUMBER" : "TRIM_HORIZON");
            if (read.containsKey(id)) {
                request.put("SequenceNumber", read.get(id));
            }
            Object iterator = engine.call("GetShardIterator", request).get("ShardIterator");
            while (iterator != null) {
                Map<String, Object> page = engine.call("GetRecords", Map.of("ShardIterator", iterator, "Limit", 50));
                List<Object> records = Items.list(page.get("Records"));
                for (Object record : records) {
                    Map<String, Object> content = Items.map(Items.map(record).get("dynamodb"));
                    read.put(id, (String) content.get("SequenceNumber"));
                    Key key = Key.of(WIDE, Items.map(content.get("Keys")));
                    told.computeIfAbsent(key, any -> new ArrayList<>())
                            .add(new Change(
                                    key, Items.map(content.get("OldImage")), Items.map(content.get("NewImage"))));
                }
                iterator = records.isEmpty() ? null : page.get("NextShardIterator");
            }
        }
        Map<Key, List<Change>> made = new HashMap<>();
        changes.forEach(change ->
                made.computeIfAbsent(change.key(), any -> new ArrayList<>()).add(change));
        changes.clear();
        Set<Key> keys = new LinkedHashSet<>(made.keySet());
        keys.addAll(told.keySet());
        for (Key key : keys) {
            require(
                    Objects.equals(told.get(key), made.get(key)),
                    "the stream tells " + told.get(key) + " instead of " + made.get(key));
        }
    }

    private void tag() {
        String name = "tag" + random.nextInt(5);
        if (random.nextBoolean()) {
            String value = Items.word(random);
            require(
                    send(
                                    "TagResource",
                                    Map.of(
                                            "ResourceArn",
                                            tableArn,
                                            "Tags",
                                            List.of(Map.of("Key", name, "Value", value))))
                            .succeeded(),
                    "no tag");
            tags.put(name, value);
        } else {
            require(
                    send("UntagResource", Map.of("ResourceArn", tableArn, "TagKeys", List.of(name)))
                            .succeeded(),
                    "a tag stays");
            tags.remove(name);
        }
        Map<String, String> found = new TreeMap<>();
        Items.list(send("ListTagsOfResource", Map.of("ResourceArn", tableArn))
                        .body()
                        .getOrDefault("Tags", List.of()))
                .forEach(tag -> found.put((String) Items.map(tag).get("Key"), (String)
                        Items.map(tag).get("Value")));
        require(found.equals(tags), "tags are " + found + " instead of " + tags);
    }

    /** An index that comes and goes; other calls come in between the steps of its filling. */
    private void late() {
        String status = lateStatus();
        if (status != null && !status.equals("ACTIVE")) {
            while (engine.work()) {}
            hasLate = lateStatus() != null;
            return;
        }
        hasLate = status != null;
        Object change = hasLate
                ? Map.of("Delete", Map.of("IndexName", "late"))
                : Map.of(
                        "Create",
                        Map.of(
                                "IndexName",
                                "late",
                                "Projection",
                                Map.of("ProjectionType", "ALL"),
                                "KeySchema",
                                List.of(Map.of("AttributeName", "h", "KeyType", "HASH"))));
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("TableName", WIDE);
        request.put("AttributeDefinitions", List.of(Map.of("AttributeName", "h", "AttributeType", "N")));
        request.put("GlobalSecondaryIndexUpdates", List.of(change));
        Api.Reply reply = send("UpdateTable", request);
        require(reply.succeeded(), "answered " + reply);
        hasLate = false;
    }

    /** Null where there is none. */
    private String lateStatus() {
        for (Object index : Items.list(described(WIDE).get("GlobalSecondaryIndexes"))) {
            if (Items.map(index).get("IndexName").equals(LATE.name())) {
                return (String) Items.map(index).get("IndexStatus");
            }
        }
        return null;
    }

    private void passing() {
        if (hasPassing) {
            require(send("DeleteTable", Map.of("TableName", PASSING)).succeeded(), "a table stays");
        } else {
            require(send("CreateTable", plainTable(PASSING)).succeeded(), "no table");
        }
        tick();
        hasLate = "ACTIVE".equals(lateStatus());
        hasPassing = !hasPassing;
    }

    private void restart() {
        last = "restart";
        engine.restart(Duration.ofSeconds(random.nextInt(60)));
        engine.check();
    }

    /** Requests that must be refused, in DynamoDB's words, and change nothing. */
    private void wrong() {
        Key key = key();
        switch (random.nextInt(3)) {
            case 0 -> {
                Api.Reply reply =
                        send("PutItem", Map.of("TableName", "Nowhere", "Item", Map.of("pk", Map.of("S", "p"))));
                require(reply.error().equals("ResourceNotFoundException"), "answered " + reply);
            }
            case 1 -> {
                Api.Reply reply = send("PutItem", request(key, "Item", Map.of("h", Condition.number(1))));
                require(
                        reply.error().equals("ValidationException")
                                && reply.body()
                                        .get("message")
                                        .equals(
                                                "One or more parameter values were invalid: Missing the key pk in the item"),
                        "answered " + reply);
            }
            default -> {
                Map<String, Object> request = request(key, "Key", key.toJson());
                request.put("UpdateExpression", "SET h = :missing");
                Api.Reply reply = send("UpdateItem", request);
                require(reply.error().equals("ValidationException"), "answered " + reply);
            }
        }
    }

    private boolean blocked(Key key, Condition condition, Api.Reply reply) {
        Map<String, Object> before = items.get(key);
        if (condition == null || condition.test().holds(before == null ? Map.of() : before)) {
            return false;
        }
        require(
                reply.error().equals("ConditionalCheckFailedException")
                        && reply.body().get("message").equals("The conditional request failed"),
                "a condition that does not hold: " + reply);
        return true;
    }

    private Condition condition(Map<String, Object> request) {
        if (random.nextBoolean()) {
            return null;
        }
        Map<String, Object> values = new LinkedHashMap<>();
        Condition condition = Condition.random(random, 2, values);
        request.put("ConditionExpression", condition.text());
        if (!values.isEmpty()) {
            request.put("ExpressionAttributeValues", values);
        }
        return condition;
    }

    private boolean asks(Map<String, Object> request, String wanted) {
        boolean asks = random.nextBoolean();
        if (asks) {
            request.put("ReturnValues", wanted);
        }
        return asks;
    }

    private void change(Key key, Map<String, Object> after) {
        Map<String, Object> before = after == null ? items.remove(key) : items.put(key, after);
        if (key.table().equals(WIDE) && !Objects.equals(before, after)) {
            changes.add(new Change(key, before, after));
        }
    }

    private Api.Reply send(String operation, Map<String, Object> request) {
        last = operation + " " + Json.write(request);
        return engine.send(operation, request);
    }

    private Map<String, Object> described(String table) {
        return Items.map(
                engine.call("DescribeTable", Map.of("TableName", table)).get("Table"));
    }

    private static Map<String, Object> plainTable(String name) {
        return Map.of(
                "TableName",
                name,
                "BillingMode",
                "PAY_PER_REQUEST",
                "AttributeDefinitions",
                List.of(Map.of("AttributeName", "pk", "AttributeType", "S")),
                "KeySchema",
                List.of(Map.of("AttributeName", "pk", "KeyType", "HASH")));
    }

    private static Map<String, Object> request(Key key, String name, Map<String, Object> value) {
        return new LinkedHashMap<>(Map.of("TableName", key.table(), name, value));
    }

    private static Map<String, Object> only(Map<String, Object> item, Set<String> names) {
        Map<String, Object> some = new TreeMap<>(item);
        some.keySet().retainAll(names);
        return some;
    }

    private Set<Key> keys(int count) {
        Set<Key> keys = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            keys.add(key());
        }
        return keys;
    }

    private Key key() {
        return random.nextInt(4) == 0
                ? new Key(PLAIN, "q" + random.nextInt(12), null)
                : new Key(WIDE, "p" + random.nextInt(4), random.nextInt(-6, 6));
    }

    private static void expect(Api.Reply reply, Map<String, Object> body) {
        require(reply.succeeded() && reply.body().equals(body), "answered " + reply + " instead of " + body);
    }

    private static void sameItems(List<Object> found, List<Map<String, Object>> expected) {
        require(sorted(found).equals(sorted(expected)), "found " + found + " instead of " + expected);
    }

    private static List<String> sorted(List<?> items) {
        return items.stream()
                .map(item -> new TreeMap<>(Items.map(item)).toString())
                .sorted()
                .toList();
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
