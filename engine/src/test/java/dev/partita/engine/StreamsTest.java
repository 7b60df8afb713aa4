package dev.partita.engine;

import static dev.partita.engine.Fixture.item;
import static dev.partita.engine.TableChange.change;
import static dev.partita.engine.TableMaker.table;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.partita.engine.internal.table.Rows;
import dev.partita.engine.read.DescribeStream;
import dev.partita.engine.read.DescribeTable;
import dev.partita.engine.read.GetRecords;
import dev.partita.engine.read.GetShardIterator;
import dev.partita.engine.read.ListStreams;
import dev.partita.engine.request.ShardIteratorType;
import dev.partita.engine.request.StreamRecord;
import dev.partita.engine.request.StreamViewType;
import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StreamsTest {

    private final Fixture fixture = new Fixture();

    @AfterEach
    void everythingFollowsFromTheItems() {
        fixture.close();
    }

    @Test
    void eachViewShowsItsImages() {
        Item before = item("pk", "a", "n", 1);
        Item after = item("pk", "a", "n", 2);
        for (StreamViewType view : StreamViewType.values()) {
            String arn = streamOf("Orders" + view, view);
            fixture.put("Orders" + view, before);
            fixture.put("Orders" + view, after);
            fixture.delete("Orders" + view, item("pk", "a"));
            boolean news = view == StreamViewType.NEW_IMAGE || view == StreamViewType.NEW_AND_OLD_IMAGES;
            boolean olds = view == StreamViewType.OLD_IMAGE || view == StreamViewType.NEW_AND_OLD_IMAGES;
            List<StreamRecord> records = all(arn);
            assertEquals(
                    List.of("INSERT", "MODIFY", "REMOVE"),
                    records.stream().map(StreamRecord::eventName).toList());
            List<Item> befores = List.of(Item.NONE, before, after);
            List<Item> afters = List.of(before, after, Item.NONE);
            for (int i = 0; i < 3; i++) {
                StreamRecord record = records.get(i);
                assertEquals(item("pk", "a"), record.keys());
                assertEquals(news ? afters.get(i) : Item.NONE, record.newImage());
                assertEquals(olds ? befores.get(i) : Item.NONE, record.oldImage());
                assertEquals(view, record.streamViewType());
                assertEquals(fixture.clock.epochSecond(), record.approximateCreationSeconds());
                assertEquals("us-east-1", record.awsRegion());
            }
        }
    }

    @Test
    void sizesAreThoseOfKeysAndImages() {
        String arn = streamOf("Orders", StreamViewType.NEW_AND_OLD_IMAGES);
        fixture.put("Orders", item("pk", "x", "n", 12));
        fixture.put(
                "Orders", item("pk", "x", "n", 13, "l", new AttributeValue.L(List.of(new AttributeValue.S("abc")))));
        fixture.delete("Orders", item("pk", "x"));
        assertEquals(
                List.of(3L + 6, 3L + 14 + 6, 3L + 14),
                all(arn).stream().map(StreamRecord::sizeBytes).toList());
    }

    @Test
    void aWriteThatChangesNothingLeavesNoRecord() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        fixture.put("Orders", item("pk", "a"));
        fixture.put("Orders", item("pk", "a"));
        fixture.delete("Orders", item("pk", "b"));
        assertEquals(1, all(arn).size());
    }

    @Test
    void eventIdsDifferAndStay() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        fixture.put("Orders", item("pk", "a"));
        fixture.put("Orders", item("pk", "b"));
        List<StreamRecord> records = all(arn);
        assertNotEquals(records.get(0).eventId(), records.get(1).eventId());
        assertEquals(32, records.get(0).eventId().length());
        fixture.restart();
        assertEquals(records, all(arn));
    }

    @Test
    void aStreamIsDescribed() {
        String arn = streamOf("Orders", StreamViewType.NEW_IMAGE);
        DescribeStream.StreamDescription stream = describe(arn);
        assertEquals("arn:aws:dynamodb:us-east-1:000000000000:table/Orders/stream/2026-03-01T12:00:00.000", arn);
        assertEquals("ENABLED", stream.streamStatus());
        assertEquals("Orders", stream.tableName());
        assertEquals(StreamViewType.NEW_IMAGE, stream.streamViewType());
        DescribeStream.Shard shard = stream.shards().get(0);
        assertTrue(shard.shardId().matches("shardId-[0-9]{20}-[0-9a-f]{8}"));
        assertTrue(shard.startingSequenceNumber().matches("[0-9]{21}"));
        assertNull(shard.endingSequenceNumber());
        assertNull(shard.parentShardId());
    }

    @Test
    void iteratorsStartWhereTheyAreAskedTo() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        String shard = describe(arn).shards().get(0).shardId();
        String latestOfNothing = iterator(arn, shard, ShardIteratorType.LATEST, null);
        fixture.put("Orders", item("pk", "a"));
        fixture.put("Orders", item("pk", "b"));
        String second = all(arn).get(1).sequenceNumber();
        String latest = iterator(arn, shard, ShardIteratorType.LATEST, null);
        fixture.put("Orders", item("pk", "c"));

        assertEquals("abc", read(iterator(arn, shard, ShardIteratorType.TRIM_HORIZON, null)));
        assertEquals("bc", read(iterator(arn, shard, ShardIteratorType.AT_SEQUENCE_NUMBER, second)));
        assertEquals("c", read(iterator(arn, shard, ShardIteratorType.AFTER_SEQUENCE_NUMBER, second)));
        assertEquals("c", read(latest));
        assertEquals("abc", read(latestOfNothing));
        String start = describe(arn).shards().get(0).startingSequenceNumber();
        assertEquals("abc", read(iterator(arn, shard, ShardIteratorType.AT_SEQUENCE_NUMBER, start)));
    }

    @Test
    void theNextIteratorGoesOnAfterTheLastRecord() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        String shard = describe(arn).shards().get(0).shardId();
        String iterator = iterator(arn, shard, ShardIteratorType.TRIM_HORIZON, null);
        GetRecords.Result nothing = fixture.run(new GetRecords(iterator, null));
        assertTrue(nothing.records().isEmpty());
        for (String key : List.of("a", "b", "c")) {
            fixture.put("Orders", item("pk", key));
        }
        GetRecords.Result two = fixture.run(new GetRecords(nothing.nextShardIterator(), 2));
        assertEquals(2, two.records().size());
        fixture.restart();
        GetRecords.Result third = fixture.run(new GetRecords(two.nextShardIterator(), 2));
        assertEquals("c", key(third.records().get(0)));
        GetRecords.Result none = fixture.run(new GetRecords(third.nextShardIterator(), 2));
        assertTrue(none.records().isEmpty());
        assertNotNull(none.nextShardIterator());
    }

    @Test
    void aCallAnswersOneMegabyteAtMost() {
        String arn = streamOf("Orders", StreamViewType.NEW_IMAGE);
        for (int i = 0; i < 5; i++) {
            fixture.put("Orders", item("pk", "p" + i, "text", "x".repeat(300_000)));
        }
        String shard = describe(arn).shards().get(0).shardId();
        GetRecords.Result first =
                fixture.run(new GetRecords(iterator(arn, shard, ShardIteratorType.TRIM_HORIZON, null), null));
        assertEquals(3, first.records().size());
        assertEquals(
                2,
                fixture.run(new GetRecords(first.nextShardIterator(), null))
                        .records()
                        .size());
    }

    @Test
    void anIteratorExpiresAfterAQuarterOfAnHour() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        String shard = describe(arn).shards().get(0).shardId();
        String iterator = iterator(arn, shard, ShardIteratorType.LATEST, null);
        fixture.pass(Duration.ofMinutes(15));
        String next = fixture.run(new GetRecords(iterator, null)).nextShardIterator();
        fixture.pass(Duration.ofMillis(1));
        ApiException refusal = fixture.refused(
                "The shard iterator has expired and can no longer be used to retrieve stream records. A shard iterator"
                        + " expires 15 minutes after it is retrieved using the GetShardIterator action.",
                new GetRecords(iterator, null));
        assertEquals(ApiException.Code.EXPIRED_ITERATOR, refusal.code());
        fixture.run(new GetRecords(next, null));
    }

    @Test
    void whatIsWrongIsRefused() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        String shard = describe(arn).shards().get(0).shardId();
        fixture.refused(
                "Requested resource not found: Stream: " + arn + "1 not found",
                new DescribeStream(arn + "1", null, null, null, null));
        fixture.refused(
                "Requested resource not found: Stream: x not found",
                new GetShardIterator("x", shard, ShardIteratorType.LATEST, null));
        fixture.refused("Shard does not exist", new GetShardIterator(arn, shard + "0", ShardIteratorType.LATEST, null));
        fixture.refused(
                "One or more parameter values were invalid: Invalid SequenceNumber",
                new GetShardIterator(arn, shard, ShardIteratorType.AT_SEQUENCE_NUMBER, null));
        fixture.refused(
                "One or more parameter values were invalid: SequenceNumber should not be passed for this iterator type",
                new GetShardIterator(arn, shard, ShardIteratorType.LATEST, "1"));
        for (String sequence : List.of("0".repeat(21), "9".repeat(21), "1" + "9".repeat(20), "abc".repeat(7))) {
            fixture.refused(
                    "Invalid SequenceNumber for the shard",
                    new GetShardIterator(arn, shard, ShardIteratorType.AT_SEQUENCE_NUMBER, sequence));
        }
        for (String iterator : List.of("zzz", arn + "|001|", arn + "|001|!!!!", arn + "|001|YWJj", "|001|YXxifGM")) {
            fixture.refused("Invalid ShardIterator", new GetRecords(iterator, null));
        }
    }

    @Test
    void shardsAreEndedAfterFourHoursAndNameTheirParent() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        fixture.put("Orders", item("pk", "a"));
        fixture.pass(Duration.ofHours(4));
        fixture.background.tick();
        fixture.put("Orders", item("pk", "b"));
        fixture.restart();

        List<DescribeStream.Shard> shards = describe(arn).shards();
        assertEquals(2, shards.size());
        assertNotNull(shards.get(0).endingSequenceNumber());
        assertEquals(shards.get(0).shardId(), shards.get(1).parentShardId());
        assertNull(shards.get(1).endingSequenceNumber());
        GetRecords.Result parent = fixture.run(
                new GetRecords(iterator(arn, shards.get(0).shardId(), ShardIteratorType.TRIM_HORIZON, null), null));
        assertEquals("a", key(parent.records().get(0)));
        assertNull(parent.nextShardIterator());
        assertEquals("b", read(iterator(arn, shards.get(1).shardId(), ShardIteratorType.TRIM_HORIZON, null)));
        assertEquals(
                List.of(shards.get(1)),
                fixture.run(new DescribeStream(
                                arn, null, null, "CHILD_SHARDS", shards.get(0).shardId()))
                        .streamDescription()
                        .shards());
    }

    @Test
    void shardsArePaged() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        for (int i = 0; i < 3; i++) {
            fixture.pass(Duration.ofHours(4));
            fixture.background.tick();
        }
        List<DescribeStream.Shard> shards = describe(arn).shards();
        assertEquals(4, shards.size());
        DescribeStream.StreamDescription first =
                fixture.run(new DescribeStream(arn, 3, null, null, null)).streamDescription();
        assertEquals(shards.subList(0, 3), first.shards());
        assertEquals(shards.get(2).shardId(), first.lastEvaluatedShardId());
        DescribeStream.StreamDescription second = fixture.run(
                        new DescribeStream(arn, 3, first.lastEvaluatedShardId(), null, null))
                .streamDescription();
        assertEquals(shards.subList(3, 4), second.shards());
        assertNull(second.lastEvaluatedShardId());
    }

    @Test
    void recordsAreTrimmedAfterADay() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        fixture.put("Orders", item("pk", "a"));
        fixture.put("Orders", item("pk", "b"));
        String shard = describe(arn).shards().get(0).shardId();
        String first = all(arn).get(0).sequenceNumber();
        String second = all(arn).get(1).sequenceNumber();
        fixture.pass(Duration.ofHours(2));
        fixture.put("Orders", item("pk", "c"));
        fixture.pass(Duration.ofHours(2));
        fixture.background.tick();
        fixture.pass(Duration.ofHours(21));
        fixture.background.tick();

        assertEquals("c", read(iterator(arn, shard, ShardIteratorType.TRIM_HORIZON, null)));
        assertEquals("c", read(iterator(arn, shard, ShardIteratorType.AFTER_SEQUENCE_NUMBER, second)));
        for (GetShardIterator trimmed : List.of(
                new GetShardIterator(arn, shard, ShardIteratorType.AT_SEQUENCE_NUMBER, second),
                new GetShardIterator(arn, shard, ShardIteratorType.AFTER_SEQUENCE_NUMBER, first))) {
            assertEquals(
                    ApiException.Code.TRIMMED_DATA_ACCESS,
                    fixture.refused(
                                    "The operation attempted to read past the oldest stream record in a shard.",
                                    trimmed)
                            .code());
        }
        fixture.restart();
        assertEquals("c", read(iterator(arn, shard, ShardIteratorType.TRIM_HORIZON, null)));
    }

    @Test
    void anIteratorOvertakenByTrimmingSaysSo() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        fixture.put("Orders", item("pk", "a"));
        String shard = describe(arn).shards().get(0).shardId();
        fixture.pass(Duration.ofHours(1));
        fixture.put("Orders", item("pk", "b"));
        fixture.pass(Duration.ofHours(23).minusMinutes(5));
        String iterator = iterator(arn, shard, ShardIteratorType.TRIM_HORIZON, null);
        fixture.pass(Duration.ofMinutes(10));
        fixture.background.tick();
        fixture.refused(
                "The operation attempted to read past the oldest stream record in a shard.",
                new GetRecords(iterator, null));
    }

    @Test
    void manyRecordsAreTrimmedInSteps() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        for (int i = 0; i < 25_000; i++) {
            fixture.put("Orders", item("pk", "p" + i));
        }
        int stream = fixture.table("Orders").definition().stream().id();
        fixture.pass(Duration.ofHours(25));
        fixture.background.tick();
        assertEquals(
                0,
                Consistency.read(fixture.engine, Rows.streamRecordPrefix(stream))
                        .size());
        fixture.pass(Duration.ofHours(25));
        fixture.background.tick();
        List<DescribeStream.Shard> shards = describe(arn).shards();
        assertEquals(2, shards.size());
        assertNotNull(shards.get(0).parentShardId(), "the lineage goes on where its beginning was trimmed");
    }

    @Test
    void whatAFastClockStampedIsTrimmedWithWhatFollowsIt() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        fixture.put("Orders", item("pk", "before"));
        fixture.clock.advance(Duration.ofDays(3650));
        for (int i = 0; i < 3; i++) {
            fixture.put("Orders", item("pk", "ahead" + i));
            fixture.clock.advance(Duration.ofHours(5));
            fixture.background.tick();
        }
        fixture.clock.advance(Duration.ofDays(-3650).minusHours(15));
        fixture.background.tick();
        fixture.put("Orders", item("pk", "after"));
        fixture.pass(Duration.ofHours(5));
        fixture.background.tick();
        assertEquals("after", key(all(arn).get(all(arn).size() - 1)), "what may still be read is not taken for old");
        fixture.pass(Duration.ofHours(25));
        fixture.put("Orders", item("pk", "today"));
        fixture.background.tick();
        int stream = fixture.table("Orders").definition().stream().id();
        assertEquals(
                1,
                Consistency.read(fixture.engine, Rows.streamRecordPrefix(stream))
                        .size());
        fixture.pass(Duration.ofHours(25));
        fixture.background.tick();
        List<DescribeStream.Shard> shards = describe(arn).shards();
        assertTrue(shards.size() <= 2, () -> "shards of the future are gone: " + shards);
    }

    @Test
    void whatAFastClockStampedIsTrimmedAlsoIfNothingFollows() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        fixture.clock.advance(Duration.ofDays(365));
        fixture.put("Orders", item("pk", "ahead"));
        fixture.clock.advance(Duration.ofDays(-365));
        fixture.background.tick();
        fixture.pass(Duration.ofHours(5));
        fixture.background.tick();
        fixture.pass(Duration.ofHours(23));
        fixture.background.tick();
        assertEquals("ahead", key(all(arn).get(0)));
        fixture.pass(Duration.ofHours(2));
        fixture.background.tick();
        int stream = fixture.table("Orders").definition().stream().id();
        assertEquals(
                0,
                Consistency.read(fixture.engine, Rows.streamRecordPrefix(stream))
                        .size());
    }

    @Test
    void aStreamThatWasDisabledByAFastClockGoesADayAfterTheClockIsRight() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        fixture.put("Orders", item("pk", "a"));
        fixture.clock.advance(Duration.ofDays(365));
        fixture.run(change("Orders").stream(null).request());
        fixture.clock.advance(Duration.ofDays(-365));
        fixture.background.tick();
        fixture.pass(Duration.ofHours(23));
        fixture.background.tick();
        assertEquals("a", key(all(arn).get(0)));
        fixture.pass(Duration.ofHours(2));
        fixture.background.tick();
        assertTrue(fixture.run(new ListStreams(null, null, null)).streams().isEmpty());
    }

    @Test
    void aDisabledStreamStaysReadableForADay() {
        String arn = streamOf("Orders", StreamViewType.KEYS_ONLY);
        fixture.put("Orders", item("pk", "a"));
        fixture.run(change("Orders").stream(null).request());
        fixture.put("Orders", item("pk", "b"));
        assertNull(fixture.run(new DescribeTable("Orders")).table().streamSpecification());
        assertEquals(arn, fixture.run(new DescribeTable("Orders")).table().latestStreamArn());
        fixture.refused(
                "Table has no stream to disable", change("Orders").stream(null).request());

        DescribeStream.StreamDescription disabled = describe(arn);
        assertEquals("DISABLED", disabled.streamStatus());
        assertNotNull(disabled.shards().get(0).endingSequenceNumber());
        GetRecords.Result records = fixture.run(new GetRecords(
                iterator(arn, disabled.shards().get(0).shardId(), ShardIteratorType.TRIM_HORIZON, null), null));
        assertEquals("a", key(records.records().get(0)));
        assertNull(records.nextShardIterator());

        fixture.run(change("Orders").stream(StreamViewType.NEW_IMAGE).request());
        String again = fixture.run(new DescribeTable("Orders")).table().latestStreamArn();
        assertNotEquals(arn, again);
        fixture.refused(
                "Table already has an enabled stream",
                change("Orders").stream(StreamViewType.NEW_IMAGE).request());
        assertEquals(
                2, fixture.run(new ListStreams("Orders", null, null)).streams().size());

        fixture.pass(Duration.ofHours(25));
        fixture.background.tick();
        assertEquals(
                List.of(again),
                fixture.run(new ListStreams("Orders", null, null)).streams().stream()
                        .map(ListStreams.Stream::streamArn)
                        .toList());
        fixture.restart();
        fixture.refused(
                "Requested resource not found: Stream: " + arn + " not found",
                new DescribeStream(arn, null, null, null, null));
    }

    @Test
    void aStreamOutlivesItsTable() {
        String arn = streamOf("Orders", StreamViewType.OLD_IMAGE);
        fixture.put("Orders", item("pk", "a"));
        fixture.run(new DeleteTable("Orders"));
        fixture.restart();
        assertEquals("a", key(all(arn).get(0)));
        fixture.pass(Duration.ofHours(25));
        fixture.background.tick();
        assertTrue(fixture.run(new ListStreams(null, null, null)).streams().isEmpty());
    }

    @Test
    void streamsArePaged() {
        List<String> arns = List.of(
                streamOf("A00", StreamViewType.KEYS_ONLY),
                streamOf("B00", StreamViewType.KEYS_ONLY),
                streamOf("C00", StreamViewType.KEYS_ONLY));
        ListStreams.Result first = fixture.run(new ListStreams(null, 2, null));
        assertEquals(arns.get(1), first.lastEvaluatedStreamArn());
        ListStreams.Result second = fixture.run(new ListStreams(null, 2, arns.get(1)));
        assertEquals(arns.get(2), second.streams().get(0).streamArn());
        assertNull(second.lastEvaluatedStreamArn());
    }

    private String streamOf(String name, StreamViewType view) {
        return fixture.run(table(name, "pk:S").stream(view).request())
                .tableDescription()
                .latestStreamArn();
    }

    private DescribeStream.StreamDescription describe(String arn) {
        return fixture.run(new DescribeStream(arn, null, null, null, null)).streamDescription();
    }

    private String iterator(String arn, String shard, ShardIteratorType type, String sequence) {
        return fixture.run(new GetShardIterator(arn, shard, type, sequence)).shardIterator();
    }

    /** The first page of every shard. */
    private List<StreamRecord> all(String arn) {
        return describe(arn).shards().stream()
                .flatMap(shard -> fixture
                        .run(new GetRecords(iterator(arn, shard.shardId(), ShardIteratorType.TRIM_HORIZON, null), null))
                        .records()
                        .stream())
                .toList();
    }

    private String read(String iterator) {
        StringBuilder keys = new StringBuilder();
        fixture.run(new GetRecords(iterator, null)).records().forEach(record -> keys.append(key(record)));
        return keys.toString();
    }

    private static String key(StreamRecord record) {
        return ((AttributeValue.S) record.keys().get("pk")).value();
    }
}
