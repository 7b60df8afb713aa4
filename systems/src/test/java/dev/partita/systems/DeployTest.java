package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.copy.Copy;
import dev.partita.deploy.AllowedChanges;
import dev.partita.deploy.Deployment;
import dev.partita.deploy.Listener;
import dev.partita.deploy.TablePlan;
import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.embedded.Partita;
import dev.partita.item.Item;
import dev.partita.oracle.DynamoDbLocal;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.SampleItems;
import dev.partita.sdk.SdkItems;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Deployments and copies at Partita and at DynamoDB Local, and between the two. */
@Tag("slow")
class DeployTest {

    /** Where to. */
    enum Place {
        PARTITA,
        DYNAMODB_LOCAL
    }

    private static final Map<String, Codec> CODECS = new ConcurrentHashMap<>();
    private static DynamoDbLocal process;
    private static DynamoDbClient local;

    @TempDir
    private Path directory;

    private final Partita partita = Partita.inMemory();

    @BeforeAll
    static void start() {
        process = DynamoDbLocal.start();
        local = DynamoDbClient.builder()
                .endpointOverride(process.endpoint())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    @AfterAll
    static void stop() {
        local.close();
        process.close();
    }

    @AfterEach
    void clean() {
        partita.close();
        for (String table : local.listTablesPaginator().tableNames()) {
            local.updateTable(request -> request.tableName(table).deletionProtectionEnabled(false));
            local.deleteTable(request -> request.tableName(table));
        }
    }

    private DynamoDbClient client(Place place) {
        return place == Place.PARTITA ? partita.client() : local;
    }

    @ParameterizedTest
    @EnumSource
    void theFiveDesignsAreDeployedOnceAndThenThereIsNothingToDo(Place place) {
        List<String> results = new ArrayList<>();
        for (String name : Systems.names()) {
            Design design = Systems.design(name);
            Deployment first = deployment(design, place).plan();
            assertThat(first.tables())
                    .allSatisfy(table -> assertThat(table.exists()).isFalse());
            assertThat(first.apply(Listener.SILENT)).isEmpty();
            assertThat(lines(deployment(design, place).plan())).as(name).isEmpty();
            load(design, client(place));
            Deployment again =
                    deployment(design, place).filling(Deployment.Filling.ALWAYS).plan();
            assertThat(again.apply(new Listener() {
                        @Override
                        public void ends(String table, String step, String result) {
                            results.add(result);
                        }
                    }))
                    .as(name)
                    .isEmpty();
        }
        // What the codec wrote has the keys that the repair would give it. Not every table has keys that are computed.
        assertThat(results).hasSizeGreaterThan(3).allSatisfy(result -> assertThat(result)
                .startsWith("0 of "));
    }

    private static final String BEFORE = """
            design: shop
            tables:
              main:
                name: shop
                key: { partition: pk, sort: sk }
                billing: on-demand
            entities:
              Customer:
                key: { pk: "CUSTOMER#{customerId}", sk: META }
                attributes: { customerId: string, email: string }
            """;

    private static final String AFTER = BEFORE.replace("    billing: on-demand\n", """
                        billing: { read: 5, write: 6 }
                        expiry: until
                        stream: both
                        indexes:
                          byEmail: { partition: emailKey, projection: keys }
                          byName: { partition: nameKey, sort: sk, projection: [email] }
                    """)
            .replace(
                    "    attributes:",
                    "    byEmail: { emailKey: \"EMAIL#{email:lower}\" }\n    byName: { nameKey: \"N#{customerId}\" }\n"
                            + "    attributes:");

    @ParameterizedTest
    @EnumSource
    void aTableGrowsAndShrinksWithItsDesign(Place place) {
        DynamoDbClient client = client(place);
        deploy(BEFORE, place);
        for (int i = 0; i < 100; i++) {
            put(client, BEFORE, i, "Mail" + i + "@X.org");
        }
        Deployment grown = deployment(design(AFTER), place).plan();
        assertThat(lines(grown))
                .containsExactly(
                        "~ billing: on demand → 5 read, 6 write",
                        "+ expiry: by until; items whose time is over are deleted from then on",
                        "+ stream: NEW_AND_OLD_IMAGES",
                        "~ index keys: of Customer: items from before get the keys of the new index",
                        "+ index byEmail: emailKey (S); keys only; 5 read, 6 write",
                        "+ index byName: nameKey (S), sk (S); email; 5 read, 6 write");
        assertThat(grown.apply(Listener.SILENT)).isEmpty();
        assertThat(client.scan(request -> request.tableName("shop").indexName("byEmail"))
                        .count())
                .isEqualTo(100);
        assertThat(client.query(request -> request.tableName("shop")
                                .indexName("byName")
                                .keyConditionExpression("nameKey = :key")
                                .expressionAttributeValues(Map.of(":key", AttributeValue.fromS("N#7"))))
                        .items()
                        .get(0)
                        .get("email")
                        .s())
                .isEqualTo("Mail7@X.org");
        assertThat(lines(deployment(design(AFTER), place).plan()))
                .as("nothing more to do")
                .allSatisfy(line -> assertThat(line).startsWith("= index keys are right"));

        String less = AFTER.replace("stream: both", "stream: off")
                .replaceAll("(?m)^      byName.*\\n", "")
                .replaceAll("(?m)^    byName.*\\n", "")
                .replace("{ partition: emailKey, projection: keys }", "{ partition: emailKey, projection: all }");
        assertThat(deployment(design(less), place).plan().isRefused()).isTrue();
        Deployment shrunk = deployment(design(less), place)
                .allowed(new AllowedChanges(true, true, true))
                .plan();
        assertThat(shrunk.apply(Listener.SILENT)).isEmpty();
        assertThat(client.describeTable(request -> request.tableName("shop"))
                        .table()
                        .globalSecondaryIndexes())
                .singleElement()
                .satisfies(index ->
                        assertThat(index.projection().projectionTypeAsString()).isEqualTo("ALL"));
        // The key of the index that is gone is no longer the design's, and stays where it is.
        assertThat(client.scan(request -> request.tableName("shop")).items())
                .allSatisfy(item -> assertThat(item).containsKeys("emailKey", "nameKey"));
    }

    @ParameterizedTest
    @EnumSource
    void anotherKeyIsRefused(Place place) {
        deploy(BEFORE, place);
        String other = BEFORE.replace("partition: pk", "partition: id").replace("pk: \"", "id: \"");
        Deployment plan = deployment(design(other), place).plan();
        assertThat(plan.tables().get(0).refusals())
                .extracting(TablePlan.Refusal::what)
                .containsExactly("its key is pk (S), sk (S), and the design asks for id (S), sk (S)");
        assertThatThrownBy(() -> plan.apply(Listener.SILENT)).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @EnumSource
    void whoWritesDuringABackfillKeepsTheLastWord(Place place) throws InterruptedException {
        long seed = 11;
        int customers = 60;
        DynamoDbClient client = client(place);
        deploy(BEFORE, place);
        for (int i = 0; i < customers; i++) {
            put(client, BEFORE, i, "first" + i);
        }
        AtomicBoolean stop = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            Random random = new Random(seed);
            while (!stop.get()) {
                put(client, AFTER, random.nextInt(customers), "Mail" + random.nextInt(1_000_000));
            }
        });
        writer.start();
        assertThat(deployment(design(AFTER), place).plan().apply(Listener.SILENT))
                .isEmpty();
        stop.set(true);
        writer.join();
        Codec codec = codec(AFTER);
        for (Map<String, AttributeValue> item :
                client.scanPaginator(request -> request.tableName("shop")).items()) {
            Item found = Item.of(SdkItems.fromSdk(item));
            assertThat(found).as("seed %s", seed).isEqualTo(codec.encode(codec.decode(found)));
        }
    }

