package dev.partita.cli.internal.up;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.cli.internal.data.CloseOrder;
import dev.partita.cli.internal.terminal.Secrets;
import dev.partita.cli.internal.terminal.Terminal;
import dev.partita.cli.internal.terminal.UsageException;
import dev.partita.embedded.Partita;
import dev.partita.engine.Engine;
import dev.partita.http.HttpServer;
import dev.partita.plan.Request;
import dev.partita.server.Server;
import dev.partita.wire.Wire;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The service of {@code partita up}, in this process. */
class RunningServiceTest {

    private static final String SECRET = "a secret for tokens, long enough for it";

    private final StringWriter said = new StringWriter();
    private final Partita partita = Partita.inMemory();
    private final CloseOrder ending = new CloseOrder();
    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    @AfterEach
    void stop() {
        ending.run();
        partita.close();
    }

    @Test
    void whoComesEarlyWaitsUntilTheDesignsAreLoaded() {
        RunningService running = listen(Map.of(), "url-checks");
        CompletableFuture<HttpResponse<String>> early = client.sendAsync(
                request(running, "/api/url-checks/users/nobody").build(), HttpResponse.BodyHandlers.ofString());

        assertThat(serve(running, here(), null)).containsExactly("url-checks");

        assertThat(early.join().statusCode()).isEqualTo(404);
        assertThat(early.join().body()).contains("/problems/not-found");
    }

