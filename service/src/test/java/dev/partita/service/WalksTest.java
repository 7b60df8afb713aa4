package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.plan.Result;
import dev.partita.runtime.Cursor;
import dev.partita.runtime.Database;
import dev.partita.runtime.PageRequest;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A list that walks back day by day says how far it has looked, over HTTP and in Java, and goes on from there. */
class WalksTest {

    private static final String YAML = """
            design: wall
            allow: anyone
            tables:
              main:
                key: { partition: pk, sort: sk }
                indexes:
                  GSI1: { partition: gsi1pk, sort: gsi1sk, projection: all }
            entities:
              Post:
                key:  { pk: "POST#{postId}", sk: META }
                GSI1: { gsi1pk: "DAY#{madeAt:date}", gsi1sk: "{madeAt}#{postId}" }
                attributes: { postId: string, madeAt: { type: timestamp, required: true } }
            patterns:
              put: { put: Post }
              timeline: { list: Post, order: newest-first, walk: 7 days, page: 10 }
              since: { list: Post, order: newest-first, range: madeAt, walk: 7 days, page: 10 }
            """;

    @Test
    void anAnswerSaysWhereItStoppedAndNextGoesOn() {
        try (Served served = Served.design(YAML)) {
            fill(served, 1, 12);
            Map<String, Object> first =
                    served.get("/api/wall/patterns/timeline").json();
            assertThat(ids(first)).containsExactly("1");
            assertThat(first.get("stoppedAt")).isEqualTo(day(served, 6));
            Map<String, Object> second = served.get((String) first.get("next")).json();
            assertThat(ids(second)).containsExactly("12");
            assertThat(second.get("stoppedAt")).isEqualTo(day(served, 13));
            String lines = served.get("/api/wall/patterns/timeline", "Accept", "application/x-ndjson")
                    .body();
            assertThat(lines)
                    .contains("\"postId\":\"1\"")
                    .doesNotContain("\"12\"")
                    .endsWith("{\"stoppedAt\":\"" + day(served, 6) + "\"}\n");
            assertThat(served.get("/api/wall/openapi.json").body()).contains("\"stoppedAt\"");
        }
    }

    @Test
    void aRangeIsReadToItsEnd() {
        try (Served served = Served.design(YAML)) {
            fill(served, 1, 40);
            String from = served.clock
                    .instant()
                    .minus(Duration.ofDays(60))
                    .truncatedTo(ChronoUnit.SECONDS)
                    .toString();
            String lines = served.get("/api/wall/patterns/since?madeAtFrom=" + from, "Accept", "application/x-ndjson")
                    .body();
            assertThat(lines.lines()).hasSize(2).noneMatch(line -> line.contains("stoppedAt"));
        }
    }

    @Test
    void javaSaysTheSame() {
        try (Served served = Served.design(YAML)) {
            fill(served, 1, 12);
            Database database = served.databases.get(0);
            Result first = database.read("timeline", Map.of());
            assertThat(first.stoppedAt()).isEqualTo(day(served, 6));
            Result second =
                    database.read("timeline", Map.of(), PageRequest.of(10).after(Cursor.of(first.cursor())));
            assertThat(second.one().values()).containsEntry("postId", "12");
            assertThat(database.pages("timeline", Map.of())).hasSize(1);
        }
    }

    private static void fill(Served served, int... daysAgo) {
        for (int days : daysAgo) {
            served.databases
                    .get(0)
                    .write(
                            "put",
                            Map.of(
                                    "postId",
                                    "" + days,
                                    "madeAt",
                                    served.clock.instant().minus(Duration.ofDays(days))))
                    .run();
        }
    }

    private static String day(Served served, int ago) {
        return served.clock.instant().minus(Duration.ofDays(ago)).toString().substring(0, 10);
    }

    private static List<Object> ids(Map<String, Object> page) {
        return ((List<?>) page.get("items"))
                .stream().<Object>map(item -> ((Map<?, ?>) item).get("postId")).toList();
    }
}
