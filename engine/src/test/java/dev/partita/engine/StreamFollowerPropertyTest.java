package dev.partita.engine;

import static dev.partita.engine.Fixture.item;
import static dev.partita.engine.TableMaker.table;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.partita.Seed;
import dev.partita.engine.internal.table.Table;
import dev.partita.engine.read.DescribeStream;
import dev.partita.engine.read.GetRecords;
import dev.partita.engine.read.GetShardIterator;
import dev.partita.engine.request.ShardIteratorType;
import dev.partita.engine.request.StreamRecord;
import dev.partita.engine.request.StreamViewType;
import dev.partita.item.ApiException;
import dev.partita.item.Item;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamFollowerPropertyTest {

    @RepeatedTest(20)
    void aFollowerSeesEveryChangeOnceWhateverHappensBetween() {
        Seed seed = Seed.draw();
        try (Fixture fixture = new Fixture()) {
            follow(fixture, seed.random(), 400);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    @Test
    void aFollowerSeesEveryChangeOnceAcrossRestartsOnDisk(@TempDir Path directory) {
        Seed seed = Seed.draw();
        try (Fixture fixture = new Fixture(directory)) {
            follow(fixture, seed.random(), 150);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    private static void follow(Fixture fixture, Random random, int steps) {
        String arn = fixture.run(table("Orders", "pk:S").stream(StreamViewType.NEW_AND_OLD_IMAGES)
                        .request())
                .tableDescription()
                .latestStreamArn();
        Follower follower = new Follower(arn);
        List<List<Item>> written = new ArrayList<>();
        for (int step = 0; step < steps; step++) {
            switch (random.nextInt(12)) {
                case 0 -> fixture.restart();
                case 1 -> {
                    fixture.pass(Duration.ofMinutes(random.nextInt(90)));
                    fixture.background.tick();
                }
                case 2, 3, 4 -> follower.poll(fixture.engine, 1 + random.nextInt(5));
                default -> write(fixture, random, written);
            }
            // Behind by less than the iterator's quarter of an hour is not promised to anybody; polling renews it.
            follower.poll(fixture.engine, 1);
        }
        follower.poll(fixture.engine, Integer.MAX_VALUE);
        assertEquals(written, follower.seen);
    }

    private static void write(Fixture fixture, Random random, List<List<Item>> written) {
        Item item = random.nextInt(3) == 0
                ? item("pk", "p" + random.nextInt(5))
                : item("pk", "p" + random.nextInt(5), "n", random.nextInt(3));
        Table table = fixture.table("Orders");
        Item before = before(fixture, table, item);
        boolean delete = random.nextInt(3) == 0;
        Item after = delete ? Item.NONE : item;
        if (delete) {
            fixture.delete("Orders", item);
        } else {
            fixture.put("Orders", item);
        }
        if (!before.equals(after)) {
            written.add(List.of(before, after));
        }
    }

    private static Item before(Fixture fixture, Table table, Item item) {
        byte[] stored = fixture.engine.store().get(table.rowKey(item));
        return stored == null ? Item.NONE : Item.ofBytes(stored);
    }

    /** Reads a shard to its end, then its child, as a consumer library does. */
    private static final class Follower {
        private final String arn;
        private final List<List<Item>> seen = new ArrayList<>();
        private final List<String> sequences = new ArrayList<>();
        private String shard;
        private String iterator;

        Follower(String arn) {
            this.arn = arn;
        }

        void poll(Engine engine, int times) {
            Database database = engine.database("");
            for (int i = 0; i < times; i++) {
                if (iterator == null && !enterNextShard(database)) {
                    return;
                }
                GetRecords.Result page;
                try {
                    page = new GetRecords(iterator, 3).run(database).join();
                } catch (ApiException expired) {
                    renew(database);
                    continue;
                }
                for (StreamRecord record : page.records()) {
                    seen.add(List.of(record.oldImage(), record.newImage()));
                    sequences.add(record.sequenceNumber());
                }
                boolean atTip = page.records().isEmpty() && page.nextShardIterator() != null;
                iterator = page.nextShardIterator();
                if (atTip) {
                    return;
                }
            }
        }

        private boolean enterNextShard(Database database) {
            List<DescribeStream.Shard> children = new DescribeStream(arn, null, null, null, null)
                    .run(database).join().streamDescription().shards().stream()
                            .filter(one -> shard == null || shard.equals(one.parentShardId()))
                            .toList();
            if (children.isEmpty()) {
                return false;
            }
            shard = children.get(0).shardId();
            sequences.clear();
            renew(database);
            return true;
        }

        private void renew(Database database) {
            String last = sequences.isEmpty() ? null : sequences.get(sequences.size() - 1);
            iterator = new GetShardIterator(
                            arn,
                            shard,
                            last == null ? ShardIteratorType.TRIM_HORIZON : ShardIteratorType.AFTER_SEQUENCE_NUMBER,
                            last)
                    .run(database)
                    .join()
                    .shardIterator();
        }
    }

    @Test
    void aFollowerAtTheTipOfABusyStreamSkipsAndRepeatsNothing() throws InterruptedException {
        int threads = 3;
        int writes = 4000;
        try (Engine engine = Engine.inMemory(Engine.Options.defaults())) {
            Database database = engine.database("");
            String arn = table("Orders", "pk:S", "sk:N").stream(StreamViewType.NEW_IMAGE)
                    .request()
                    .run(database)
                    .join()
                    .tableDescription()
                    .latestStreamArn();
            AtomicBoolean done = new AtomicBoolean();
            Follower follower = new Follower(arn);
            Thread reader = new Thread(() -> {
                while (!done.get()) {
                    follower.poll(engine, 10);
                }
                follower.poll(engine, Integer.MAX_VALUE);
            });
            reader.start();
            List<Thread> writers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                String pk = "p" + i;
                writers.add(new Thread(() -> {
                    for (int n = 0; n < writes; n++) {
                        Item item = item("pk", pk, "sk", n);
                        engine.writer()
                                .submit(group -> {
                                    Table table = engine.findTable("", "Orders");
                                    return group.apply(new Change(table, table.rowKey(item), Item.NONE, item));
                                })
                                .join();
                    }
                }));
            }
            writers.forEach(Thread::start);
            for (Thread writer : writers) {
                writer.join();
            }
            done.set(true);
            reader.join();
            for (int i = 0; i < threads; i++) {
                String pk = "p" + i;
                List<Item> expected = new ArrayList<>();
                for (int n = 0; n < writes; n++) {
                    expected.add(item("pk", pk, "sk", n));
                }
                List<Item> seen = follower.seen.stream()
                        .map(images -> images.get(1))
                        .filter(image -> image.get("pk").equals(item("pk", pk).get("pk")))
                        .toList();
                assertEquals(expected, seen);
            }
        }
    }
}
