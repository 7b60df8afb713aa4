package dev.partita.wire;

import dev.partita.engine.read.DescribeStream;
import dev.partita.engine.read.GetRecords;
import dev.partita.engine.read.GetShardIterator;
import dev.partita.engine.read.ListStreams;
import dev.partita.engine.request.StreamRecord;
import dev.partita.item.Dialect;
import dev.partita.item.Limits;

/** The four operations of DynamoDB Streams. */
final class StreamCalls {

    static final WireCall<ListStreams.Result> LIST_STREAMS =
            new WireCall<>(StreamCalls::readListStreams, StreamCalls::writeListStreams);
    static final WireCall<DescribeStream.Result> DESCRIBE_STREAM =
            new WireCall<>(StreamCalls::readDescribeStream, StreamCalls::writeDescribeStream);
    static final WireCall<GetShardIterator.Result> GET_SHARD_ITERATOR =
            new WireCall<>(StreamCalls::readGetShardIterator, StreamCalls::writeGetShardIterator);
    static final WireCall<GetRecords.Result> GET_RECORDS =
            new WireCall<>(StreamCalls::readGetRecords, StreamCalls::writeGetRecords);

    private static final int ARN_CHARS_AT_LEAST = 37;
    private static final int ARN_CHARS_AT_MOST = 1024;
    private static final int SHARD_ID_CHARS_AT_LEAST = 28;
    private static final int SHARD_ID_CHARS_AT_MOST = 65;
    private static final int SEQUENCE_CHARS_AT_LEAST = 21;
    private static final int SEQUENCE_CHARS_AT_MOST = 40;
    private static final int ITERATOR_CHARS = 2048;
    private static final int PAGE = 100;

    private StreamCalls() {}