    /** There and back again: three tables that hold the same, by their checksums. */
    @Test
    void samplesGoFromPartitaToDynamoDbLocalAndBack() {
        try (Partita other = Partita.inMemory()) {
            Map<String, String> tables = new LinkedHashMap<>();
            for (String name : Systems.names()) {
                Design design = Systems.design(name);
                deployment(design, Place.PARTITA).plan().apply(Listener.SILENT);
                load(design, partita.client());
                design.tables().values().forEach(table -> {
                    String physical = table.physicalName(Tables.ENVIRONMENT);
                    tables.put(physical, physical);
                });
            }
            List<Copy.TableReport> there =
                    Copy.of(partita.client(), local).plan().run(Listener.SILENT);
            List<Copy.TableReport> back =
                    Copy.of(local, other.client()).tables(tables).plan().run(Listener.SILENT);
            assertThat(there).hasSize(tables.size()).allSatisfy(report -> assertThat(report.isGood())
                    .as(report.toString())
                    .isTrue());
            assertThat(back).hasSize(tables.size()).allSatisfy(report -> assertThat(report.isGood())
                    .as(report.toString())
                    .isTrue());
            Map<String, String> checksums = new HashMap<>();
            there.forEach(report ->
                    checksums.put(report.task().target(), report.comparison().sourceChecksum()));
            back.forEach(report -> assertThat(report.comparison().targetChecksum())
                    .isEqualTo(checksums.get(report.task().target())));
            assertThat(there.stream().mapToLong(Copy.TableReport::copied).sum()).isGreaterThan(30);
            // The tables are alike, too: a design finds nothing to do at the copy, deletion protection aside.
            for (String name : Systems.names()) {
                assertThat(lines(deployment(Systems.design(name), Place.DYNAMODB_LOCAL)
                                .plan()))
                        .as(name)
                        .allSatisfy(line ->
                                assertThat(line).matches("= index keys are right.*|~ deletion protection: off → on"));
            }
        }
    }

