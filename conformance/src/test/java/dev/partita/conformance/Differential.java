package dev.partita.conformance;

import dev.partita.conformance.Comparison.Difference;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One round: fresh tables on both endpoints, the same random requests to both, and everything compared. */
final class Differential {

    /** A request whose two answers differ in a way that nothing explains. */
    record Finding(Step step, Object before, Answer theirs, Answer ours, List<Difference> differences) {}

    private static final Set<String> WRITES = Set.of(
            "PutItem",
            "UpdateItem",
            "DeleteItem",
            "BatchWriteItem",
            "TransactWriteItems",
            "CreateTable",
            "DeleteTable",
            "UpdateTable",
            "UpdateTimeToLive");
    /** {@code -Dconformance.before=true} shows, with each finding, the items it was about to change. */
    private static final boolean SHOW_BEFORE = Boolean.getBoolean("conformance.before");

    private static final int MOST_PAGES = 200;

    private final Endpoint theirs;
    private final Endpoint ours;
    private final KnownDifferences known;
    private final Consumer<Finding> report;
    private final String prefix;
    private final List<TableShape> tables;
    private final RandomRequests requests;
    /** Keys whose items were once not the same on both sides, by table; their streams cannot be, either. */
    private final Map<String, Set<String>> diverged = new HashMap<>();

    final Map<String, Integer> counts = new TreeMap<>();

    Differential(
            Endpoint theirs, Endpoint ours, KnownDifferences known, Consumer<Finding> report, long seed, int round) {
        this.theirs = theirs;
        this.ours = ours;
        this.known = known;
        this.report = report;
        this.prefix = "r" + round;
        this.tables = TableShape.all(prefix);
        this.requests = new RandomRequests(new Random(seed * 1_000_003 + round), tables, prefix);
    }

    void run(int count) {
        for (TableShape table : tables) {
            check(new Step(new Request("CreateTable", table.createTable()), Step.Mode.ORDERED, null));
        }
        for (int i = 0; i < count; i++) {
            check(requests.next());
            if (i % 250 == 249 || i == count - 1) {
                tables.forEach(this::checkContents);
            }
        }
        tables.forEach(this::checkStream);
        for (TableShape table : tables) {
            check(new Step(new Request("DeleteTable", Json.of("TableName", table.name())), Step.Mode.ORDERED, null));
        }
        for (int i = 0; i < 3; i++) {
            drop(prefix + ".scratch" + i);
        }
    }

    private void check(Step step) {
        Object before = SHOW_BEFORE ? before(step) : null;
        Answer their = answer(theirs, step);
        Answer our = answer(ours, step);
        counts.merge(step.request().operation() + (their.succeeded() ? "" : " refused"), 1, Integer::sum);
        boolean ordered = step.mode() == Step.Mode.ORDERED;
        if (step.request().operation().equals("Scan")
                && step.request().body().containsKey("ExclusiveStartKey")
                && their.succeeded()
                && our.succeeded()) {
            // What lies behind a key depends on the order of a scan, which is each side's own.
            return;
        }
        List<Difference> all = Comparison.of(their, our, ordered);
        if (removesOnly(step.request()) && their.succeeded() && our.succeeded()) {
            removeBareItems(step.request());
        }
        if (all.isEmpty()) {
            return;
        }
        List<Difference> unexplained = known.unexplained(step.request(), all);
        if (!unexplained.isEmpty()) {
            report.accept(new Finding(step, before, their, our, unexplained));
        }
        if (WRITES.contains(step.request().operation()) && their.succeeded() != our.succeeded()) {
            bringTogether(step.request());
        }
    }

    /** The items that a write is about to change. */
    private Object before(Step step) {
        List<Object> items = new ArrayList<>();
        if (WRITES.contains(step.request().operation())) {
            addBefore(step.table(), step.request().body(), items);
        }
        return items;
    }

    private void addBefore(TableShape table, Object body, List<Object> items) {
        if (body instanceof List<?> list) {
            list.forEach(member -> addBefore(table, member, items));
        }
        if (!(body instanceof Map<?, ?> map)) {
            return;
        }
        TableShape named = tables.stream()
                .filter(shape -> shape.name().equals(map.get("TableName")))
                .findAny()
                .orElse(table);
        Object key = map.containsKey("Key") ? map.get("Key") : map.get("Item");
        if (named != null && key instanceof Map<?, ?>) {
            Map<String, Object> get = Json.of("TableName", named.name(), "Key", keyOf(named, Json.object(key)));
            items.add(ours.call("GetItem", get).body());
        } else {
            map.forEach((name, member) -> addBefore(
                    tables.stream()
                            .filter(shape -> shape.name().equals(name))
                            .findAny()
                            .orElse(named),
                    member,
                    items));
        }
    }

