package dev.partita.engine;

import static dev.partita.engine.Fixture.item;
import static dev.partita.engine.TableChange.change;
import static dev.partita.engine.TableMaker.all;
import static dev.partita.engine.TableMaker.include;
import static dev.partita.engine.TableMaker.keysOnly;
import static dev.partita.engine.TableMaker.table;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.partita.Seed;
import dev.partita.engine.internal.table.IndexDefinition;
import dev.partita.engine.internal.table.Table;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackfillPropertyTest {

    @RepeatedTest(20)
    void anIndexFilledAmongRandomWritesEqualsOneRebuilt() {
        Seed seed = Seed.draw();
        try (Fixture fixture = new Fixture()) {
            fillAmongRandomWrites(fixture, seed.random());
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    @Test
    void anIndexFilledOnDiskEqualsOneRebuilt(@TempDir Path directory) {
        Seed seed = Seed.draw();
        try (Fixture fixture = new Fixture(directory)) {
            fillAmongRandomWrites(fixture, seed.random());
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    private static void fillAmongRandomWrites(Fixture fixture, Random random) {
        fixture.run(table("Orders", "pk:S", "sk:N")
                .local("byName", keysOnly(), "pk", "name:S")
                .request());
        for (int i = 0; i < 600; i++) {
            write(fixture, random);
        }
        fixture.run(change("Orders")
                .define("at:N")
                .create("byAt", List.of(all(), keysOnly(), include("more")).get(random.nextInt(3)), "at", "name")
                .request());
        boolean more = true;
        while (more) {
            for (int i = random.nextInt(40); i > 0; i--) {
                write(fixture, random);
            }
            if (random.nextInt(10) == 0) {
                fixture.restart();
            }
            fixture.check();
            more = fixture.background.runOne();
        }
        assertEquals(
                IndexDefinition.Status.ACTIVE,
                fixture.table("Orders").definition().indexes().get(1).status());
    }

    /** Several writes in one group now and then, so that they meet each other's entries. */
    private static void write(Fixture fixture, Random random) {
        int count = random.nextInt(4) == 0 ? 1 + random.nextInt(5) : 1;
        List<Item> items =
                IntStream.range(0, count).mapToObj(i -> randomItem(random)).toList();
        CompletableFuture<Void> done = fixture.engine.writer().submit(group -> {
            Table table = fixture.table("Orders");
            for (Item item : items) {
                byte[] rowKey = table.rowKey(item);
                Item after = item.has("gone") ? Item.NONE : item;
                group.apply(new Change(table, rowKey, group.read(rowKey), after));
            }
            return null;
        });
        done.join();
    }

    private static Item randomItem(Random random) {
        Item key = item("pk", "p" + random.nextInt(20), "sk", random.nextInt(20));
        Map<String, AttributeValue> attributes = key.toMap();
        if (random.nextInt(3) == 0) {
            attributes.put("gone", AttributeValue.Bool.TRUE);
            return Item.of(attributes);
        }
        if (random.nextInt(4) != 0) {
            attributes.put("name", new AttributeValue.S("n" + random.nextInt(3)));
        }
        switch (random.nextInt(5)) {
            case 0 -> attributes.put("at", new AttributeValue.S("wrong type"));
            case 1 -> attributes.put("more", AttributeValue.N.of(random.nextInt(1000)));
            default -> attributes.put("at", AttributeValue.N.of(random.nextInt(3)));
        }
        return Item.of(attributes);
    }

    @Test
    void writersOnOtherThreadsDoNotDisturbABackfill() throws InterruptedException {
        try (Engine engine = Engine.inMemory(Engine.Options.defaults())) {
            fillUnderLoad(engine);
        }
    }

    @Test
    void writersOnOtherThreadsDoNotDisturbABackfillOnDisk(@TempDir Path directory) throws InterruptedException {
        Engine.Options options = Engine.Options.defaults().withDurability(Engine.Durability.OS);
        try (Engine engine = Engine.open(directory, options)) {
            fillUnderLoad(engine);
        }
    }

    private static void fillUnderLoad(Engine engine) throws InterruptedException {
        Database database = engine.database("");
        table("Orders", "pk:S", "sk:N").request().run(database).join();
        writeFor(engine, new Random(99));
        List<Thread> writers = IntStream.range(0, 3)
                .mapToObj(i -> new Thread(() -> writeFor(engine, new Random(i))))
                .toList();
        writers.forEach(Thread::start);
        change("Orders")
                .define("at:N")
                .create("byAt", all(), "at")
                .request()
                .run(database)
                .join();
        for (Thread writer : writers) {
            writer.join();
        }
        while (engine.findTable("", "Orders").definition().indexes().get(0).status() != IndexDefinition.Status.ACTIVE) {
            Thread.onSpinWait();
        }
        Consistency.check(engine);
    }

    private static void writeFor(Engine engine, Random random) {
        for (int i = 0; i < 3000; i++) {
            Item item = item("pk", "p" + random.nextInt(50), "sk", random.nextInt(50), "at", random.nextInt(5));
            boolean delete = random.nextInt(4) == 0;
            engine.writer()
                    .submit(group -> {
                        Table table = engine.findTable("", "Orders");
                        byte[] rowKey = table.rowKey(item);
                        return group.apply(new Change(table, rowKey, group.read(rowKey), delete ? Item.NONE : item));
                    })
                    .join();
        }
    }
}
