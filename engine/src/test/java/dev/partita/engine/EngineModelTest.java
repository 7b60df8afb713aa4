package dev.partita.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.engine.read.Query;
import dev.partita.engine.read.Scan;
import dev.partita.engine.request.BillingMode;
import dev.partita.engine.request.KeyType;
import dev.partita.engine.request.ProjectionType;
import dev.partita.engine.request.ReturnValues;
import dev.partita.engine.request.TableSpec;
import dev.partita.item.AttributeValue;
import dev.partita.item.AttributeValue.N;
import dev.partita.item.AttributeValue.S;
import dev.partita.item.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine equals a map under random calls, and everything kept beside the items equals a rebuild. */
class EngineModelTest {

    private static final String TABLE = "model";

    private record Key(String pk, int sk) {
        Item item() {
            return new Item.Builder().add("pk", new S(pk)).add("sk", N.of(sk)).build();
        }
    }

    private final Map<Key, Item> model =
            new TreeMap<>(Comparator.comparing(Key::pk).thenComparing(Key::sk));
    private SplittableRandom random;
    private Database database;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void equalsAMapUnderRandomCalls(long seed) {
        random = new SplittableRandom(seed);
        try (Engine engine = Engine.inMemory(Engine.Options.defaults())) {
            database = engine.database("");
            createTable();
            for (int i = 0; i < 1500; i++) {
                step();
                if (i % 100 == 99) {
                    compareQueries();
                }
            }
            assertThat(scan(database)).containsExactlyInAnyOrderElementsOf(model.values());
            Consistency.check(engine);
            try (Engine fork = engine.fork()) {
                put(randomKey());
                assertThat(scan(fork.database(""))).hasSizeBetween(model.size() - 1, model.size());
                Consistency.check(fork);
            }
        }
    }

    private void step() {
        switch (random.nextInt(6)) {
            case 0, 1 -> put(randomKey());
            case 2 -> delete(randomKey());
            case 3 -> update(randomKey());
            case 4 -> batch();
            default -> transact();
        }
    }

    private void put(Key key) {
        Item item = randomItem(key);
        new PutItem(TABLE, item, null, null, null, null, null, null, null, null, null)
                .run(database)
                .join();
        model.put(key, item);
    }

    private void delete(Key key) {
        DeleteItem.Result result = new DeleteItem(
                        TABLE, key.item(), null, null, null, null, null, ReturnValues.ALL_OLD, null, null, null)
                .run(database)
                .join();
        Item before = model.remove(key);
        assertThat(result.attributes()).isEqualTo(before == null ? Item.NONE : before);
    }

    private void update(Key key) {
        AttributeValue value = new S("u" + random.nextInt(3));
        String name = List.of("l", "g", "rest").get(random.nextInt(3));
        UpdateItem.Result result = new UpdateItem(
                        TABLE,
                        key.item(),
                        "SET " + name + " = :v REMOVE h",
                        null,
                        null,
                        Map.of(":v", value),
                        null,
                        null,
                        null,
                        ReturnValues.ALL_NEW,
                        null,
                        null,
                        null)
                .run(database)
                .join();
        Map<String, AttributeValue> after = model.getOrDefault(key, key.item()).toMap();
        after.put(name, value);
        after.remove("h");
        model.put(key, Item.of(after));
        assertThat(result.attributes()).isEqualTo(Item.of(after));
    }

    private void batch() {
        List<BatchWriteItem.WriteRequest> requests = new ArrayList<>();
        for (Key key : randomKeys(5)) {
            if (random.nextBoolean()) {
                Item item = randomItem(key);
                requests.add(new BatchWriteItem.WriteRequest(item, null));
                model.put(key, item);
            } else {
                requests.add(new BatchWriteItem.WriteRequest(null, key.item()));
                model.remove(key);
            }
        }
        new BatchWriteItem(Map.of(TABLE, requests), null, null).run(database).join();
    }

    private void transact() {
        List<TransactWriteItems.Action> actions = new ArrayList<>();
        for (Key key : randomKeys(4)) {
            Item item = randomItem(key);
            actions.add(new TransactWriteItems.Action(
                    TransactWriteItems.Kind.PUT, TABLE, item, null, null, null, null, null, null));
            model.put(key, item);
        }
        new TransactWriteItems(actions, null, null, null).run(database).join();
    }