    @Test
    void samplesThatAreWantedAreThereForTheFirstRequest() {
        RunningService running = listen(Map.of(), "--samples", "yes", "notifications");
        CompletableFuture<HttpResponse<String>> early = client.sendAsync(
                request(running, "/api/notifications/login")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"email\":\"user@example.com\",\"password\":\"correct horse battery staple\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        serve(running, here(), null);

        assertThat(early.join().statusCode()).as(early.join().body()).isEqualTo(200);
    }

    @Test
    void aDesignWhoseTableLacksSomethingIsLeftOutAndTheOthersAreServed() throws Exception {
        makeAnotherTable();
        RunningService running = listen(Map.of(), "url-checks", "fus-main");

        assertThat(serve(running, here(), null)).containsExactly("url-checks");

        assertThat(said.toString())
                .contains(
                        "The design fus-main is not served yet",
                        "The table fus-main differs from the design fus-main: the index byEntity is missing",
                        "partita deploy fus-main --endpoint http://localhost:8000");
        assertThat(get(running, "/api/fus-main/sites").statusCode()).isEqualTo(404);
        assertThat(get(running, "/api/url-checks/users/x").body()).contains("/problems/not-found");
    }

    @Test
    void theDatabaseStaysUpWhenItsOnlyDesignIsLeftOut() throws Exception {
        makeAnotherTable();
        RunningService running = listen(Map.of(), "fus-main");
        assertThat(serve(running, here(), null)).isEmpty();
        assertThat(get(running, "/health").statusCode()).isEqualTo(200);
        new Banner(new Terminal(new PrintWriter(said, true), null, false))
                .service(1, "localhost", false, "in a browser", List.of());
        assertThat(said.toString()).contains("Designs  none: their tables are not as they should be");
    }

    @Test
    void tablesFarAwayAreNotMadeUnasked() {
        ServiceTables far =
                new ServiceTables(partita.endpoint(), partita::streams, "https://db.example", null, false, null);
        RunningService running = listen(Map.of(), "url-checks");
        assertThatThrownBy(() -> serve(running, far, null))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("The table USER of the design url-checks is missing")
                .hasMessageContaining("partita deploy url-checks --endpoint https://db.example");
        assertThat(partita.client().listTables().tableNames()).isEmpty();
    }

    @Test
    void withTokensConfiguredNobodyIsLetInWithoutOne() throws Exception {
        RunningService running = listen(Map.of(Secrets.JWT_SECRET, SECRET), "url-checks");
        serve(running, here(), null);
        HttpResponse<String> answer = get(running, "/api/url-checks/users/123456");
        assertThat(answer.statusCode()).isEqualTo(401);
        assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
    }

    @Test
    void authOffLetsEverybodyInWhateverTokensThereAre() throws Exception {
        RunningService running = listen(Map.of(Secrets.JWT_SECRET, SECRET), "--auth", "off", "url-checks");
        serve(running, here(), null);
        assertThat(get(running, "/api/url-checks/users/123456").statusCode()).isEqualTo(404);
    }

    @Test
    void metricsAndAlarmsAskForTheirTokenWhereThereIsOne() throws Exception {
        RunningService running = listen(Map.of(Secrets.METRICS_TOKEN, SECRET), "url-checks");
        serve(running, here(), null);
        assertThat(get(running, "/metrics").statusCode()).isEqualTo(401);
        assertThat(get(running, "/api/url-checks/alarms").statusCode()).isEqualTo(401);
        assertThat(get(running, "/ready").statusCode()).isEqualTo(200);
        assertThat(get(running, "/api/url-checks/users/123456").statusCode()).isEqualTo(404);
    }

    @Test
    void keysThatCannotBeReadStopTheStart() throws Exception {
        Path keys = Files.writeString(directory.resolve("keys.json"), "{}");
        RunningService running = listen(Map.of(), "--jwks", keys.toString(), "url-checks");
        assertThatThrownBy(() -> serve(running, here(), null))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("--jwks " + keys);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void theSecretIsMadeOnceAndForItsOwnerOnly() throws Exception {
        Path kept = directory.resolve("data").resolve("service");
        serve(listen(Map.of(), "url-checks"), here(), kept);
        Path secret = kept.resolve("secret");
        String first = Files.readString(secret);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                .isEqualTo("rw-------");
        serve(listen(Map.of(), "url-checks"), here(), kept);
        assertThat(Files.readString(secret)).isEqualTo(first).hasSizeGreaterThan(Secrets.MIN_BYTES);
    }

    @Test
    void anAnswerAboutSamplesIsRememberedAndYesIsDoneOnce() throws Exception {
        Path kept = directory.resolve("service");
        RunningService first = listen(Map.of(), "--samples", "yes", "url-checks");
        serve(first, here(), kept);
        first.offerSamples();
        assertThat(said.toString()).contains("5 items written");
        assertThat(get(first, "/api/url-checks/users/123456").statusCode()).isEqualTo(200);
        assertThat(Files.readString(kept.resolve("samples"))).isEqualTo("url-checks yes\n");

        said.getBuffer().setLength(0);
        RunningService second = listen(Map.of(), "--samples", "yes", "url-checks");
        serve(second, here(), kept);
        second.offerSamples();
        assertThat(said.toString()).isEmpty();
    }

    @Test
    void whereNobodyCanBeAskedTheWayToSamplesIsTold() {
        RunningService running = listen(Map.of(), "url-checks");
        serve(running, here(), null);
        running.offerSamples();
        assertThat(said.toString()).contains("--samples yes  writes 5 samples");
    }

    @Test
    void aCachedAnswerSeesWhatComesByTheApiAndByTheConsole() throws Exception {
        try (Engine engine = Engine.inMemory(Engine.Options.defaults());
                Partita shared = Partita.on(engine);
                Server api = Server.start(
                        new Wire(engine, false), Server.Options.defaults().withPort(0))) {
            ServiceTables tables = ServiceTables.here(shared, "http://localhost:8000", new Wire(engine, false));
            RunningService running = listen(Map.of(), "--samples", "yes", "algoitny");
            serve(running, tables, null);
            running.offerSamples();
            for (int i = 0; i < 2; i++) {
                assertThat(get(running, "/api/algoitny/plans/Free").body()).contains("\"maxHintsPerDay\":5");
            }
            String table = shared.client().listTables().tableNames().get(0);

            HttpResponse<String> written = client.send(
                    HttpRequest.newBuilder(URI.create("http://localhost:" + api.port()))
                            .header("Content-Type", "application/x-amz-json-1.0")
                            .header("X-Amz-Target", "DynamoDB_20120810.UpdateItem")
                            .header(
                                    "Authorization",
                                    "AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/dynamodb/aws4_request,"
                                            + " SignedHeaders=host;x-amz-date, Signature=any")
                            .header("X-Amz-Date", "20260101T000000Z")
                            .POST(HttpRequest.BodyPublishers.ofString(hints(table, 6)))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(written.statusCode()).as(written.body()).isEqualTo(200);
            assertThat(get(running, "/api/algoitny/plans/Free").body()).contains("\"maxHintsPerDay\":6");

            tables.raw()
                    .call("DynamoDB_20120810.UpdateItem", hints(table, 7).getBytes(StandardCharsets.UTF_8))
                    .join();
            assertThat(get(running, "/api/algoitny/plans/Free").body()).contains("\"maxHintsPerDay\":7");
            ending.run();
        }
    }

    private static String hints(String table, int number) {
        return """
                {"TableName":"%s","Key":{"pk":{"S":"PLAN#Free"},"sk":{"S":"META"}},"UpdateExpression":"SET mhpd = :n",
                 "ConditionExpression":"attribute_exists(mhpd)","ExpressionAttributeValues":{":n":{"N":"%d"}}}
                """.formatted(table, number);
    }

    /** One with the name and the key of the design's, and without its indexes. */
    private void makeAnotherTable() {
        partita.endpoint()
                .call(new Request.TableRequest(
                        "CreateTable",
                        Map.of(
                                "TableName",
                                "fus-main",
                                "BillingMode",
                                "PAY_PER_REQUEST",
                                "AttributeDefinitions",
                                List.of(
                                        Map.of("AttributeName", "PK", "AttributeType", "S"),
                                        Map.of("AttributeName", "SK", "AttributeType", "S")),
                                "KeySchema",
                                List.of(
                                        Map.of("AttributeName", "PK", "KeyType", "HASH"),
                                        Map.of("AttributeName", "SK", "KeyType", "RANGE")))));
    }

    private ServiceTables here() {
        return new ServiceTables(partita.endpoint(), partita::streams, "http://localhost:8000", partita, true, null);
    }

    /** Without pages. */
    private static List<String> serve(RunningService running, ServiceTables tables, Path kept) {
        return running.serve(tables, kept, null, null);
    }

    private RunningService listen(Map<String, String> environment, String... arguments) {
        ServiceOptions options = new ServiceOptions();
        new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(arguments);
        PrintWriter out = new PrintWriter(said, true);
        Terminal terminal = new Terminal(out, out, false);
        return new RunningService(HttpServer.Options.defaults().withPort(0), options, terminal, environment, ending);
    }

    private HttpResponse<String> get(RunningService running, String path) throws Exception {
        return client.send(request(running, path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(RunningService running, String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + running.port() + path));
    }
}
