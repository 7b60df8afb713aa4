package dev.partita.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.deploy.Listener;
import dev.partita.deploy.Meddling;
import dev.partita.deploy.Tables;
import dev.partita.embedded.Partita;
import dev.partita.engine.Engine;
import dev.partita.plan.Pause;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Tables carried from one database to another. */
class CopyTest {

    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    @TempDir
    private Path directory;

    // The clock stands: while a test runs, nothing expires but what was over before.
    private final Partita source = Partita.inMemory(Engine.Options.defaults().withClock(CLOCK));
    private final Partita target = Partita.inMemory(Engine.Options.defaults().withClock(CLOCK));
    private final DynamoDbClient from = source.client();
    private final DynamoDbClient to = target.client();

    @AfterEach
    void close() {
        source.close();
        target.close();
    }

    @Test
    void everyKindOfValueArrivesAndTheTableIsLikeTheSource() {
        from.createTable(table -> table.tableName("kinds")
                .attributeDefinitions(
                        definition("id", ScalarAttributeType.B),
                        definition("number", ScalarAttributeType.N),
                        definition("word", ScalarAttributeType.S))
                .keySchema(key("id", KeyType.HASH), key("number", KeyType.RANGE))
                .billingMode(BillingMode.PROVISIONED)
                .provisionedThroughput(units -> units.readCapacityUnits(7L).writeCapacityUnits(8L))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName("byWord")
                        .keySchema(key("word", KeyType.HASH))
                        .projection(projection -> projection
                                .projectionType(ProjectionType.INCLUDE)
                                .nonKeyAttributes("a", "b"))
                        .provisionedThroughput(
                                units -> units.readCapacityUnits(1L).writeCapacityUnits(2L))
                        .build())
                .streamSpecification(stream -> stream.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)));
        from.updateTimeToLive(ttl -> ttl.tableName("kinds")
                .timeToLiveSpecification(one -> one.attributeName("until").enabled(true)));
        for (int i = 0; i < 60; i++) {
            Map<String, AttributeValue> item = new HashMap<>(kinds());
            item.put("id", AttributeValue.fromB(SdkBytes.fromByteArray(new byte[] {(byte) i, 0, -1})));
            item.put("number", AttributeValue.fromN(i + ".50"));
            item.put("word", AttributeValue.fromS("w" + i % 7));
            if (i % 10 == 0) {
                item.put("large", AttributeValue.fromS("\u0001".repeat(390_000)));
            }
            from.putItem(put -> put.tableName("kinds").item(item));
        }

        Copy.TableReport report = run(copy());

        assertThat(report.copied()).isEqualTo(60);
        assertThat(report.comparison().isEqual()).isTrue();
        assertThat(report.comparison().sourceCount()).isEqualTo(60);
        assertThat(report.writeUnits()).isGreaterThan(6 * 381);
        assertThat(report.readUnits()).isPositive();
        assertThat(items(to, "kinds")).isEqualTo(items(from, "kinds"));
        TableDescription was = Tables.description(from, "kinds");
        TableDescription is = Tables.description(to, "kinds");
        assertThat(Tables.key(is)).isEqualTo("id (B), number (N)");
        assertThat(is.globalSecondaryIndexes().get(0).projection())
                .isEqualTo(was.globalSecondaryIndexes().get(0).projection());
        assertThat(is.globalSecondaryIndexes().get(0).provisionedThroughput().writeCapacityUnits())
                .isEqualTo(2);
        assertThat(is.provisionedThroughput().readCapacityUnits()).isEqualTo(7);
        assertThat(is.streamSpecification()).isEqualTo(was.streamSpecification());
        assertThat(Tables.expiry(to, "kinds")).isEqualTo("until");
        assertThat(checkpoint()).doesNotExist();
    }

    @Test
    void allTablesAreCopiedUnlessSomeAreNamedAndNamesMayChange() {
        for (String name : List.of("one", "two", "three")) {
            table(from, name);
            put(from, name, "a", name);
        }
        Copy.of(from, to).tables(Map.of("two", "zwei")).plan().run(Listener.SILENT);
        assertThat(to.listTables().tableNames()).containsExactly("zwei");
        Copy.of(from, to).plan().run(Listener.SILENT);
        assertThat(to.listTables().tableNames()).containsExactlyInAnyOrder("zwei", "one", "two", "three");
        assertThat(items(to, "zwei")).isEqualTo(items(from, "two"));
        // Within one database, too, if only the name is another.
        Copy.of(from, from).tables(Map.of("one", "eins")).plan().run(Listener.SILENT);
        assertThat(items(from, "eins")).isEqualTo(items(from, "one"));
    }

    /** The machine dies after so many requests, each time later; in the end everything is there, and nothing was done twice. */
    @Test
    void afterAnyEndTheSameCopyGoesOn() {
        table(from, "items");
        int count = 1500;
        for (int i = 0; i < count; i++) {
            put(from, "items", "key" + i, "x".repeat(9_000));
        }
        AtomicInteger written = new AtomicInteger();
        int runs = 0;
        boolean isDone = false;
        while (!isDone) {
            AtomicInteger left = new AtomicInteger(17);
            DynamoDbClient dying = Meddling.with(to, (operation, request, call) -> {
                if (request instanceof BatchWriteItemRequest batch) {
                    if (left.decrementAndGet() < 0) {
                        throw new IllegalStateException("the machine dies");
                    }
                    written.addAndGet(batch.requestItems().get("items").size());
                }
                return call.make();
            });
            // Every page is saved, as if a second had passed between any two.
            AtomicInteger looks = new AtomicInteger();
            InstantSource ticking = () -> NOW.plusSeconds(2L * looks.incrementAndGet());
            Copy copy = Copy.of(from, dying)
                    .segments(3)
                    .clock(ticking.withZone(ZoneOffset.UTC))
                    .checkpoint(checkpoint())
                    .plan();
            assertThat(copy.tables().get(0).done() >= 0).isEqualTo(runs > 0);
            runs++;
            try {
                Copy.TableReport report = copy.run(Listener.SILENT).get(0);
                assertThat(report.copied()).isEqualTo(count);
                assertThat(report.comparison().isEqual()).isTrue();
                isDone = true;
            } catch (IllegalStateException death) {
                assertThat(death).hasMessage("the machine dies");
                assertThat(checkpoint()).exists();
            }
        }
        assertThat(runs).isGreaterThan(3);
        // A hundred items in each of three segments may be lost with each death.
        assertThat(written.get()).isLessThan(count + runs * 3 * 100);
        assertThat(items(to, "items")).isEqualTo(items(from, "items"));
        assertThat(checkpoint()).doesNotExist();
    }

    @Test
    void whatABatchDoesNotGetToIsSentAgain() {
        table(from, "items");
        for (int i = 0; i < 200; i++) {
            put(from, "items", "key" + i, "v" + i);
        }
        Random random = new Random(7);
        AtomicInteger pauses = new AtomicInteger();
        Pause pause = duration -> pauses.incrementAndGet();
        DynamoDbClient busy = Meddling.with(to, (operation, request, call) -> {
            if (!(request instanceof BatchWriteItemRequest batch)) {
                return call.make();
            }
            List<WriteRequest> asked = batch.requestItems().get("items");
            assertThat(asked).hasSizeLessThanOrEqualTo(25).doesNotHaveDuplicates();
            int taken = random.nextInt(asked.size() + 1);
            if (taken > 0) {
                to.batchWriteItem(some -> some.requestItems(Map.of("items", asked.subList(0, taken))));
            }
            return BatchWriteItemResponse.builder()
                    .unprocessedItems(
                            taken == asked.size() ? Map.of() : Map.of("items", asked.subList(taken, asked.size())))
                    .build();
        });
        Copy.TableReport report =
                Copy.of(from, busy).pause(pause).plan().run(Listener.SILENT).get(0);
        assertThat(report.isGood()).isTrue();
        assertThat(pauses.get()).isPositive();
        assertThat(items(to, "items")).isEqualTo(items(from, "items"));
    }

    @Test
    void aCopyThatWouldOverwriteOrCannotBeRightIsNotBegun() {
        table(from, "items");
        put(from, "items", "a", "1");
        table(to, "items");
        put(to, "items", "b", "2");
        assertRefused(copy(), "The table items at the target holds items already. `overwrite` replaces");
        assertRefused(copy().tables(Map.of("nothing", "nothing")), "There is no table nothing at the source.");
        assertRefused(
                copy().tables(Map.of("items", "other")).create(false),
                "There is no table other at the target.  partita deploy  makes it from a design.");
        assertRefused(
                copy().tables(Map.of("items", "other")).verify(Copy.Verify.ONLY),
                "There is no table other at the target.");
        assertRefused(Copy.of(from, from), "The source and the target are the same table: items.");
        to.createTable(table -> table.tableName("numbers")
                .attributeDefinitions(definition("id", ScalarAttributeType.N))
                .keySchema(key("id", KeyType.HASH))
                .billingMode(BillingMode.PAY_PER_REQUEST));
        assertRefused(
                copy().tables(Map.of("items", "numbers")),
                "The key of numbers at the target is id (N), and items at the source has id (S); its items do not fit.");
        assertThat(items(to, "items")).hasSize(1);
        assertThat(checkpoint()).doesNotExist();
    }

    @Test
    void overwritingReplacesItemsWithTheSameKeyAndSaysWhatElseThereIs() {
        table(from, "items");
        put(from, "items", "a", "1");
        table(to, "items");
        put(to, "items", "a", "old");
        put(to, "items", "mine", "2");
        Copy.TableReport report = run(copy().overwrite(true));
        assertThat(report.isGood()).isFalse();
        assertThat(report.comparison().onlyTarget()).isEqualTo(1);
        assertThat(report.comparison().differing()).isEqualTo(1);
        assertThat(report.comparison().examples()).containsExactly("id = mine: only at the target");
        assertThat(report.comparison().changedSince()).isZero();
    }

    @Test
    void comparingFindsEveryDifference() {
        table(from, "items");
        table(to, "items");
        for (int i = 0; i < 2000; i++) {
            put(from, "items", "key" + i, "v" + i);
            if (i % 100 != 0) {
                put(to, "items", "key" + i, i % 250 == 1 ? "other" : "v" + i);
            }
        }
        put(to, "items", "extra", "x");
        Comparison found = run(copy().verify(Copy.Verify.ONLY)).comparison();
        assertThat(found.isEqual()).isFalse();
        assertThat(found.sourceCount()).isEqualTo(2000);
        assertThat(found.targetCount()).isEqualTo(1981);
        assertThat(found.onlySource()).isEqualTo(20);
        assertThat(found.different()).isEqualTo(8);
        assertThat(found.onlyTarget()).isEqualTo(1);
        assertThat(found.changedSince()).isEqualTo(-1);
        assertThat(found.isComplete()).isTrue();
        assertThat(found.examples()).hasSize(10);
    }

    @Test
    void whatChangesAtTheSourceMeanwhileIsToldFromWhatWentWrong() {
        table(from, "items");
        for (int i = 0; i < 100; i++) {
            put(from, "items", "key" + i, "v" + i);
        }
        Copy.TableReport report = copy().plan()
                .run(new Listener() {
                    @Override
                    public void ends(String table, String step, String result) {
                        if (step.equals(Copy.STEP)) {
                            put(from, "items", "key7", "changed");
                            put(from, "items", "new", "new");
                        }
                    }
                })
                .get(0);
        assertThat(report.comparison().different()).isEqualTo(1);
        assertThat(report.comparison().onlySource()).isEqualTo(1);
        assertThat(report.comparison().changedSince()).isEqualTo(2);
        assertThat(checkpoint()).exists();
    }

    @Test
    void expiredItemsAreCopiedOrLeftAsOneLikesAndNeverCompared() {
        table(from, "items");
        from.updateTimeToLive(ttl -> ttl.tableName("items")
                .timeToLiveSpecification(one -> one.attributeName("until").enabled(true)));
        for (int i = 0; i < 30; i++) {
            long until = NOW.getEpochSecond() + (i < 10 ? -100 : i < 15 ? 60 : 1_000_000);
            Map<String, AttributeValue> item =
                    Map.of("id", AttributeValue.fromS("k" + i), "until", AttributeValue.fromN(Long.toString(until)));
            from.putItem(put -> put.tableName("items").item(item));
        }
        // The sweep of the engine may have been by already.
        Set<String> expired = new HashSet<>();
        items(from, "items").forEach(item -> {
            if (Long.parseLong(item.get("until").n()) <= NOW.getEpochSecond()) {
                expired.add(item.get("id").s());
            }
        });
        Copy.TableReport skipped = run(copy().tables(Map.of("items", "fewer")).skipExpired(true));
        assertThat(skipped.copied()).isEqualTo(20);
        assertThat(skipped.isGood()).isTrue();
        assertThat(skipped.comparison().sourceCount()).isEqualTo(15);
        Copy.TableReport whole = run(copy().tables(Map.of("items", "all")));
        assertThat(whole.isGood()).isTrue();
        assertThat(whole.comparison().sourceCount()).isEqualTo(15);
        assertThat(whole.copied()).isBetween(20L, 20L + expired.size());
    }

    @Test
    void itemsThatTheTargetDoesNotTakeAreNamed() {
        table(from, "items");
        for (int i = 0; i < 60; i++) {
            put(from, "items", "key" + i, "text");
        }
        from.putItem(put -> put.tableName("items")
                .item(Map.of("id", AttributeValue.fromS("odd"), "value", AttributeValue.fromN("1"))));
        to.createTable(table -> table.tableName("items")
                .attributeDefinitions(
                        definition("id", ScalarAttributeType.S), definition("value", ScalarAttributeType.S))
                .keySchema(key("id", KeyType.HASH))
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName("byValue")
                        .keySchema(key("value", KeyType.HASH))
                        .projection(projection -> projection.projectionType(ProjectionType.ALL))
                        .build()));
        Copy.TableReport report = run(copy());
        assertThat(report.refused()).isEqualTo(1);
        assertThat(report.copied()).isEqualTo(60);
        assertThat(report.refusedExamples().get(0)).startsWith("id = odd: One or more parameter values were invalid");
        assertThat(report.isGood()).isFalse();
        assertThat(report.comparison().onlySource()).isEqualTo(1);
        assertThat(items(to, "items")).hasSize(60);
    }

    @Test
    void aCheckpointOfOtherTablesOrOfNobodyIsNotUsed() throws Exception {
        table(from, "items");
        put(from, "items", "a", "1");
        DynamoDbClient dying = Meddling.with(to, (operation, request, call) -> {
            if (request instanceof BatchWriteItemRequest) {
                throw new IllegalStateException("dead");
            }
            return call.make();
        });
        assertThatThrownBy(() ->
                        Copy.of(from, dying).checkpoint(checkpoint()).plan().run(Listener.SILENT))
                .hasMessage("dead");
        to.deleteTable(table -> table.tableName("items"));
        assertRefused(copy(), "The copy of items was begun with tables that are no longer there.");
        Files.writeString(checkpoint(), "{\"version\": 1, \"tables\": {\"items\": {}}}");
        assertRefused(copy(), "is no checkpoint of a copy");
        Files.writeString(checkpoint(), "what?");
        assertRefused(copy(), "is no checkpoint of a copy");
    }

    @Test
    void anEmptyTableIsCopiedToo() {
        table(from, "items");
        Copy.TableReport report = run(copy());
        assertThat(report.isGood()).isTrue();
        assertThat(report.copied()).isZero();
        assertThat(report.comparison().sourceChecksum()).isEqualTo("0".repeat(32));
    }

    private Copy.Builder copy() {
        return Copy.of(from, to).clock(CLOCK).checkpoint(checkpoint());
    }

    private static Copy.TableReport run(Copy.Builder copy) {
        return copy.plan().run(Listener.SILENT).get(0);
    }

    private Path checkpoint() {
        return directory.resolve("copy.json");
    }

    private static void assertRefused(Copy.Builder copy, String message) {
        assertThatThrownBy(copy::plan).isInstanceOf(CopyRefused.class).hasMessageContaining(message);
    }

    private static Map<String, AttributeValue> kinds() {
        return Map.ofEntries(
                Map.entry("s", AttributeValue.fromS("ünïcödé \"\\ \n")),
                Map.entry("empty", AttributeValue.fromS("")),
                Map.entry("n", AttributeValue.fromN("-1.2345678901234567890123456789012345678E-100")),
                Map.entry("b", AttributeValue.fromB(SdkBytes.fromString("bytes", StandardCharsets.UTF_8))),
                Map.entry("bool", AttributeValue.fromBool(false)),
                Map.entry("null", AttributeValue.fromNul(true)),
                Map.entry("ss", AttributeValue.fromSs(List.of("b", "a"))),
                Map.entry("ns", AttributeValue.fromNs(List.of("3", "1e2"))),
                Map.entry("bs", AttributeValue.fromBs(List.of(SdkBytes.fromByteArray(new byte[] {-1})))),
                Map.entry(
                        "l",
                        AttributeValue.fromL(List.of(AttributeValue.fromL(List.of()), AttributeValue.fromM(Map.of())))),
                Map.entry(
                        "m",
                        AttributeValue.fromM(
                                Map.of("x", AttributeValue.fromM(Map.of("y", AttributeValue.fromN("0")))))));
    }

    private static void table(DynamoDbClient client, String name) {
        client.createTable(table -> table.tableName(name)
                .attributeDefinitions(definition("id", ScalarAttributeType.S))
                .keySchema(key("id", KeyType.HASH))
                .billingMode(BillingMode.PAY_PER_REQUEST));
    }

    private static void put(DynamoDbClient client, String table, String id, String value) {
        client.putItem(put -> put.tableName(table)
                .item(Map.of("id", AttributeValue.fromS(id), "value", AttributeValue.fromS(value))));
    }

    private static Set<Map<String, AttributeValue>> items(DynamoDbClient client, String table) {
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        client.scanPaginator(scan -> scan.tableName(table)).items().forEach(items::add);
        return new HashSet<>(items);
    }

    private static AttributeDefinition definition(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }
}
