package dev.partita.walk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.cli.Shell;
import dev.partita.design.Reader;
import dev.partita.runtime.Changes;
import dev.partita.runtime.Database;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Walks the walks of ARCHITECTURE.md: a real {@code partita up} is asked, and what is entered on which thread is compared with
 * what the page says, line by line. What the page leaves out is no main part, or stands here with the reason.
 */
class WalksTest {

    private static final long PATIENCE_SECONDS = 60;

    /** After sixteen writes that were alone the next is committed where it came in; more, should something else write. */
    private static final int PUTS = 500;

    /** So many are surely committed by a thread of its own. */
    private static final int FIRST_PUTS = 10;

    private static final String DESIGN = """
            design: walks
            tables:
              main: { name: walks, key: { partition: pk, sort: sk }, stream: both }
            entities:
              Note:
                key: { pk: "NOTE#{noteId}", sk: NOTE }
                attributes:
                  noteId: string
                  text: string
            patterns:
              note: { get: Note, by: noteId }
              putNote: { put: Note }
            """;

    private static final Set<String> ENDS = Set.of("store/Journal", "http/Outbound");

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private static String api;
    private static URI service;
    private static DynamoDbClient client;

    /** The first writes of the server: nobody knows yet that writes come one at a time. The last is the one to follow. */
    private static final List<Trace> FIRST = new ArrayList<>();

    @BeforeAll
    static void start() throws Exception {
        Trace.prepare();
        Path work = Files.createDirectories(Path.of("target", "walks"));
        List<String> addresses = Shell.up(Files.createTempDirectory(work, "data"), Files.writeString(design(), DESIGN));
        api = addresses.get(0);
        service = URI.create(addresses.get(1));
        client = DynamoDbClient.builder()
                .endpointOverride(URI.create(api))
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .build();
        // The commit may be done before the loop asks for the answer; then nobody has to bring it.
        do {
            FIRST.add(during(Walk.under("## One walk"), WalksTest::put));
        } while (FIRST.size() < FIRST_PUTS && !isAnswerBrought(followed()));
    }

    private static Trace followed() {
        return FIRST.get(FIRST.size() - 1);
    }

    private static boolean isAnswerBrought(Trace put) {
        return put.steps().stream()
                .anyMatch(step ->
                        step.place().file().equals("http/Loop") && step.thread().equals("partita-commit"));
    }

    @Test
    void aPutIsFollowed() throws Exception {
        assertThat(Walk.under("## One walk").faults(followed())).isEmpty();
    }

    @Test
    void aDesignFileIsFollowed() throws Exception {
        Walk walk = Walk.under("## Another walk");
        assertThat(walk.faults(during(walk, () -> Shell.run("check", design().toString()))))
                .isEmpty();
    }

    @Test
    void aRequestToTheServiceIsFollowed() throws Exception {
        String id = put();
        Walk walk = Walk.under("## A third walk");
        assertThat(walk.faults(during(walk, () -> get(id)))).isEmpty();
    }

    @Test
    void aStreamRecordIsFollowed() throws Exception {
        Walk walk = Walk.under("## A fourth walk");
        List<RuntimeException> failures = Collections.synchronizedList(new ArrayList<>());
        Database database = Database.builder(
                        Reader.read("walks.yaml", DESIGN.getBytes(UTF_8)).design(), client)
                .build();
        try (DynamoDbStreamsClient streams = DynamoDbStreamsClient.builder()
                .endpointOverride(URI.create(api))
                .region(Region.US_EAST_1)
                .credentialsProvider(credentials())
                .build()) {
            Trace trace = during(walk, () -> {
                String id = put();
                CountDownLatch arrived = new CountDownLatch(1);
                Changes changes = Changes.of(database, streams)
                        .fromOldest()
                        .onFailure(failures::add)
                        .build()
                        .start(change -> {
                            if (id.equals(change.after().get("noteId"))) {
                                arrived.countDown();
                            }
                        });
                boolean isThere = arrived.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
                // Joins its thread, so that all it does with the record is done.
                changes.close();
                assertThat(isThere).as("arrived, after " + failures).isTrue();
                return null;
            });
            assertThat(walk.faults(trace)).isEmpty();
        }
    }

    /** What the page says below the walks about other threads. */
    @Test
    void aWriteThatIsAloneIsCommittedByTheLoop() throws Exception {
        Set<String> threads = new TreeSet<>();
        for (int i = 0; i < PUTS && threads.stream().noneMatch(name -> name.matches(Walk.THREADS.get("loop"))); i++) {
            threads.addAll(threads("store/Journal", WalksTest::put));
        }
        assertThat(threads).anyMatch(name -> name.matches(Walk.THREADS.get("loop")));
    }