    @Test
    void aCopyThatWasEndedGoesOn() {
        deploy(BEFORE, Place.PARTITA);
        int count = 600;
        for (int i = 0; i < count; i++) {
            put(partita.client(), BEFORE, i, "x".repeat(10_000) + i);
        }
        Path checkpoint = directory.resolve("copy.json");
        AtomicInteger batches = new AtomicInteger();
        Copy.Builder copy = Copy.of(partita.client(), local).segments(2).checkpoint(checkpoint);
        assertThatThrownBy(() -> copy.plan().run(new Listener() {
                    @Override
                    public void advances(String table, String step, long done, long total, long changed) {
                        if (batches.incrementAndGet() == 15) {
                            throw new IllegalStateException("the power is gone");
                        }
                    }
                }))
                .hasMessage("the power is gone");
        assertThat(checkpoint).exists();
        Copy next = copy.plan();
        Copy.TableReport report = next.run(Listener.SILENT).get(0);
        assertThat(report.isGood()).isTrue();
        assertThat(report.copied()).isEqualTo(count);
        assertThat(checkpoint).doesNotExist();
        assertThat(all(local)).isEqualTo(all(partita.client()));
    }

    private static Set<Map<String, AttributeValue>> all(DynamoDbClient client) {
        Set<Map<String, AttributeValue>> all = new HashSet<>();
        client.scanPaginator(request -> request.tableName("shop")).items().forEach(all::add);
        return all;
    }

    private Deployment.Builder deployment(Design design, Place place) {
        return Deployment.of(design, client(place)).environment(Tables.ENVIRONMENT);
    }

    private void deploy(String text, Place place) {
        assertThat(deployment(design(text), place).plan().apply(Listener.SILENT))
                .isEmpty();
    }

    /** Without what no local endpoint has. */
    private static List<String> lines(Deployment deployment) {
        List<String> lines = new ArrayList<>();
        for (TablePlan table : deployment.tables()) {
            table.refusals().forEach(refusal -> lines.add("! " + refusal.what()));
            table.changes().forEach(change -> lines.add(change.step() + ": " + String.join("; ", change.details())));
            table.notes().stream()
                    .filter(note -> !note.matches("(recovery|backups|encryption) .*"))
                    .forEach(note -> lines.add("= " + note));
        }
        return lines;
    }

    private static void load(Design design, DynamoDbClient client) {
        SampleItems.of(design, Clock.systemUTC()).forEach((entity, items) -> {
            String table = design.tableOf(design.entities().get(entity)).physicalName(Tables.ENVIRONMENT);
            items.forEach(
                    item -> client.putItem(request -> request.tableName(table).item(SdkItems.toSdk(Item.of(item)))));
        });
    }

    private static void put(DynamoDbClient client, String design, int id, String email) {
        Item item = codec(design).encode(Map.of("customerId", Integer.toString(id), "email", email));
        client.putItem(request -> request.tableName("shop").item(SdkItems.toSdk(item)));
    }

    private static Codec codec(String text) {
        return CODECS.computeIfAbsent(text, missing -> {
            Design design = design(text);
            return new Codec(design, design.entities().get("Customer"));
        });
    }

    private static Design design(String text) {
        return Reader.read(new Source("shop.yaml", text)).design();
    }
}
