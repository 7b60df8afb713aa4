package dev.partita.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.embedded.Partita;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import dev.partita.sdk.SdkItems;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Items from before an index get its keys. */
class BackfillTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-06-01T12:00:00Z"), ZoneOffset.UTC);

    private final Partita partita = Partita.inMemory();
    private final DynamoDbClient client = partita.client();

    @AfterEach
    void close() {
        partita.close();
    }

    @Test
    void itemsFromBeforeAnIndexGetItsKeysAndNothingElse() {
        Shop.deploy(Shop.PLAIN, client);
        for (int i = 0; i < 90; i++) {
            put(Shop.PLAIN, "Customer", Map.of("customerId", "c" + i, "email", "C" + i + "@X.org"));
            put(Shop.PLAIN, "Order", order("c" + i, "o" + i, i % 3 == 0 ? "CANCELLED" : "OPEN"));
        }
        Map<String, AttributeValue> stranger = Map.of(
                "pk",
                new AttributeValue.S("STRANGER"),
                "sk",
                new AttributeValue.S("x"),
                "type",
                new AttributeValue.S("?"));
        putItem(Item.of(stranger));

        Deployment plan = plan(Shop.FULL).plan();
        assertThat(Shop.lines(plan))
                .containsExactly(
                        "~ index keys: of Customer, Order: items from before get the keys of the new index",
                        "+ index byEmail: emailKey (S); keys only",
                        "+ index byDay: day (S), dayOrder (S); all attributes");
        List<String> results = new ArrayList<>();
        assertThat(plan.apply(new Listener() {
                    @Override
                    public void ends(String table, String step, String result) {
                        results.add(step + ": " + result);
                    }
                }))
                .isEmpty();
        assertThat(results.get(0)).startsWith("~ index keys: 150 of 181 items were given keys; ");
        for (int i = 0; i < 90; i++) {
            assertThat(item("CUSTOMER#c" + i, "META"))
                    .isEqualTo(
                            encoded(Shop.FULL, "Customer", Map.of("customerId", "c" + i, "email", "C" + i + "@X.org")));
            assertThat(item("CUSTOMER#c" + i, "ORDER#o" + i))
                    .isEqualTo(encoded(Shop.FULL, "Order", order("c" + i, "o" + i, i % 3 == 0 ? "CANCELLED" : "OPEN")));
        }
        assertThat(item("STRANGER", "x")).isEqualTo(Item.of(stranger));
        assertThat(client.scan(request -> request.tableName("shop").indexName("byDay"))
                        .count())
                .isEqualTo(60);
        assertThat(Shop.lines(plan(Shop.FULL).plan())).isEmpty();
    }

    @Test
    void keysOfAnotherTemplateAreMadeAnewAndThoseNoLongerDueAreRemoved() {
        Shop.deploy(Shop.FULL, client);
        put(Shop.FULL, "Customer", Map.of("customerId", "1", "email", "a@x.org"));
        put(Shop.FULL, "Order", order("1", "1", "OPEN"));
        put(Shop.FULL, "Order", order("1", "2", "SENT"));
        String changed = Shop.FULL
                .replace("EMAIL#{email:lower}", "MAIL#{email:lower}")
                .replace("status <> 'CANCELLED'", "status = 'OPEN'");
        Deployment plan = plan(changed).plan();
        assertThat(Shop.lines(plan))
                .containsExactly(
                        "~ index keys: of Customer, Order: the design computes them in another way than when items were"
                                + " last given them");
        assertThat(plan.apply(Listener.SILENT)).isEmpty();
        assertThat(item("CUSTOMER#1", "META").get("emailKey")).isEqualTo(new AttributeValue.S("MAIL#a@x.org"));
        assertThat(item("CUSTOMER#1", "ORDER#1").has("day")).isTrue();
        assertThat(item("CUSTOMER#1", "ORDER#2").has("day")).isFalse();
        assertThat(item("CUSTOMER#1", "ORDER#2").has("dayOrder")).isFalse();
        assertThat(plan(changed).plan().isNothing()).isTrue();
    }

    @Test
    void withoutANoteAtTheTableSomeItemsAreLookedAt() {
        Shop.deploy(Shop.FULL, client);
        forgetNote();
        assertThat(Shop.lines(plan(Shop.FULL).plan())).isEmpty();
        put(Shop.FULL, "Customer", Map.of("customerId", "1", "email", "a@x.org"));
        assertThat(Shop.lines(plan(Shop.FULL).plan()))
                .containsExactly(
                        "= index keys are right in the items looked at (1); `Filling.ALWAYS` looks at every item");
        put(Shop.PLAIN, "Customer", Map.of("customerId", "2", "email", "b@x.org"));
        Deployment plan = plan(Shop.FULL).plan();
        assertThat(Shop.lines(plan))
                .containsExactly("~ index keys: of Customer, Order: of the items looked at (2), 1 lack them");
        assertThat(plan.apply(Listener.SILENT)).isEmpty();
        assertThat(plan(Shop.FULL).plan().isNothing()).isTrue();
        assertThat(Shop.lines(plan(Shop.FULL).filling(Deployment.Filling.ALWAYS).plan()))
                .containsExactly("~ index keys: of Customer, Order: every item is looked at");
        forgetNote();
        put(Shop.PLAIN, "Customer", Map.of("customerId", "3", "email", "c@x.org"));
        assertThat(plan(Shop.FULL).filling(Deployment.Filling.NEVER).plan().isNothing())
                .isTrue();
    }

    @Test
    void expiredItemsAreLeftToExpire() {
        Shop.deploy(Shop.PLAIN, client);
        Map<String, Object> old = new LinkedHashMap<>(order("1", "1", "OPEN"));
        old.put("placedAt", "2020-01-01T00:00:00Z");
        put(Shop.PLAIN, "Order", old);
        Item before = item("CUSTOMER#1", "ORDER#1");
        assertThat(plan(Shop.FULL).plan().apply(Listener.SILENT)).isEmpty();
        assertThat(item("CUSTOMER#1", "ORDER#1")).isEqualTo(before);
    }

    @Test
    void itemsWhoseKeysWouldBeTooLongAreNamedAndTheOthersFilled() {
        Shop.deploy(Shop.PLAIN, client);
        put(Shop.PLAIN, "Customer", Map.of("customerId", "1", "email", "a".repeat(3000)));
        put(Shop.PLAIN, "Customer", Map.of("customerId", "2", "email", "b@x.org"));
        List<String> failures = plan(Shop.FULL).plan().apply(Listener.SILENT);
        assertThat(failures)
                .containsExactly("shop: pk = CUSTOMER#1, sk = META: Customer.emailKey is longer than 2048 bytes");
        assertThat(item("CUSTOMER#2", "META").has("emailKey")).isTrue();
        // It is not noted as done.
        assertThat(plan(Shop.FULL).plan().isNothing()).isFalse();
    }

    /** Between reading an item and writing its keys another writes it, once or many times; or deletes it. */
    @Test
    void aWriteThatComesInBetweenIsNotOverwritten() {
        Shop.deploy(Shop.PLAIN, client);
        for (String id : List.of("once", "often", "gone", "same")) {
            put(Shop.PLAIN, "Customer", Map.of("customerId", id, "email", "first@x.org"));
        }
        Map<String, AtomicInteger> left = Map.of("once", new AtomicInteger(1), "often", new AtomicInteger(10));
        DynamoDbClient meddled = Meddling.with(client, (operation, request, call) -> {
            if (request instanceof UpdateItemRequest update) {
                String id = update.key().get("pk").s().substring("CUSTOMER#".length());
                int writes = left.containsKey(id) ? left.get(id).getAndDecrement() : 0;
                if (id.equals("gone")) {
                    client.deleteItem(delete -> delete.tableName("shop").key(update.key()));
                } else if (writes > 0) {
                    put(Shop.PLAIN, "Customer", Map.of("customerId", id, "email", "mail" + writes + "@x.org"));
                }
            }
            return call.make();
        });
        assertThat(Shop.deployment(Shop.FULL, meddled)
                        .clock(CLOCK)
                        .segments(1)
                        .plan()
                        .apply(Listener.SILENT))
                .isEmpty();
        assertThat(left.values()).allSatisfy(writes -> assertThat(writes.get()).isNegative());
        assertThat(item("CUSTOMER#gone", "META").count()).isZero();
        for (String id : List.of("once", "often", "same")) {
            Item item = item("CUSTOMER#" + id, "META");
            String email = ((AttributeValue.S) item.get("email")).value();
            assertThat(item).isEqualTo(encoded(Shop.FULL, "Customer", Map.of("customerId", id, "email", email)));
            assertThat(email.equals("first@x.org")).isEqualTo(id.equals("same"));
        }
    }

    /** Writers that know the new keys change what they are made of, all the time: their keys are never turned back. */
    @Test
    void whoWritesAtTheSameTimeKeepsTheLastWord() throws InterruptedException {
        long seed = Long.getLong("seed", 42L);
        Shop.deploy(Shop.PLAIN, client);
        int customers = 100;
        for (int i = 0; i < customers; i++) {
            put(Shop.PLAIN, "Customer", Map.of("customerId", "c" + i, "email", "first" + i + "@x.org"));
        }
        AtomicBoolean stop = new AtomicBoolean();
        List<Thread> writers = new ArrayList<>();
        for (int writer = 0; writer < 2; writer++) {
            int own = writer;
            Thread thread = new Thread(() -> {
                Random random = new Random(seed + own);
                while (!stop.get()) {
                    int i = random.nextInt(customers);
                    put(
                            Shop.FULL,
                            "Customer",
                            Map.of("customerId", "c" + i, "email", "Mail" + random.nextInt(1_000_000) + "@x.org"));
                }
            });
            thread.start();
            writers.add(thread);
        }
        assertThat(plan(Shop.FULL).segments(4).plan().apply(Listener.SILENT)).isEmpty();
        stop.set(true);
        for (Thread thread : writers) {
            thread.join();
        }
        for (int i = 0; i < customers; i++) {
            Item item = item("CUSTOMER#c" + i, "META");
            String email = ((AttributeValue.S) item.get("email")).value();
            assertThat(item)
                    .as("seed %s", seed)
                    .isEqualTo(encoded(Shop.FULL, "Customer", Map.of("customerId", "c" + i, "email", email)));
        }
    }

    @Test
    void itKeepsToItsPace() {
        long[] nanos = new long[1];
        Pace pace = Pace.of(100, () -> nanos[0], wait -> nanos[0] += wait.toNanos());
        for (int i = 0; i < 50; i++) {
            pace.took(20);
        }
        // 1,000 units, of which the first second's were there already.
        assertThat(Duration.ofNanos(nanos[0])).isEqualTo(Duration.ofSeconds(9));
    }

    private Deployment.Builder plan(String design) {
        return Shop.deployment(design, client).clock(CLOCK);
    }

    private void forgetNote() {
        String arn = client.describeTable(request -> request.tableName("shop"))
                .table()
                .tableArn();
        client.untagResource(request -> request.resourceArn(arn).tagKeys(Fingerprint.TAG));
    }

    private static Map<String, Object> order(String customer, String order, String status) {
        return Map.of("customerId", customer, "orderId", order, "status", status, "placedAt", "2026-05-01T10:00:00Z");
    }

    private void put(String design, String entity, Map<String, Object> values) {
        putItem(encoded(design, entity, values));
    }

    private void putItem(Item item) {
        client.putItem(request -> request.tableName("shop").item(SdkItems.toSdk(item)));
    }

    private static final Map<String, Codec> CODECS = new ConcurrentHashMap<>();

    private static Item encoded(String design, String entity, Map<String, Object> values) {
        Codec codec = CODECS.computeIfAbsent(design + entity, missing -> {
            var read = Shop.design(design);
            return new Codec(read, read.entities().get(entity));
        });
        return codec.encode(
                new Inputs(codec).adopt(values, new RunContext(CLOCK, new Ids(new Random(1)), Map.of(), null)));
    }

    private Item item(String pk, String sk) {
        return Item.of(SdkItems.fromSdk(client.getItem(request -> request.tableName("shop")
                        .consistentRead(true)
                        .key(SdkItems.toSdk(
                                Item.of(Map.of("pk", new AttributeValue.S(pk), "sk", new AttributeValue.S(sk))))))
                .item()));
    }
}
