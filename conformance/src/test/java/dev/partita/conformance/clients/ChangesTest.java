package dev.partita.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.engine.Engine;
import dev.partita.oracle.DynamoDbLocal;
import dev.partita.runtime.Changes;
import dev.partita.runtime.Checkpoints;
import dev.partita.runtime.Database;
import dev.partita.runtime.EntityChange;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Streams followed and caches kept over HTTP, at our server and at DynamoDB Local. */
class ChangesTest {

    private static final String DESIGN = """
            design: followed
            tables:
              main:
                name: followed
                key: { partition: pk, sort: sk }
                type-attribute: type
                stream: both
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Customer:
                type: CUSTOMER
                key:  { pk: "CUSTOMER#{customerId}", sk: META }
                GSI1: { gsi1pk: "CITY#{city}", gsi1sk: "{customerId}" }
                soft-delete: { at: leftAt }
                attributes:
                  customerId: { type: string }
                  email:      { type: string, required: true, unique: true }
                  city:       { type: string }
                  leftAt:     { type: timestamp, set: on-delete }
            patterns:
              customer: { get: Customer, by: customerId, cache: 1 hour }
              byEmail:  { get: Customer, by: email, cache: 1 hour }
              inCity:   { list: Customer, by: city, cache: 1 hour }
              signUp:   { create: Customer }
              move:     { update: Customer, by: customerId, change: [city, email] }
              leave:    { delete: Customer, by: customerId }
              comeBack: { restore: Customer, by: customerId }
              erase:    { delete: Customer, by: customerId, hard: true }
            """;

    @Test
    void streamsAreFollowedAtOurServer() {
        try (Engine engine = Engine.inMemory(Engine.Options.defaults());
                Server server = Server.start(
                        new Wire(engine, false), Server.Options.defaults().withPort(0))) {
            at(URI.create("http://127.0.0.1:" + server.port()));
        }
    }

    @Test
    void streamsAreFollowedAtDynamoDbLocal() {
        try (DynamoDbLocal local = DynamoDbLocal.start()) {
            at(local.endpoint());
        }
    }

    private static void at(URI endpoint) {
        StaticCredentialsProvider credentials =
                StaticCredentialsProvider.create(AwsBasicCredentials.create("changes", "secret"));
        try (DynamoDbClient client = DynamoDbClient.builder()
                        .endpointOverride(endpoint)
                        .region(Region.US_EAST_1)
                        .credentialsProvider(credentials)
                        .httpClientBuilder(UrlConnectionHttpClient.builder())
                        .build();
                DynamoDbStreamsClient streams = DynamoDbStreamsClient.builder()
                        .endpointOverride(endpoint)
                        .region(Region.US_EAST_1)
                        .credentialsProvider(credentials)
                        .httpClientBuilder(UrlConnectionHttpClient.builder())
                        .build()) {
            play(client, streams);
        }
    }

    private static void play(DynamoDbClient client, DynamoDbStreamsClient streams) {
        Database database = database(client);
        Database other = database(client);
        database.createTables();
        Checkpoints checkpoints = Checkpoints.inMemory();
        Changes changes = Changes.of(database, streams)
                .checkpoints(checkpoints)
                .fromOldest()
                .build();

        run(other, "signUp", Map.of("customerId", "1", "email", "a@x.org", "city", "Bern"));
        run(other, "move", Map.of("customerId", "1", "city", "Basel"));
        assertThat(poll(changes, 2))
                .extracting(EntityChange::kind)
                .containsExactly(EntityChange.Kind.CREATED, EntityChange.Kind.UPDATED);

        assertThat(database.read("byEmail", Map.of("email", "a@x.org")).one().values())
                .containsEntry("city", "Basel");
        assertThat(database.read("byEmail", Map.of("email", "a@x.org")).requests())
                .isZero();
        run(other, "move", Map.of("customerId", "1", "city", "Biel"));
        List<EntityChange> moved = poll(changes, 1);
        assertThat(moved.get(0).before()).containsEntry("city", "Basel");
        assertThat(moved.get(0).after()).containsEntry("city", "Biel");
        assertThat(database.read("byEmail", Map.of("email", "a@x.org")).one().values())
                .containsEntry("city", "Biel");

        run(other, "leave", Map.of("customerId", "1"));
        run(other, "comeBack", Map.of("customerId", "1"));
        run(other, "erase", Map.of("customerId", "1"));
        Changes next = Changes.of(database, streams).checkpoints(checkpoints).build();
        assertThat(poll(next, 3))
                .extracting(EntityChange::kind)
                .containsExactly(EntityChange.Kind.DELETED, EntityChange.Kind.RESTORED, EntityChange.Kind.REMOVED);
        assertThat(next.poll(change -> {})).isZero();
    }

    private static Database database(DynamoDbClient client) {
        Design design = Reader.read(new Source("followed.yaml", DESIGN)).design();
        return Database.builder(design, client).environment(Map.of()).build();
    }

    private static void run(Database database, String pattern, Map<String, Object> arguments) {
        assertThat(database.write(pattern, arguments).run().entity()).isEqualTo("Customer");
    }

    /** A stream may be a moment behind its table. */
    private static List<EntityChange> poll(Changes changes, int wanted) {
        List<EntityChange> found = new ArrayList<>();
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (found.size() < wanted && System.nanoTime() < deadline) {
            changes.poll(found::add);
        }
        assertThat(found).hasSize(wanted);
        return found;
    }
}
