package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Reader;
import dev.partita.design.Source;
import dev.partita.plan.Result;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the linter warns of does happen: the designs as their documents have them, run on both databases. */
class WarningsTest {

    private static final Instant NOON = Instant.parse("2025-10-07T12:00:00Z");

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void anIndexKeepsNobodyFromHavingAnEmailTwice(Endpoints endpoint) {
        try (Written design = new Written("url-checks", endpoint)) {
            design.call("createUser", Map.of("userId", "1", "email", "a@b.c"), NOON);
            Calls.Outcome second = design.call("createUser", Map.of("userId", "2", "email", "a@b.c"), NOON);
            assertThat(second.refused()).as("000-F3").isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void aRangeOfDatesLosesItsLastDay(Endpoints endpoint) {
        try (Written design = new Written("aura-historia", endpoint)) {
            design.call(
                    "saveShop",
                    Map.of("domain", "example.com", "country", "US", "lastCrawled", "2023-01-31T10:00:00Z"),
                    NOON);
            assertThat(design.items(
                            "crawled",
                            Map.of("country", "US", "lastCrawledFrom", "2023-01-01", "lastCrawledTo", "2023-01-31")))
                    .as("001-F2")
                    .isEmpty();
            assertThat(design.items(
                            "crawled",
                            Map.of("country", "US", "lastCrawledFrom", "2023-01-01", "lastCrawledTo", "2023-02-01")))
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void whatIsStoredNewestFirstAndReadBackwardsIsOldestFirst(Endpoints endpoint) {
        try (Written design = new Written("algoitny", endpoint)) {
            for (int hour = 0; hour < 3; hour++) {
                design.call(
                        "recordExecution",
                        Map.of("historyId", "h" + hour, "userId", "1"),
                        NOON.plusSeconds(3600L * hour));
            }
            assertThat(design.items("userHistory", Map.of("userId", "1")))
                    .as("002-F17")
                    .extracting(item -> item.get("historyId"))
                    .containsExactly("h0", "h1", "h2");
        }
    }

    @ParameterizedTest
    @EnumSource(Endpoints.class)
    void aPageThatIsFilteredAfterwardsComesOutEmpty(Endpoints endpoint) {
        try (Written design = new Written("notifications", endpoint)) {
            for (int i = 0; i < 6; i++) {
                Map<String, Object> values = new LinkedHashMap<>(Map.of("userId", "usr_1", "title", "t" + i));
                if (i < 5) {
                    values.put("deletedAt", "2025-10-08T00:00:00Z");
                }
                design.call("createNotification", values, NOON.plusSeconds(i));
            }
            assertThat(design.items("notifications", Map.of("userId", "usr_1")))
                    .as("004-F3")
                    .isEmpty();
        }
    }

    /** One of the designs on an endpoint, its tables made for a test. */
    private static final class Written implements AutoCloseable {

        private final Compiled compiled;
        private final Endpoints endpoint;
        private final Play play;

        Written(String name, Endpoints endpoint) {
            Source source = AsWritten.mended(AsWritten.of(name).source());
            this.compiled = Compiler.compile(Reader.read(source).design());
            this.endpoint = endpoint;
            this.play = new Play(compiled, endpoint, "1");
            Tables.create(compiled.design(), endpoint);
        }

        Calls.Outcome call(String pattern, Map<String, Object> arguments, Instant at) {
            return play.call(pattern, arguments, at);
        }

        List<Map<String, Object>> items(String pattern, Map<String, Object> arguments) {
            Calls.Outcome outcome = call(pattern, arguments, NOON.plusSeconds(86_400));
            assertThat(outcome.refused()).as(outcome.message()).isNull();
            return outcome.read().items().stream().map(Result.Found::values).toList();
        }

        @Override
        public void close() {
            Tables.drop(compiled.design(), endpoint);
        }
    }
}