    @Test
    void whatMayTakeLongHasAThreadOfTheSlowLane() throws Exception {
        assertThat(threads("engine/read/Scan", () -> client.scan(scan -> scan.tableName("walks"))))
                .allMatch(name -> name.matches(Walk.THREADS.get("slow")));
        assertThat(threads(
                        "engine/read/Query",
                        () -> client.query(query -> query.tableName("walks")
                                .keyConditionExpression("pk = :p")
                                .expressionAttributeValues(Map.of(":p", AttributeValue.fromS("NOTE#n1"))))))
                .allMatch(name -> name.matches(Walk.THREADS.get("loop")));
    }

    @Test
    void aWriteThroughTheServiceHasAWorker() throws Exception {
        assertThat(threads(
                        "service/PatternCall",
                        () -> send(HttpRequest.newBuilder(service.resolve("/api/walks/patterns/putNote"))
                                .header("Content-Type", "application/json")
                                .POST(HttpRequest.BodyPublishers.ofString("{\"noteId\":\"w\",\"text\":\"t\"}"))
                                .build())))
                .anyMatch(name -> name.matches(Walk.THREADS.get("worker")));
    }

    /** Told from what really happened. Only a stop at the end of its road could be left out unnoticed, such as the last one. */
    @Test
    void aWalkThatIsWrongIsNoticed() throws Exception {
        Walk walk = Walk.under("## One walk");
        List<Walk.Stop> stops = walk.stops();
        for (int i = 0; i < stops.size(); i++) {
            List<Walk.Stop> without = new ArrayList<>(stops);
            without.remove(i);
            if (!ENDS.contains(stops.get(i).file())) {
                assertThat(newFaults(walk, without))
                        .as("without " + stops.get(i))
                        .isNotEmpty();
            }
            List<Walk.Stop> elsewhere = new ArrayList<>(stops);
            elsewhere.set(i, new Walk.Stop(stops.get(i).file(), "worker"));
            assertThat(newFaults(walk, elsewhere))
                    .as("elsewhere: " + stops.get(i))
                    .isNotEmpty();
        }
        List<Walk.Stop> strange = new ArrayList<>(stops);
        strange.add(new Walk.Stop("engine/read/Query", "loop"));
        assertThat(newFaults(walk, strange)).isNotEmpty();
        List<Walk.Stop> backwards = new ArrayList<>(stops);
        Collections.reverse(backwards);
        assertThat(newFaults(walk, backwards)).isNotEmpty();
    }

    /** The very first put loads classes, and so shows parts at work that a later one takes ready: each of them may notice. */
    private static List<String> newFaults(Walk walk, List<Walk.Stop> others) {
        return FIRST.stream()
                .flatMap(put -> {
                    List<String> known = walk.faults(put);
                    return walk.with(others).faults(put).stream().filter(fault -> !known.contains(fault));
                })
                .toList();
    }

    private static Path design() {
        return Path.of("target", "walks", "walks.yaml");
    }

    private static StaticCredentialsProvider credentials() {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create("any", "any"));
    }

    /** Each writes something new: a write that changes nothing is not committed. */
    private static String put() {
        String id = "n" + NUMBER.incrementAndGet();
        client.putItem(put -> put.tableName("walks")
                .item(Map.of(
                        "pk", AttributeValue.fromS("NOTE#" + id),
                        "sk", AttributeValue.fromS("NOTE"),
                        "text", AttributeValue.fromS("t"))));
        return id;
    }

    private static String get(String id) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(service.resolve("/api/walks/patterns/note?noteId=" + id))
                .build());
    }

    private static String send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
        return answer.body();
    }

    private static Trace during(Walk walk, Callable<?> call) throws Exception {
        return during(walk.files(), call);
    }

    private static Set<String> threads(String file, Callable<?> call) throws Exception {
        Set<String> threads = new TreeSet<>();
        during(Set.of(file), call).steps().forEach(step -> threads.add(step.thread()));
        assertThat(threads).isNotEmpty();
        return threads;
    }

    private static Trace during(Collection<String> files, Callable<?> call) throws Exception {
        Trace trace = Trace.begin(files);
        try {
            call.call();
        } finally {
            trace.end();
        }
        return trace;
    }
}
