package dev.partita.conformance;

import dev.partita.conformance.Step.Mode;
import java.util.List;
import java.util.Map;

/** Requests about streams. ARNs and shards differ from side to side, so requests name them by {@link #resolve placeholders}. */
final class RandomStreams {

    private static final String STREAM = "$stream";
    private static final String SHARD = "$shard";

    private final RandomValues values;
    private final List<TableShape> tables;

    RandomStreams(RandomValues values, List<TableShape> tables) {
        this.values = values;
        this.tables = tables.stream().filter(table -> table.stream() != null).toList();
    }

    Step next() {
        TableShape table = values.one(tables);
        switch (values.upTo(4)) {
            case 0:
                return step(
                        table,
                        "ListStreams",
                        Json.of(
                                "TableName", values.chance(0.9) ? table.name() : "no-such-table",
                                "Limit", values.chance(0.3) ? values.one(0, 1, 100, 101) : null));
            case 1:
                return step(
                        table,
                        "DescribeStream",
                        Json.of(
                                "StreamArn", values.chance(0.95) ? STREAM : null,
                                "Limit", values.chance(0.3) ? values.one(0, 1, 100, 101) : null,
                                "ExclusiveStartShardId",
                                        values.chance(0.1) ? "shardId-00000000000000000000-00000000" : null));
            case 2:
                return step(
                        table,
                        "GetShardIterator",
                        Json.of(
                                "StreamArn",
                                STREAM,
                                "ShardId",
                                values.chance(0.8)
                                        ? SHARD
                                        : values.one("shardId-00000000000000000000-00000000", "short"),
                                "ShardIteratorType",
                                values.one(
                                        "TRIM_HORIZON",
                                        "LATEST",
                                        "AT_SEQUENCE_NUMBER",
                                        "AFTER_SEQUENCE_NUMBER",
                                        "SOME"),
                                "SequenceNumber",
                                values.chance(0.2) ? values.one("x", "000000000000000000001") : null));
            default:
                return step(
                        table,
                        "GetRecords",
                        Json.of(
                                "ShardIterator",
                                values.one("nonsense", null),
                                "Limit",
                                values.chance(0.5) ? values.one(0, 1, 1000, 1001) : null));
        }
    }

    private static Step step(TableShape table, String operation, Map<String, Object> body) {
        return new Step(new Request(operation, body), Mode.ORDERED, table);
    }

    /** The request as {@code endpoint} must get it. */
    static Request resolve(Endpoint endpoint, Step step) {
        Map<String, Object> body = step.request().body();
        if (!body.containsValue(STREAM)) {
            return step.request();
        }
        Map<String, Object> resolved = Json.object(Json.copy(body));
        Map<String, Object> table = Json.object(
                endpoint.call("DescribeTable", Json.of("TableName", step.table().name()))
                        .body()
                        .get("Table"));
        Object arn = table.get("LatestStreamArn");
        resolved.put("StreamArn", arn);
        if (body.containsValue(SHARD)) {
            Map<String, Object> stream = Json.object(endpoint.call("DescribeStream", Json.of("StreamArn", arn))
                    .body()
                    .get("StreamDescription"));
            resolved.put(
                    "ShardId",
                    Json.object(Json.list(stream.get("Shards")).get(0)).get("ShardId"));
        }
        return new Request(step.request().operation(), resolved);
    }
}
