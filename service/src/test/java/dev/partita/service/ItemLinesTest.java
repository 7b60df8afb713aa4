package dev.partita.service;

import static dev.partita.service.BadRequestsTest.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.item.Item;
import dev.partita.plan.EndpointException;
import dev.partita.plan.Request;
import dev.partita.runtime.Database;
import dev.partita.service.Served.Answer;
import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Lists as lines: all pages in one answer. */
class ItemLinesTest {

    private static final String NOTES = "/api/desk/patterns/notes?ticketId=t";
    private static final String[] LINES = {"Accept", "application/x-ndjson"};

    @Test
    void allLinesAreTheItemsOfAllPages() {
        try (Served served = Served.design(Desk.YAML)) {
            fill(served, 250, "");
            List<Object> paged = new ArrayList<>();
            String next = NOTES + "&limit=40";
            while (next != null) {
                Map<String, Object> page = served.get(next).json();
                paged.addAll((List<?>) page.get("items"));
                next = (String) page.get("next");
            }
            assertThat(paged).hasSize(250);
            Answer lines = served.get(NOTES, LINES);
            assertThat(lines.status()).isEqualTo(200);
            assertThat(lines.header("Content-Type")).isEqualTo("application/x-ndjson");
            assertThat(items(lines)).isEqualTo(paged);
        }
    }

    @Test
    void aLimitIsForAllLinesAndACursorBeginsThem() {
        try (Served served = Served.design(Desk.YAML)) {
            fill(served, 250, "");
            assertThat(items(served.get(NOTES + "&limit=7", LINES))).hasSize(7);
            assertThat(items(served.get(NOTES + "&limit=200", LINES))).hasSize(200);
            String next = (String) served.get(NOTES + "&limit=50").json().get("next");
            assertThat(items(served.get(next.replace("limit=50&", ""), LINES))).hasSize(200);
            assertThat(items(served.get("/api/desk/patterns/notes?ticketId=none", LINES)))
                    .isEmpty();
            check(served.get(NOTES + "&cursor=x", LINES), 400, "unusable-cursor", "");
        }
    }

    @Test
    void whoAsksForTheHeadReadsNoLines() {
        AtomicInteger queries = new AtomicInteger();
        try (Served served = Served.through(Desk.YAML, endpoint -> (request, context) -> {
            if (request instanceof Request.Query) {
                queries.incrementAndGet();
            }
            return endpoint.call(request);
        })) {
            fill(served, 300, "");
            queries.set(0);
            Answer head = served.call("HEAD", NOTES, LINES);
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.header("Content-Type")).isEqualTo("application/x-ndjson");
            assertThat(head.body()).isEmpty();
            assertThat(served.get("/health").status()).isEqualTo(200);
            assertThat(queries.get()).isEqualTo(1);
        }
    }

    @Test
    void linesAreChosenOnlyWhenTheyAreWantedMost() {
        try (Served served = Served.design(Desk.YAML)) {
            assertThat(served.get(NOTES, "Accept", "application/json, application/x-ndjson;q=0.9")
                            .header("Content-Type"))
                    .isEqualTo("application/json");
            assertThat(served.get(NOTES, "Accept", "application/json;q=0.5, application/x-ndjson;q=0.9")
                            .header("Content-Type"))
                    .isEqualTo("application/x-ndjson");
            assertThat(served.get(NOTES, "Accept", "*/*").header("Content-Type"))
                    .isEqualTo("application/json");
        }
    }

    @Test
    void aFailureOnTheWayIsTheLastLine() {
        AtomicInteger queries = new AtomicInteger();
        try (Served served = Served.through(Desk.YAML, endpoint -> (request, context) -> {
            if (request instanceof Request.Query && queries.incrementAndGet() == 3) {
                throw new EndpointException(
                        "ProvisionedThroughputExceededException", "too much for pk secret", Item.NONE, List.of());
            }
            return endpoint.call(request);
        })) {
            fill(served, 350, "");
            queries.set(0);
            Answer lines = served.get(NOTES, LINES);
            assertThat(lines.status()).isEqualTo(200);
            List<Map<String, Object>> items = items(lines);
            assertThat(items).hasSize(201);
            Map<?, ?> problem = (Map<?, ?>) items.get(200).get("problem");
            assertThat(problem.get("type")).isEqualTo("/problems/throttled");
            assertThat(problem.get("requestId")).isEqualTo(lines.header("X-Request-Id"));
            assertThat(lines.body()).doesNotContain("secret");
        }
    }

    @Test
    void aFailureAtTheBeginningHasItsStatus() {
        try (Served served = Served.through(Desk.YAML, endpoint -> (request, context) -> {
            if (request instanceof Request.Query) {
                throw new EndpointException("ThrottlingException", "", Item.NONE, List.of());
            }
            return endpoint.call(request);
        })) {
            check(served.get(NOTES, LINES), 503, "throttled", "Try again");
        }
    }

    @Test
    void nothingMoreIsReadForAClientThatIsGone() throws Exception {
        AtomicInteger queries = new AtomicInteger();
        try (Served served = Served.through(Desk.YAML, endpoint -> (request, context) -> {
            if (request instanceof Request.Query) {
                queries.incrementAndGet();
            }
            return endpoint.call(request);
        })) {
            fill(served, 10_000, "x".repeat(1_000));
            queries.set(0);
            HttpResponse<InputStream> answer = served.client.send(
                    served.request(NOTES, LINES).GET().build(), HttpResponse.BodyHandlers.ofInputStream());
            int read = 0;
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
                while (read < 5_000) {
                    assertThat(JsonBody.read(lines.readLine().getBytes(StandardCharsets.UTF_8)))
                            .containsEntry("number", (long) ++read);
                }
            }
            // The connection is gone: what the service holds of this stream ends, and others are served.
            assertThat(served.get(NOTES + "&limit=1").status()).isEqualTo(200);
            served.close();
            assertThat(queries.get()).isLessThan(100);
        }
    }

    private static void fill(Served served, int count, String text) {
        Database database = served.databases.get(0);
        for (int i = 1; i <= count; i++) {
            database.write("putNote", Map.of("ticketId", "t", "number", i, "text", text))
                    .run();
        }
    }

    private static List<Map<String, Object>> items(Answer answer) {
        return answer.body()
                .lines()
                .map(line -> JsonBody.read(line.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }
}