    private static Answer answer(Endpoint endpoint, Step step) {
        Map<String, Object> body = step.request().body();
        switch (step.mode()) {
            case PAGES:
                return pages(endpoint, step.request().operation(), body);
            case SEGMENTS:
                List<Answer> segments = new ArrayList<>();
                int total = (Integer) body.get("TotalSegments");
                for (int i = 0; i < total; i++) {
                    Map<String, Object> segment = new LinkedHashMap<>(body);
                    segment.put("Segment", i);
                    segments.add(pages(endpoint, step.request().operation(), segment));
                }
                return joined(segments);
            default:
                return endpoint.call(RandomStreams.resolve(endpoint, step));
        }
    }

    private static Answer pages(Endpoint endpoint, String operation, Map<String, Object> body) {
        List<Answer> pages = new ArrayList<>();
        Map<String, Object> next = body;
        while (pages.size() < MOST_PAGES) {
            Answer page = endpoint.call(operation, next);
            if (!page.succeeded()) {
                return page;
            }
            pages.add(page);
            Object last = page.body().get("LastEvaluatedKey");
            if (last == null) {
                return joined(pages);
            }
            next = new LinkedHashMap<>(body);
            next.put("ExclusiveStartKey", last);
        }
        throw new IllegalStateException("paging does not end: " + operation + " " + Json.print(body));
    }

    /** All items of several pages and the sums of their counts; where pages end depends on order, so capacity is left out. */
    private static Answer joined(List<Answer> pages) {
        List<Object> items = new ArrayList<>();
        BigDecimal count = BigDecimal.ZERO;
        BigDecimal scanned = BigDecimal.ZERO;
        for (Answer page : pages) {
            if (!page.succeeded()) {
                return page;
            }
            if (page.body().containsKey("Items")) {
                items.addAll(Json.list(page.body().get("Items")));
            }
            count = count.add((BigDecimal) page.body().get("Count"));
            scanned = scanned.add((BigDecimal) page.body().get("ScannedCount"));
        }
        return new Answer(200, null, null, Json.of("Items", items, "Count", count, "ScannedCount", scanned));
    }

    /** Every item of the table and of each index, and what DescribeTable counts. */
    private void checkContents(TableShape table) {
        Map<String, Object> all = Json.of("TableName", table.name(), "ConsistentRead", true);
        check(new Step(new Request("Scan", all), Step.Mode.PAGES, table));
        for (TableShape.Index index : table.indexes()) {
            Map<String, Object> indexed = Json.of("TableName", table.name(), "IndexName", index.name());
            check(new Step(new Request("Scan", indexed), Step.Mode.PAGES, table));
        }
        check(new Step(new Request("DescribeTable", Json.of("TableName", table.name())), Step.Mode.ORDERED, table));
    }

    /** An update that only removes creates nothing; DynamoDB Local makes an item of nothing but its key. */
    private static boolean removesOnly(Request request) {
        String text = request.toString();
        return text.contains("UpdateExpression") && text.matches("(?si).*UpdateExpression\":\"\\s*(REMOVE|DELETE)\\b.*")
                || text.contains("\"AttributeUpdates\"") && text.contains("\"DELETE\"");
    }

    private void removeBareItems(Request request) {
        for (TableShape table : tables) {
            if (!request.toString().contains("\"" + table.name() + "\"")) {
                continue;
            }
            Map<String, Object> scan = Json.of("TableName", table.name(), "ConsistentRead", true);
            Map<String, Object> theirItems = byKey(table, pages(theirs, "Scan", scan));
            Map<String, Object> ourItems = byKey(table, pages(ours, "Scan", scan));
            theirItems.forEach((key, item) -> {
                if (!ourItems.containsKey(key)
                        && Json.object(item).size() == table.keys().size()) {
                    noteDiverged(table, key);
                    theirs.call("DeleteItem", Json.of("TableName", table.name(), "Key", Json.parse(key)));
                }
            });
        }
    }