    private void compareQueries() {
        String pk = randomKey().pk();
        List<Item> expected = new ArrayList<>();
        model.forEach((key, item) -> {
            if (key.pk().equals(pk)) {
                expected.add(item);
            }
        });
        assertThat(query(null, "pk = :v", new S(pk), true)).isEqualTo(expected);
        List<Item> reversed = new ArrayList<>(expected);
        Collections.reverse(reversed);
        assertThat(query(null, "pk = :v", new S(pk), false)).isEqualTo(reversed);
        AttributeValue g = new S("g" + random.nextInt(3));
        assertThat(query("all", "g = :v", g, random.nextBoolean()))
                .containsExactlyInAnyOrderElementsOf(model.values().stream()
                        .filter(item -> g.equals(item.get("g")))
                        .toList());
    }

    private List<Item> query(String index, String condition, AttributeValue value, boolean forward) {
        List<Item> items = new ArrayList<>();
        Item start = null;
        do {
            int limit = 1 + random.nextInt(4);
            Query.Result page = new Query(
                            TABLE,
                            index,
                            null,
                            null,
                            limit,
                            null,
                            null,
                            null,
                            null,
                            forward,
                            start,
                            null,
                            null,
                            null,
                            condition,
                            null,
                            Map.of(":v", value))
                    .run(database)
                    .join();
            items.addAll(page.items());
            assertThat(page.items().size()).isLessThanOrEqualTo(limit);
            start = page.lastEvaluatedKey();
        } while (start.isPresent());
        return items;
    }

    private static List<Item> scan(Database database) {
        return new Scan(TABLE, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null)
                .run(database)
                .join()
                .items();
    }

    private List<Key> randomKeys(int count) {
        return Stream.generate(this::randomKey).limit(count).distinct().toList();
    }

    private Key randomKey() {
        return new Key("p" + random.nextInt(5), random.nextInt(12) - 6);
    }

    private Item randomItem(Key key) {
        Item.Builder item = new Item.Builder().add("pk", new S(key.pk())).add("sk", N.of(key.sk()));
        if (random.nextBoolean()) {
            item.add("l", new S("l" + random.nextInt(3)));
        }
        if (random.nextBoolean()) {
            item.add("g", new S("g" + random.nextInt(3)));
        }
        if (random.nextBoolean()) {
            item.add("h", N.of(random.nextInt(5)));
        }
        return item.add("rest", new S("x".repeat(random.nextInt(40)))).build();
    }

    private void createTable() {
        new CreateTable(
                        List.of(
                                definition("pk", AttributeValue.Type.S),
                                definition("sk", AttributeValue.Type.N),
                                definition("l", AttributeValue.Type.S),
                                definition("g", AttributeValue.Type.S),
                                definition("h", AttributeValue.Type.N)),
                        TABLE,
                        keys("pk", "sk"),
                        List.of(index("local", keys("pk", "l"), ProjectionType.KEYS_ONLY, null)),
                        List.of(
                                index("all", keys("g", null), ProjectionType.ALL, null),
                                index("some", keys("g", "h"), ProjectionType.INCLUDE, List.of("rest"))),
                        BillingMode.PAY_PER_REQUEST,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null)
                .run(database)
                .join();
    }

    private static TableSpec.AttributeDefinition definition(String name, AttributeValue.Type type) {
        return new TableSpec.AttributeDefinition(name, type);
    }

    private static List<TableSpec.KeySchemaElement> keys(String hash, String range) {
        TableSpec.KeySchemaElement first = new TableSpec.KeySchemaElement(hash, KeyType.HASH);
        return range == null ? List.of(first) : List.of(first, new TableSpec.KeySchemaElement(range, KeyType.RANGE));
    }

    private static TableSpec.IndexRequest index(
            String name, List<TableSpec.KeySchemaElement> keys, ProjectionType type, List<String> more) {
        return new TableSpec.IndexRequest(name, keys, new TableSpec.Projection(type, more), null, null, null);
    }
}
