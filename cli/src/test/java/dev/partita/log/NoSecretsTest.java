package dev.partita.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.embedded.Partita;
import dev.partita.http.HttpServer;
import dev.partita.item.Item;
import dev.partita.meter.Meters;
import dev.partita.plan.Answer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.EndpointDecorator;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.runtime.Database;
import dev.partita.service.Service;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

/** Secrets are put wherever a request has room for them, everything is logged, and none of them is in the log or the metrics. */
@Tag("slow")
class NoSecretsTest {

    private static final String CANARY = "canary7";
    private static final String DESIGN = """
            design: aviary
            tables:
              main: { key: { partition: pk } }
            entities:
              Bird:
                key: { pk: "BIRD#{birdId}" }
                attributes:
                  birdId: { type: string, length: 1..60 }
                  email: { type: string, required: false, personal: true }
                  password: { type: password, required: false, hidden: true }
                  note: { type: string, required: false }
            patterns:
              bird:   { get: Bird, by: birdId }
              birds:  { scan: Bird }
              hatch:  { create: Bird }
              change: { update: Bird, by: birdId, change: [email, note] }
              fly:    { delete: Bird, by: birdId }
            """;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @AfterEach
    void reset() {
        Logs.configure(null);
    }

    @Test
    void noSecretIsLoggedOrMeasured() throws Exception {
        Design design = Reader.read("aviary.yaml", DESIGN.getBytes(StandardCharsets.UTF_8))
                .design();
        Meters meters = new Meters(Clock.systemUTC());
        boolean[] fails = new boolean[1];
        try (Partita partita = Partita.inMemory()) {
            Endpoint breaking = new Breaking(partita.endpoint(), fails);
            Database database = Database.builder(
                            design, meters.design(design, Map.of()).metered(breaking))
                    .environment(Map.of())
                    .build();
            database.createTables();
            try (Service service = Service.builder()
                            .design(database)
                            .environment(Map.of())
                            .meters(meters)
                            .secret((CANARY + " is the secret of cursors").getBytes(StandardCharsets.UTF_8))
                            .build();
                    HttpServer server = HttpServer.start(
                            service, HttpServer.Options.defaults().withPort(0))) {
                for (Logs.Format format : Logs.Format.values()) {
                    written.reset();
                    Logs.configure(new Logs.Setup(
                            format,
                            Level.TRACE,
                            new PrintStream(written, true, StandardCharsets.UTF_8),
                            Clock.systemUTC()));
                    fails[0] = false;
                    use(server.port());
                    fails[0] = true;
                    use(server.port());
                    String log = written.toString(StandardCharsets.UTF_8);
                    assertThat(log)
                            .contains("/api/aviary/patterns/hatch", "201", "503")
                            .doesNotContainIgnoringCase(CANARY);
                }
            }
        }
        assertThat(meters.prometheus()).contains("pattern=\"hatch\"").doesNotContainIgnoringCase(CANARY);
    }

    private static void use(int port) throws Exception {
        String body =
                "{\"birdId\":\"canary7\",\"email\":\"canary7@b.c\",\"password\":\"canary7-password\",\"note\":\"canary7\"}";
        for (String request : List.of(
                "POST /api/aviary/patterns/hatch " + body,
                "POST /api/aviary/patterns/hatch " + body,
                "POST /api/aviary/patterns/hatch {\"birdId\":7,\"canary7\":\"canary7\"}",
                "POST /api/aviary/patterns/hatch {\"canary7",
                "POST /api/aviary/birds?canary7=canary7 " + body,
                "GET /api/aviary/patterns/bird?birdId=canary7 ",
                "GET /api/aviary/patterns/bird?canary7=canary7 ",
                "GET /api/aviary/birds/canary7 ",
                "GET /api/aviary/birds/canary7%00%ff ",
                "GET /api/aviary/patterns/birds?limit=canary7&cursor=canary7 ",
                "GET /api/canary7/canary7?canary7 ",
                "GET /canary7 ",
                "PATCH /api/aviary/birds/canary7 {\"note\":\"canary7\"}",
                "DELETE /api/aviary/patterns/fly?birdId=canary7 ",
                "POST /api/aviary/patterns/fly {\"birdId\":\"canary7\"}")) {
            send(port, request);
        }
    }

    private static void send(int port, String request) throws IOException, InterruptedException {
        String[] parts = request.split(" ", 3);
        HttpRequest sent = HttpRequest.newBuilder(URI.create("http://localhost:" + port + parts[1]))
                .method(parts[0], HttpRequest.BodyPublishers.ofString(parts[2]))
                .header("Content-Type", "application/json")
                .header("Authorization", "Bearer canary7.canary7.canary7")
                .header("Partita-As", "canary7")
                .header("Cookie", "canary7=canary7")
                .header("If-Match", "\"canary7\"")
                .build();
        HttpClient.newHttpClient().send(sent, HttpResponse.BodyHandlers.discarding());
        HttpRequest plain = HttpRequest.newBuilder(sent, (name, value) -> name.equals("Content-Type"))
                .build();
        HttpClient.newHttpClient().send(plain, HttpResponse.BodyHandlers.discarding());
    }

    /** An endpoint that is out of reach when told so. */
    private static final class Breaking extends EndpointDecorator {
        private final boolean[] fails;

        Breaking(Endpoint endpoint, boolean[] fails) {
            super(endpoint);
            this.fails = fails;
        }

        @Override
        public Answer call(Request request, Context context) {
            if (fails[0]) {
                throw new EndpointException("ThrottlingException", "canary7", Item.NONE, List.of());
            }
            return endpoint().call(request, context);
        }
    }
}