    private static ListStreams readListStreams(JsonIn in) {
        String tableName = null;
        Integer limit = null;
        String exclusiveStartStreamArn = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "TableName" -> tableName = in.string();
                case "Limit" -> limit = in.integer();
                case "ExclusiveStartStreamArn" -> exclusiveStartStreamArn = in.string();
                default -> in.skip();
            }
        }
        new Constraints(Dialect.OLDER)
                .optionalTableName("tableName", tableName, 3)
                .range("limit", limit, 1, PAGE)
                .length("exclusiveStartStreamArn", exclusiveStartStreamArn, ARN_CHARS_AT_LEAST, ARN_CHARS_AT_MOST)
                .check();
        return new ListStreams(tableName, limit, exclusiveStartStreamArn);
    }

    private static void writeListStreams(JsonOut out, ListStreams.Result result) {
        out.openObject();
        out.member("LastEvaluatedStreamArn", result.lastEvaluatedStreamArn());
        out.member("Streams", result.streams(), (to, stream) -> to.openObject()
                .member("StreamArn", stream.streamArn())
                .member("StreamLabel", stream.streamLabel())
                .member("TableName", stream.tableName())
                .closeObject());
        out.closeObject();
    }

    private static DescribeStream readDescribeStream(JsonIn in) {
        String streamArn = null;
        Integer limit = null;
        String exclusiveStartShardId = null;
        String shardFilterType = null;
        String shardFilterShardId = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "StreamArn" -> streamArn = in.string();
                case "Limit" -> limit = in.integer();
                case "ExclusiveStartShardId" -> exclusiveStartShardId = in.string();
                case "ShardFilter" -> {
                    in.structure("ShardFilter");
                    for (String inner = in.member(); inner != null; inner = in.member()) {
                        switch (inner) {
                            case "Type" -> shardFilterType = in.string();
                            case "ShardId" -> shardFilterShardId = in.string();
                            default -> in.skip();
                        }
                    }
                }
                default -> in.skip();
            }
        }
        Constraints constraints = new Constraints(Dialect.OLDER)
                .required("streamArn", streamArn)
                .length("streamArn", streamArn, ARN_CHARS_AT_LEAST, ARN_CHARS_AT_MOST)
                .range("limit", limit, 1, PAGE);
        shardId(constraints, "exclusiveStartShardId", exclusiveStartShardId);
        if (shardFilterType != null && !shardFilterType.equals("CHILD_SHARDS")) {
            constraints.add("shardFilter.type", shardFilterType, "Member must satisfy enum value set: [CHILD_SHARDS]");
        }
        shardId(constraints, "shardFilter.shardId", shardFilterShardId);
        constraints.check();
        return new DescribeStream(streamArn, limit, exclusiveStartShardId, shardFilterType, shardFilterShardId);
    }

    private static void writeDescribeStream(JsonOut out, DescribeStream.Result result) {
        out.openObject();
        out.structure("StreamDescription", result.streamDescription(), (to, stream) -> {
            to.name("CreationRequestDateTime").value(stream.creationRequestDateTime());
            TableOut.keySchema(to, stream.keySchema());
            to.member("LastEvaluatedShardId", stream.lastEvaluatedShardId());
            to.member("Shards", stream.shards(), StreamCalls::writeShard);
            to.member("StreamArn", stream.streamArn());
            to.member("StreamLabel", stream.streamLabel());
            to.member("StreamStatus", stream.streamStatus());
            to.member("StreamViewType", stream.streamViewType());
            to.member("TableName", stream.tableName());
        });
        out.closeObject();
    }

    private static void writeShard(JsonOut out, DescribeStream.Shard shard) {
        out.openObject().member("ParentShardId", shard.parentShardId());
        out.name("SequenceNumberRange")
                .openObject()
                .member("EndingSequenceNumber", shard.endingSequenceNumber())
                .member("StartingSequenceNumber", shard.startingSequenceNumber())
                .closeObject();
        out.member("ShardId", shard.shardId()).closeObject();
    }

    private static GetShardIterator readGetShardIterator(JsonIn in) {
        String streamArn = null;
        String shardId = null;
        String shardIteratorType = null;
        String sequenceNumber = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "StreamArn" -> streamArn = in.string();
                case "ShardId" -> shardId = in.string();
                case "ShardIteratorType" -> shardIteratorType = in.string();
                case "SequenceNumber" -> sequenceNumber = in.string();
                default -> in.skip();
            }
        }
        Constraints constraints = new Constraints(Dialect.OLDER).required("shardId", shardId);
        shardId(constraints, "shardId", shardId);
        constraints.required("shardIteratorType", shardIteratorType);
        var type = constraints.oneOf("shardIteratorType", shardIteratorType, EnumText.SHARD_ITERATOR_TYPE);
        constraints
                .length("sequenceNumber", sequenceNumber, SEQUENCE_CHARS_AT_LEAST, SEQUENCE_CHARS_AT_MOST)
                .required("streamArn", streamArn)
                .length("streamArn", streamArn, ARN_CHARS_AT_LEAST, ARN_CHARS_AT_MOST)
                .check();
        return new GetShardIterator(streamArn, shardId, type, sequenceNumber);
    }

    private static void writeGetShardIterator(JsonOut out, GetShardIterator.Result result) {
        out.openObject().member("ShardIterator", result.shardIterator()).closeObject();
    }

    private static GetRecords readGetRecords(JsonIn in) {
        String shardIterator = null;
        Integer limit = null;
        for (String member = in.member(); member != null; member = in.member()) {
            switch (member) {
                case "ShardIterator" -> shardIterator = in.string();
                case "Limit" -> limit = in.integer();
                default -> in.skip();
            }
        }
        new Constraints(Dialect.OLDER)
                .required("shardIterator", shardIterator)
                .length("shardIterator", shardIterator, 1, ITERATOR_CHARS)
                .range("limit", limit, 1, Limits.STREAM_RECORDS_PER_CALL)
                .check();
        return new GetRecords(shardIterator, limit);
    }

    private static void writeGetRecords(JsonOut out, GetRecords.Result result) {
        out.openObject();
        out.member("NextShardIterator", result.nextShardIterator());
        out.member("Records", result.records(), StreamCalls::writeRecord);
        out.closeObject();
    }

    private static void writeRecord(JsonOut out, StreamRecord record) {
        out.openObject();
        out.member("awsRegion", record.awsRegion());
        out.name("dynamodb").openObject();
        out.name("ApproximateCreationDateTime").value(record.approximateCreationSeconds());
        out.member("Keys", record.keys());
        out.member("NewImage", record.newImage());
        out.member("OldImage", record.oldImage());
        out.member("SequenceNumber", record.sequenceNumber());
        out.name("SizeBytes").value(record.sizeBytes());
        out.member("StreamViewType", record.streamViewType());
        out.closeObject();
        out.member("eventID", record.eventId());
        out.member("eventName", record.eventName());
        out.member("eventSource", "aws:dynamodb");
        out.member("eventVersion", "1.1");
        if (record.byTimeToLive()) {
            out.name("userIdentity")
                    .openObject()
                    .member("PrincipalId", "dynamodb.amazonaws.com")
                    .member("Type", "Service")
                    .closeObject();
        }
        out.closeObject();
    }

    private static void shardId(Constraints constraints, String path, String shardId) {
        constraints.length(path, shardId, SHARD_ID_CHARS_AT_LEAST, SHARD_ID_CHARS_AT_MOST);
    }
}
