package dev.partita.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.engine.Engine;
import dev.partita.oracle.DynamoDbLocal;
import dev.partita.plan.CallTimeout;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.runtime.Batch;
import dev.partita.runtime.CallOptions;
import dev.partita.runtime.Database;
import dev.partita.runtime.Transaction;
import dev.partita.runtime.Write;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Partita's runtime through the AWS SDK over HTTP, at our server and at DynamoDB Local. */
@Tag("slow")
class RuntimeTest {

    private static final String DESIGN = """
            design: shop
            tables:
              main:
                name: shop
                key: { partition: pk, sort: sk }
                type-attribute: type
                expiry: ttl
                stream: both
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: [note] }
                  LSI1: { local: true, sort: note, projection: all }
            entities:
              Customer:
                type: CUSTOMER
                key:  { pk: "CUSTOMER#{customerId}", sk: META }
                attributes:
                  customerId: { type: string }
                  email:      { type: string, required: true, unique: true }
                  visits:     { type: integer, default: 0 }
              Order:
                type: ORDER
                key:  { pk: "CUSTOMER#{customerId}", sk: "ORDER#{number:05}" }
                GSI1: { gsi1pk: "STATUS#{status}", gsi1sk: "{customerId}#{number:05}" }
                expiry: 7 days after placedAt
                attributes:
                  customerId: { type: string, references: Customer, must-exist: true }
                  number:     { type: integer }
                  status:     { enum: [OPEN, PAID], default: OPEN }
                  note:       { type: string }
                  placedAt:   { type: timestamp, set: on-create }
              Label:
                type: LABEL
                key:  { pk: "LABEL#{labelId}", sk: META }
                attributes:
                  labelId: { type: string }
            patterns:
              customer: { get: Customer, by: customerId, consistency: strong }
              orders:   { list: Order, by: customerId, consistency: strong, page: 4 }
              oneLabel: { get: Label, by: labelId, consistency: strong }
              signUp:   { create: Customer }
              visit:    { update: Customer, by: customerId, add: { visits: 1 } }
              place:    { create: Order }
              annotate: { update: Order, by: [customerId, number], change: [note, status] }
              label:    { put: Label }
            """;

    @Test
    void theRuntimeWorksAtOurServer() {
        try (Engine engine = Engine.inMemory(Engine.Options.defaults());
                Server server = Server.start(
                        new Wire(engine, false), Server.Options.defaults().withPort(0))) {
            at(URI.create("http://127.0.0.1:" + server.port()), RuntimeTest::play);
        }
    }

    @Test
    void theRuntimeWorksAtDynamoDbLocal() {
        try (DynamoDbLocal local = DynamoDbLocal.start()) {
            at(local.endpoint(), RuntimeTest::play);
        }
    }

    @Test
    void aServiceThatDoesNotAnswerIsGivenUp() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            at(URI.create("http://127.0.0.1:" + silent.getLocalPort()), client -> {
                Database database = Database.builder(design(DESIGN), client)
                        .build()
                        .with(CallOptions.none().timeout(Duration.ofSeconds(2)));
                assertThatThrownBy(() -> database.read("customer", Map.of("customerId", "1")))
                        .isInstanceOf(CallTimeout.class)
                        .hasMessage("customer took longer than 2000 ms; it had sent 1 request");
            });
        }
    }

    private static void play(DynamoDbClient client) {
        Database database = Database.builder(design(DESIGN), client).build();
        database.createTables();
        database.createTables();
        assertThatThrownBy(
                        () -> Database.builder(design(DESIGN.replace("projection: [note]", "projection: all")), client)
                                .build()
                                .createTables())
                .hasMessageContaining("the index GSI1 holds [note], and the design asks for ALL");

        Write<Written> visit = database.write("visit", Map.of("customerId", "1"));
        done(database.write("signUp", Map.of("customerId", "1", "email", "a@x.org")));
        Transaction.Results results = Transaction.of(place(database, 1), visit).run();
        assertThat(results.of(visit).values()).containsEntry("visits", 1L).containsEntry("email", "a@x.org");
        assertThatThrownBy(() -> Transaction.of(place(database, 1), visit).run())
                .isInstanceOf(WriteRefused.class);

        Write<Written> annotate = database.write("annotate", Map.of("customerId", "1", "number", 1, "note", "x"));
        assertThatThrownBy(annotate.when("status", "PAID")::run).hasMessageContaining("status = PAID");
        done(annotate.when("status", "OPEN").when("note", null));

        List<Write<Written>> many = new ArrayList<>();
        IntStream.range(0, 60).forEach(number -> many.add(database.write("label", Map.of("labelId", "l" + number))));
        IntStream.range(2, 12).forEach(number -> many.add(place(database, number)));
        assertThat(Batch.of(many).run()).allMatch(Batch.Outcome::isDone);
        assertThat(database.readAll(
                                "oneLabel",
                                IntStream.range(0, 70)
                                        .<Map<String, Object>>mapToObj(number -> Map.of("labelId", "l" + number))
                                        .toList())
                        .items())
                .hasSize(60);
        assertThat(database.pages("orders", Map.of("customerId", "1"))
                        .mapToInt(page -> page.items().size()))
                .startsWith(4, 4, 3);

        List<Double> units = new ArrayList<>();
        CallOptions counted = CallOptions.none().consumed(call -> units.add(call.readUnits()));
        Map<String, Object> one = Map.of("customerId", "1");
        assertThat(database.with(counted.eventual()).read("customer", one).items())
                .hasSize(1);
        assertThat(database.with(counted.strong()).read("customer", one).items())
                .hasSize(1);
        assertThat(units).containsExactly(0.5, 1.0);
        assertThatThrownBy(() -> database.with(CallOptions.none().timeout(Duration.ofNanos(1)))
                        .read("customer", one))
                .isInstanceOf(CallTimeout.class);
    }

    private static Write<Written> place(Database database, int number) {
        return database.write("place", Map.of("customerId", "1", "number", number));
    }

    private static void done(Write<Written> write) {
        assertThat(write.run().outcome()).isIn(Written.Outcome.CREATED, Written.Outcome.UPDATED);
    }

    private static Design design(String yaml) {
        return Reader.read(new Source("shop.yaml", yaml)).design();
    }

    private static void at(URI endpoint, Consumer<DynamoDbClient> play) {
        try (DynamoDbClient client = DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .build()) {
            play.accept(client);
        }
    }
}