    /** One side took a write that the other refused: from here on neither may hold what the other does not. */
    private void bringTogether(Request request) {
        for (TableShape table : tables) {
            if (!request.toString().contains("\"" + table.name() + "\"")) {
                continue;
            }
            Map<String, Object> scan = Json.of("TableName", table.name(), "ConsistentRead", true);
            Map<String, Object> theirItems = byKey(table, pages(theirs, "Scan", scan));
            Map<String, Object> ourItems = byKey(table, pages(ours, "Scan", scan));
            Set<String> keys = new HashSet<>(theirItems.keySet());
            keys.addAll(ourItems.keySet());
            for (String key : keys) {
                String theirItem = Comparison.canonical(theirItems.get(key));
                if (!theirItem.equals(Comparison.canonical(ourItems.get(key)))) {
                    noteDiverged(table, key);
                    Map<String, Object> delete = Json.of("TableName", table.name(), "Key", Json.parse(key));
                    theirs.call("DeleteItem", delete);
                    ours.call("DeleteItem", delete);
                }
            }
        }
        for (int i = 0; i < 3; i++) {
            if (request.toString().contains(prefix + ".scratch" + i)) {
                drop(prefix + ".scratch" + i);
            }
        }
    }

    private void noteDiverged(TableShape table, String key) {
        diverged.computeIfAbsent(table.name(), name -> new HashSet<>()).add(key);
    }

    private void drop(String table) {
        for (Endpoint endpoint : List.of(theirs, ours)) {
            endpoint.call("UpdateTable", Json.of("TableName", table, "DeletionProtectionEnabled", false));
            endpoint.call("DeleteTable", Json.of("TableName", table));
        }
    }

    private static Map<String, Object> byKey(TableShape table, Answer scan) {
        Map<String, Object> items = new HashMap<>();
        for (Object item : Json.list(scan.body().get("Items"))) {
            items.put(Comparison.canonical(keyOf(table, Json.object(item))), item);
        }
        return items;
    }

    private static Map<String, Object> keyOf(TableShape table, Map<String, Object> item) {
        Map<String, Object> key = new LinkedHashMap<>();
        table.keys().forEach(attribute -> key.put(attribute.name(), item.get(attribute.name())));
        return key;
    }

    /** The stream's records, in order for each item; order between items is not defined. */
    private void checkStream(TableShape table) {
        if (table.stream() == null) {
            return;
        }
        Map<String, Object> theirRecords = recordsByKey(theirs, table);
        Map<String, Object> ourRecords = recordsByKey(ours, table);
        for (String key : diverged.getOrDefault(table.name(), Set.of())) {
            theirRecords.remove(key);
            ourRecords.remove(key);
        }
        counts.merge("GetRecords", 1, Integer::sum);
        Answer their = new Answer(200, null, null, theirRecords);
        Answer our = new Answer(200, null, null, ourRecords);
        Request request = new Request("GetRecords", Json.of("table", table.name()));
        List<Difference> unexplained = known.unexplained(request, Comparison.of(their, our, true));
        if (!unexplained.isEmpty()) {
            report.accept(new Finding(new Step(request, Step.Mode.ORDERED, table), null, their, our, unexplained));
        }
    }

    private static Map<String, Object> recordsByKey(Endpoint endpoint, TableShape table) {
        Map<String, Object> byKey = new TreeMap<>();
        Map<String, Object> description = Json.object(endpoint.call("DescribeTable", Json.of("TableName", table.name()))
                .body()
                .get("Table"));
        Object arn = description.get("LatestStreamArn");
        Answer described = endpoint.call("DescribeStream", Json.of("StreamArn", arn));
        if (!described.succeeded()) {
            return Json.of("outcome", described.outcome());
        }
        Map<String, Object> stream = Json.object(described.body().get("StreamDescription"));
        for (Object shard : Json.list(stream.get("Shards"))) {
            Map<String, Object> start = Json.of(
                    "StreamArn",
                    arn,
                    "ShardId",
                    Json.object(shard).get("ShardId"),
                    "ShardIteratorType",
                    "TRIM_HORIZON");
            Object iterator = endpoint.call("GetShardIterator", start).body().get("ShardIterator");
            while (iterator != null) {
                Answer page = endpoint.call("GetRecords", Json.of("ShardIterator", iterator));
                List<Object> records = Json.list(page.body().get("Records"));
                for (Object record : records) {
                    Map<String, Object> change = Json.object(Json.object(record).get("dynamodb"));
                    Object list =
                            byKey.computeIfAbsent(Comparison.canonical(change.get("Keys")), key -> new ArrayList<>());
                    Json.list(list).add(record);
                }
                iterator = records.isEmpty() ? null : page.body().get("NextShardIterator");
            }
        }
        return byKey;
    }
}
