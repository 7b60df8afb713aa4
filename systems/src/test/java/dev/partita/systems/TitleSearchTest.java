package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.embedded.Partita;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.run.Plans;
import dev.partita.runtime.Database;
import dev.partita.sdk.SdkEndpoint;
import dev.partita.search.SearchIndexes;
import dev.partita.search.SearchStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Problems of algoitny found by their titles (002-A12), with an index fed from the stream, in this process and at DynamoDB Local. */
class TitleSearchTest {

    private static final Map<String, String> ENVIRONMENT = Map.of("ALGOITNY_TABLE", "title-search");

    @TempDir
    private Path folder;

    @Test
    void problemsAreFoundInThisProcess() {
        try (Partita partita = Partita.inMemory()) {
            play(partita.endpoint(), partita.streams());
        }
    }

    @Test
    void problemsAreFoundAtDynamoDbLocal() {
        StaticCredentialsProvider credentials =
                StaticCredentialsProvider.create(AwsBasicCredentials.create("titles", "secret"));
        try (DynamoDbClient client = DynamoDbClient.builder()
                        .endpointOverride(Endpoints.local())
                        .region(Region.US_EAST_1)
                        .credentialsProvider(credentials)
                        .httpClientBuilder(UrlConnectionHttpClient.builder())
                        .build();
                DynamoDbStreamsClient streams = DynamoDbStreamsClient.builder()
                        .endpointOverride(Endpoints.local())
                        .region(Region.US_EAST_1)
                        .credentialsProvider(credentials)
                        .httpClientBuilder(UrlConnectionHttpClient.builder())
                        .build()) {
            play(new SdkEndpoint(client, false), streams);
        }
    }

    private void play(Endpoint endpoint, DynamoDbStreamsClient streams) {
        Design design = Systems.design("algoitny");
        Database.builder(design, endpoint).environment(ENVIRONMENT).build().createTables();
        problem(design, endpoint, "1", "Two Sum", true);
        problem(design, endpoint, "2", "3Sum Closest", true);
        problem(design, endpoint, "3", "Sum of Two Integers", true);
        problem(design, endpoint, "4", "두 수의 합", true);
        problem(design, endpoint, "5", "Two Sum II (draft)", false);
        SearchIndexes.Builder indexes = SearchIndexes.of(design, endpoint, streams)
                .environment(ENVIRONMENT)
                .directory(folder);
        try (SearchIndexes search = indexes.open()) {
            search.catchUp();
            Database database = database(design, endpoint, search);
            assertThat(found(database, "two sum")).containsExactly("1", "3");
            assertThat(found(database, "TWO")).containsExactly("1", "3");
            assertThat(found(database, "3su")).containsExactly("2");
            assertThat(found(database, "수의")).containsExactly("4");
            assertThat(found(database, "integers")).containsExactly("3");
            run(database, "completeProblem", "5", Map.of());
            run(database, "updateProblem", "1", Map.of("title", "Deux Sommes"));
            run(database, "deleteProblem", "3", Map.of());
            expect(search, database, "two sum", "5");
            expect(search, database, "sommes", "1");
            problem(design, endpoint, "3", "Sum of Two Integers", true);
            expect(search, database, "integers", "3");
            assertThat(search.status()).singleElement().satisfies(status -> {
                assertThat(status.documents()).isEqualTo(5);
                assertThat(status.builds()).isOne();
                assertThat(status.lastError()).isNull();
            });
        }
        Database meanwhile = database(design, endpoint, null);
        run(meanwhile, "updateProblem", "2", Map.of("title", "Quatre Sommes"));
        run(meanwhile, "deleteProblem", "1", Map.of());
        try (SearchIndexes search = indexes.open()) {
            Database database = database(design, endpoint, search);
            expect(search, database, "sommes", "2");
            SearchStatus status = search.status().get(0);
            assertThat(status.builds()).as("it went on where it was").isZero();
            search.rebuild();
            search.catchUp();
            assertThat(found(database, "sommes")).containsExactly("2");
            assertThat(found(database, "sum two integers")).isEqualTo(found(meanwhile, "sum two integers"));
        }
    }

    private static void problem(Design design, Endpoint endpoint, String id, String title, boolean isCompleted) {
        Codec codec = new Plans(design).codec(design.entities().get("Problem"));
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("problemId", id);
        values.put("platform", "baekjoon");
        values.put("number", id);
        values.put("title", title);
        values.put("isCompleted", isCompleted);
        values.put("isDeleted", false);
        values.put("registeredBy", "1");
        values.put("testCaseSequence", 0L);
        values.put("createdAt", Instant.parse("2026-03-01T00:00:00Z"));
        values.put("updatedAt", Instant.parse("2026-03-01T00:00:00Z"));
        assertThat(endpoint.call(new Request.PutItem(
                        ENVIRONMENT.get("ALGOITNY_TABLE"), codec.encode(values), null, Map.of(), Map.of(), null)))
                .isNotNull();
    }

    private static Database database(Design design, Endpoint endpoint, SearchIndexes search) {
        return Database.builder(design, endpoint)
                .environment(ENVIRONMENT)
                .search(search)
                .caches(dev.partita.cache.Caches.none())
                .build();
    }

    private static void run(Database database, String pattern, String id, Map<String, Object> arguments) {
        Map<String, Object> all = new LinkedHashMap<>(Map.of("problemId", id));
        all.putAll(arguments);
        assertThat(database.as("1").write(pattern, all).run().entity()).isEqualTo("Problem");
    }

    /** A stream may be a moment behind its table. */
    private static void expect(SearchIndexes search, Database database, String words, Object... ids) {
        long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        do {
            search.catchUp();
        } while (!found(database, words).equals(List.of(ids)) && System.nanoTime() < deadline);
        assertThat(found(database, words)).containsExactly(ids);
    }

    private static List<Object> found(Database database, String words) {
        return database.read("problemsByTitle", Map.of("title", words)).items().stream()
                .map(item -> item.values().get("problemId"))
                .toList();
    }
}
