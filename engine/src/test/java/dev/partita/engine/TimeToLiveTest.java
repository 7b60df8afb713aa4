package dev.partita.engine;

import static dev.partita.engine.Fixture.item;
import static dev.partita.engine.TableMaker.all;
import static dev.partita.engine.TableMaker.table;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.partita.Seed;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.read.DescribeStream;
import dev.partita.engine.read.DescribeTable;
import dev.partita.engine.read.DescribeTimeToLive;
import dev.partita.engine.read.GetRecords;
import dev.partita.engine.read.GetShardIterator;
import dev.partita.engine.request.ShardIteratorType;
import dev.partita.engine.request.StreamRecord;
import dev.partita.engine.request.StreamViewType;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimeToLiveTest {

    private static final long FIVE_YEARS_SECONDS = 5L * 365 * 24 * 3600;

    private Fixture fixture = new Fixture();

    @AfterEach
    void everythingFollowsFromTheItems() {
        fixture.close();
    }

    @Test
    void expiredItemsAreDeletedWithTheirEntries() {
        fixture.run(table("Orders", "pk:S").global("byAt", all(), 1, "at:N").request());
        enable();
        long now = fixture.clock.epochSecond();
        fixture.put("Orders", item("pk", "soon", "ttl", now + 10, "at", 1));
        fixture.put("Orders", item("pk", "later", "ttl", now + 1000, "at", 1));
        fixture.put("Orders", item("pk", "never", "at", 1));
        fixture.background.tick();
        assertEquals(3, count());
        fixture.pass(Duration.ofSeconds(10));
        fixture.background.tick();
        assertEquals(3, count(), "an item is there in the second it expires at");
        fixture.pass(Duration.ofSeconds(1));
        fixture.background.tick();
        assertEquals(2, count());
        fixture.restart();
        fixture.pass(Duration.ofSeconds(1000));
        fixture.background.tick();
        assertEquals(1, count());
    }

    @Test
    void onlyNumbersOfSecondsNotTooLongAgoExpire() {
        fixture.run(table("Orders", "pk:S").request());
        enable();
        long now = fixture.clock.epochSecond();
        fixture.put("Orders", item("pk", "text", "ttl", String.valueOf(now - 10)));
        fixture.put("Orders", item("pk", "map", "ttl", new AttributeValue.L(List.of())));
        fixture.put(
                "Orders",
                item("pk", "nested", "m", new AttributeValue.M(item("ttl", 1).toMap())));
        fixture.put("Orders", item("pk", "ancient", "ttl", now - FIVE_YEARS_SECONDS - 1));
        fixture.put("Orders", item("pk", "zero", "ttl", 0));
        fixture.put("Orders", item("pk", "negative", "ttl", -5));
        fixture.put("Orders", item("pk", "millis", "ttl", now * 1000));
        fixture.put("Orders", item("pk", "huge", "ttl", new AttributeValue.N("1" + "0".repeat(37))));
        fixture.background.tick();
        assertEquals(8, count());
        fixture.put("Orders", item("pk", "old", "ttl", now - FIVE_YEARS_SECONDS + 1));
        fixture.put("Orders", item("pk", "fraction", "ttl", new AttributeValue.N((now - 1) + ".5")));
        fixture.background.tick();
        assertEquals(8, count());
    }

    @Test
    void onlyDeletionsByExpiryAreCountedAsSuch() {
        fixture.run(table("Orders", "pk:S").request());
        enable();
        long now = fixture.clock.epochSecond();
        fixture.put("Orders", item("pk", "a", "ttl", now + 10));
        fixture.put("Orders", item("pk", "b", "ttl", now + 10));
        fixture.put("Orders", item("pk", "c", "ttl", now + 10));
        fixture.delete("Orders", item("pk", "c"));
        assertEquals(0, fixture.engine.expiredItems("", "Orders"));
        fixture.pass(Duration.ofSeconds(11));
        fixture.background.tick();
        assertEquals(2, fixture.engine.expiredItems("", "Orders"));
        assertEquals(0, fixture.engine.expiredItems("", "Others"));
    }

    @Test
    void aRenewedItemStays() {
        fixture.run(table("Orders", "pk:S").request());
        enable();
        long now = fixture.clock.epochSecond();
        fixture.put("Orders", item("pk", "a", "ttl", now + 10));
        fixture.put("Orders", item("pk", "b", "ttl", now + 10));
        fixture.put("Orders", item("pk", "a", "ttl", now + 100));
        fixture.put("Orders", item("pk", "b"));
        fixture.pass(Duration.ofSeconds(50));
        fixture.background.tick();
        assertEquals(2, count());
        fixture.pass(Duration.ofSeconds(51));
        fixture.background.tick();
        assertEquals(1, count());
    }

    /** The sweep has found it when somebody renews it, and deletes it in a write that comes after. */
    @Test
    void anItemThatIsRenewedWhileTheSweepHasItStays() throws InterruptedException {
        fixture.run(table("Orders", "pk:S").request());
        enable();
        long now = fixture.clock.epochSecond();
        fixture.put("Orders", item("pk", "a", "ttl", now + 10));
        fixture.put("Orders", item("pk", "b", "ttl", now + 10));
        fixture.pass(Duration.ofSeconds(11));
        Table orders = fixture.engine.database("").table("Orders");
        byte[] rowKey = orders.rowKey(item("pk", "a"));
        CountDownLatch renewing = new CountDownLatch(1);
        Thread sweep = new Thread(() -> Expiry.sweep(fixture.engine, orders, 10));
        Thread renewal = new Thread(() -> fixture.engine.writer().submit(group -> {
            renewing.countDown();
            while (sweep.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            return group.apply(new Change(
                    orders, rowKey, group.read(rowKey), item("pk", "a", "ttl", fixture.clock.epochSecond() + 100)));
        }));
        renewal.start();
        renewing.await();
        sweep.start();
        renewal.join();
        sweep.join();
        assertEquals(1, count());
        assertEquals(
                item("pk", "a", "ttl", fixture.clock.epochSecond() + 100),
                Item.ofBytes(fixture.engine.store().get(rowKey)));
    }

    @Test
    void expiredItemsCanBeReadAndWrittenUntilTheyAreDeleted() {
        fixture.run(table("Orders", "pk:S").request());
        enable();
        fixture.put("Orders", item("pk", "a", "ttl", fixture.clock.epochSecond() - 10));
        fixture.put("Orders", item("pk", "a", "ttl", fixture.clock.epochSecond() - 20));
        assertEquals(1, count());
        fixture.delete("Orders", item("pk", "a"));
        fixture.background.tick();
        assertEquals(0, count());
    }

    @Test
    void theStreamTellsWhoDeleted() {
        String arn = fixture.run(
                        table("Orders", "pk:S").stream(StreamViewType.OLD_IMAGE).request())
                .tableDescription()
                .latestStreamArn();
        enable();
        Item expired = item("pk", "a", "ttl", fixture.clock.epochSecond() - 10);
        fixture.put("Orders", expired);
        fixture.put("Orders", item("pk", "b"));
        fixture.delete("Orders", item("pk", "b"));
        fixture.background.tick();
        String shard = fixture.run(new DescribeStream(arn, null, null, null, null))
                .streamDescription()
                .shards()
                .get(0)
                .shardId();
        String iterator = fixture.run(new GetShardIterator(arn, shard, ShardIteratorType.TRIM_HORIZON, null))
                .shardIterator();
        List<StreamRecord> records = fixture.run(new GetRecords(iterator, null)).records();
        assertEquals(
                List.of(false, false, false, true),
                records.stream().map(StreamRecord::byTimeToLive).toList());
        assertEquals("REMOVE", records.get(3).eventName());
        assertEquals(expired, records.get(3).oldImage());
    }

    @Test
    void itemsFromBeforeAreQueuedInTheBackground() {
        fixture.run(table("Orders", "pk:S").request());
        long now = fixture.clock.epochSecond();
        for (int i = 0; i < 350; i++) {
            fixture.put("Orders", item("pk", "p" + i, "ttl", now - 10));
        }
        enable();
        fixture.background.runOne();
        fixture.restart();
        fixture.background.runAll();
        assertTrue(fixture.table("Orders").definition().timeToLive().queued());
        fixture.check();
        fixture.background.tick();
        assertEquals(0, count());
    }

    @Test
    void theSweepIsBoundedAndSpeedsUpWhileMoreIsDue() {
        fixture.run(table("Orders", "pk:S").request());
        enable();
        long now = fixture.clock.epochSecond();
        for (int i = 0; i < 3500; i++) {
            fixture.put("Orders", item("pk", "p" + i, "ttl", now - 10));
        }
        fixture.background.tick();
        assertEquals(2500, count());
        fixture.background.tick();
        assertEquals(500, count());
        fixture.background.tick();
        assertEquals(0, count());
        for (int i = 0; i < 1500; i++) {
            fixture.put("Orders", item("pk", "p" + i, "ttl", now - 10));
        }
        fixture.background.tick();
        assertEquals(500, count());
    }

    @Test
    void eachTableHasItsShareOfTheSweep() {
        fixture.run(table("Orders", "pk:S").request());
        fixture.run(table("Parts", "pk:S").request());
        enable();
        fixture.run(new UpdateTimeToLive("Parts", "ttl", true));
        long now = fixture.clock.epochSecond();
        for (int i = 0; i < 1200; i++) {
            fixture.put("Orders", item("pk", "p" + i, "ttl", now - 10));
            fixture.put("Parts", item("pk", "p" + i, "ttl", now - 10));
        }
        fixture.background.tick();
        assertEquals(700, count());
        assertEquals(700, fixture.run(new DescribeTable("Parts")).table().itemCount());
    }

    @Test
    void closingAnEngineEndsItsWorkInTheBackground() {
        fixture.run(table("Orders", "pk:S").request());
        enable();
        assertEquals(1, fixture.background.repeatedCount());
        fixture.restart();
        assertEquals(1, fixture.background.repeatedCount());
        fixture.close();
        assertEquals(0, fixture.background.repeatedCount());
        fixture.background.runAll();
        fixture = new Fixture();
    }

    @Test
    void largeItemsAreDeletedInSeveralWrites() {
        fixture.run(table("Orders", "pk:S").stream(StreamViewType.OLD_IMAGE).request());
        enable();
        for (int i = 0; i < 12; i++) {
            fixture.put(
                    "Orders",
                    item("pk", "p" + i, "ttl", fixture.clock.epochSecond() - 10, "text", "x".repeat(300_000)));
        }
        fixture.background.tick();
        assertEquals(0, count());
    }

    @Test
    void theDelayOfTheServiceIsImitated() {
        fixture.close();
        fixture = new Fixture(3600);
        fixture.run(table("Orders", "pk:S").request());
        enable();
        fixture.put("Orders", item("pk", "a", "ttl", fixture.clock.epochSecond()));
        fixture.pass(Duration.ofMinutes(59));
        fixture.background.tick();
        assertEquals(1, count());
        fixture.pass(Duration.ofMinutes(2));
        fixture.background.tick();
        assertEquals(0, count());
    }

    @Test
    void aClockThatJumpsDeletesNothingUntilItWentEvenlyForTenMinutes() {
        fixture.run(table("Orders", "pk:S").request());
        enable();
        fixture.put("Orders", item("pk", "a", "ttl", fixture.clock.epochSecond() + 1000));
        fixture.background.tick();
        fixture.clock.advance(Duration.ofDays(1));
        fixture.background.tick();
        assertEquals(1, count());
        fixture.pass(Duration.ofMinutes(9));
        fixture.background.tick();
        assertEquals(1, count());
        fixture.pass(Duration.ofMinutes(1));
        fixture.background.tick();
        assertEquals(0, count());
    }

    @Test
    void aJumpThatIsTakenBackDeletesNothing() {
        fixture.run(table("Orders", "pk:S").request());
        enable();
        fixture.put("Orders", item("pk", "a", "ttl", fixture.clock.epochSecond() + 86_400));
        fixture.background.tick();
        fixture.clock.advance(Duration.ofDays(3650));
        fixture.background.tick();
        fixture.pass(Duration.ofMinutes(5));
        fixture.clock.advance(Duration.ofDays(-3650));
        fixture.background.tick();
        fixture.pass(Duration.ofMinutes(20));
        fixture.background.tick();
        assertEquals(1, count());
    }

    @Test
    void disablingEmptiesTheQueue() {
        fixture.run(table("Orders", "pk:S").request());
        enable();
        fixture.put("Orders", item("pk", "a", "ttl", fixture.clock.epochSecond() - 10));
        fixture.pass(Duration.ofHours(1));
        fixture.run(new UpdateTimeToLive("Orders", "ttl", false));
        fixture.background.tick();
        assertEquals(1, count());
        assertEquals(new DescribeTimeToLive.Result("DISABLED", null), fixture.run(new DescribeTimeToLive("Orders")));
        fixture.pass(Duration.ofHours(1));
        fixture.run(new UpdateTimeToLive("Orders", "other", true));
        assertEquals(new DescribeTimeToLive.Result("ENABLED", "other"), fixture.run(new DescribeTimeToLive("Orders")));
        fixture.background.runAll();
        fixture.background.tick();
        assertEquals(1, count());
    }

    @Test
    void changesAreChecked() {
        fixture.refused(
                "Requested resource not found: Table: Orders not found", new UpdateTimeToLive("Orders", "ttl", true));
        fixture.refused("Requested resource not found: Table: Orders not found", new DescribeTimeToLive("Orders"));
        fixture.run(table("Orders", "pk:S").request());
        fixture.refused("TimeToLive is already disabled", new UpdateTimeToLive("Orders", "ttl", false));
        assertEquals(
                new UpdateTimeToLive.Result("ttl", true), fixture.run(new UpdateTimeToLive("Orders", "ttl", true)));
        fixture.refused("TimeToLive is already enabled", new UpdateTimeToLive("Orders", "ttl", true));
        fixture.refused(
                "TimeToLive is active on a different AttributeName", new UpdateTimeToLive("Orders", "other", true));
        fixture.refused(
                "TimeToLive has been modified multiple times within a fixed interval",
                new UpdateTimeToLive("Orders", "ttl", false));
        fixture.pass(Duration.ofHours(1));
        fixture.run(new UpdateTimeToLive("Orders", "ttl", false));
    }

    @RepeatedTest(10)
    void theQueueFollowsFromTheItemsUnderRandomWrites() {
        Seed seed = Seed.draw();
        try {
            expireAmongRandomWrites(seed.random());
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    @Test
    void theQueueOnDiskFollowsFromTheItems(@TempDir Path directory) {
        fixture.close();
        fixture = new Fixture(directory);
        theQueueFollowsFromTheItemsUnderRandomWrites();
    }

    @Test
    void whatExpiresBehindTheSweepIsStillFound() {
        fixture.run(table("Orders", "pk:S").request());
        enable();
        long now = fixture.clock.epochSecond();
        fixture.background.tick();
        fixture.put("Orders", item("pk", "a", "ttl", now - 1000));
        fixture.background.tick();
        assertEquals(0, count());
        fixture.put("Orders", item("pk", "b", "ttl", now - 2000));
        fixture.put("Orders", item("pk", "c", "ttl", now + 5));
        fixture.pass(Duration.ofSeconds(100));
        fixture.background.tick();
        assertEquals(0, count());
    }

    private void expireAmongRandomWrites(Random random) {
        fixture.run(table("Orders", "pk:S", "sk:N")
                .local("byTtl", all(), "pk", "ttl:N")
                .request());
        long start = fixture.clock.epochSecond();
        for (int i = 0; i < 300; i++) {
            write(random, start);
        }
        enable();
        for (int i = 0; i < 300; i++) {
            write(random, start);
            switch (random.nextInt(20)) {
                case 0 -> fixture.restart();
                case 1 -> fixture.background.runOne();
                case 2 -> {
                    fixture.pass(Duration.ofSeconds(random.nextInt(20)));
                    fixture.background.tick();
                    fixture.check();
                }
                case 3 -> fixture.check();
                default -> {}
            }
        }
        fixture.background.runAll();
        fixture.pass(Duration.ofDays(1));
        fixture.background.tick();
        Consistency.read(fixture.engine, fixture.table("Orders").prefix())
                .values()
                .forEach(item -> assertTrue(!item.has("ttl"), "expired but there: " + item));
    }

    private void write(Random random, long start) {
        Item key = item("pk", "p" + random.nextInt(12), "sk", random.nextInt(12));
        switch (random.nextInt(4)) {
            case 0 -> fixture.delete("Orders", key);
            case 1 -> fixture.put("Orders", key);
            default ->
                fixture.put(
                        "Orders",
                        item(
                                "pk",
                                "p" + random.nextInt(12),
                                "sk",
                                random.nextInt(12),
                                "ttl",
                                start + random.nextInt(300)));
        }
    }

    private void enable() {
        fixture.run(new UpdateTimeToLive("Orders", "ttl", true));
    }

    private long count() {
        return fixture.run(new DescribeTable("Orders")).table().itemCount();
    }
}
