package dev.partita.crash;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a stream on from where it stopped, whatever happened to the server in between. */
final class StreamFollower {

    /** One change as the stream tells it; null images are absent items. */
    record Change(Key key, Map<String, Object> before, Map<String, Object> after, boolean byService) {}

    private final Map<String, String> lastSequenceNumbers = new HashMap<>();

    /** Every change since the last call, older shards first. */
    List<Change> next(Api api, String streamArn) throws IOException {
        List<Change> changes = new ArrayList<>();
        for (String shard : shards(api, streamArn)) {
            Map<String, Object> request = new LinkedHashMap<>();
            request.put("StreamArn", streamArn);
            request.put("ShardId", shard);
            String last = lastSequenceNumbers.get(shard);
            request.put("ShardIteratorType", last == null ? "TRIM_HORIZON" : "AFTER_SEQUENCE_NUMBER");
            if (last != null) {
                request.put("SequenceNumber", last);
            }
            Object iterator = api.call("GetShardIterator", request).get("ShardIterator");
            while (iterator != null) {
                Map<String, Object> page = api.call("GetRecords", Map.of("ShardIterator", iterator));
                List<Object> records = Tables.list(page.get("Records"));
                for (Object record : records) {
                    changes.add(change(Tables.map(record), shard));
                }
                // Nobody writes now, so an empty page is the end.
                iterator = records.isEmpty() ? null : page.get("NextShardIterator");
            }
        }
        return changes;
    }

    private Change change(Map<String, Object> record, String shard) {
        Map<String, Object> content = Tables.map(record.get("dynamodb"));
        lastSequenceNumbers.put(shard, (String) content.get("SequenceNumber"));
        return new Change(
                Key.of(Tables.MIXED, Tables.map(content.get("Keys"))),
                Tables.map(content.get("OldImage")),
                Tables.map(content.get("NewImage")),
                record.containsKey("userIdentity"));
    }

    private static List<String> shards(Api api, String streamArn) throws IOException {
        List<String> shards = new ArrayList<>();
        Map<String, Object> request = new LinkedHashMap<>();
        request.put("StreamArn", streamArn);
        Object last;
        do {
            Map<String, Object> stream =
                    Tables.map(api.call("DescribeStream", request).get("StreamDescription"));
            Tables.list(stream.get("Shards"))
                    .forEach(shard -> shards.add((String) Tables.map(shard).get("ShardId")));
            last = stream.get("LastEvaluatedShardId");
            request.put("ExclusiveStartShardId", last);
        } while (last != null);
        return shards;
    }
}
