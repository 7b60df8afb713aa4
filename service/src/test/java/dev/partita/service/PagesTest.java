package dev.partita.service;

import static dev.partita.service.BadRequestsTest.check;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.access.MetricsAccess;
import dev.partita.service.Served.Answer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is there beside the patterns. */
class PagesTest {

    private static final String BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

    private static Served served;

    @BeforeAll
    static void open() {
        served = Served.design(
                Desk.YAML.replace("about: People, their", "about: \"<script>alert('x')</script> & people, their\" #"));
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void aProgramGetsTheDesignsAsJson() {
        for (String path : List.of("/", "/api", "/api/")) {
            Answer answer = served.get(path);
            assertThat(answer.header("Content-Type")).isEqualTo("application/json");
            assertThat((String) answer.json().get("mode")).contains("no token is asked for");
            Map<?, ?> design = (Map<?, ?>) ((List<?>) answer.json().get("designs")).get(0);
            assertThat(design.get("name")).isEqualTo("desk");
            for (String link : List.of("href", "openapi", "docs")) {
                assertThat(served.get((String) design.get(link)).status())
                        .as(link)
                        .isEqualTo(200);
            }
        }
    }

    @Test
    void aBrowserGetsAPageThatSaysWhatModeItIs() {
        for (String path : List.of("/", "/api/desk")) {
            Answer page = served.get(path, "Accept", BROWSER);
            assertThat(page.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
            assertThat(page.header("Content-Security-Policy")).contains("default-src 'none'");
            assertThat(page.body())
                    .contains("no token is asked for")
                    .contains("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; people")
                    .doesNotContain("<script>");
        }
        assertThat(served.get("/api/desk", "Accept", BROWSER).body())
                .contains("/api/desk/people/{personId}")
                .contains("createPerson");
    }

    @Test
    void aDesignListsItsRoutes() {
        List<Object> routes =
                List.copyOf((List<?>) served.get("/api/desk").json().get("routes"));
        assertThat(routes)
                .contains(Map.of("method", "GET", "path", "/api/desk/people/{personId}", "pattern", "person"))
                .contains(Map.of("method", "POST", "path", "/api/desk/patterns/vote", "pattern", "vote"));
    }

    @Test
    void thereIsADocumentAndAPageToTryIt() {
        Answer document = served.get("/api/desk/openapi.json");
        assertThat(document.header("Content-Type")).isEqualTo("application/json");
        assertThat(document.body()).startsWith("{\"openapi\":\"3.1.0\"").doesNotContain("\"pin\"");
        Answer page = served.get("/api/desk/docs", "Accept", BROWSER);
        assertThat(page.header("Content-Type")).startsWith("text/html");
        assertThat(page.header("Content-Security-Policy")).contains("'self'");
    }

    @Test
    void whoRunsItCanAskHowItIs() {
        assertThat(served.get("/health").body()).isEqualTo("{\"status\":\"ok\"}");
        assertThat(served.get("/ready").json()).containsEntry("ready", true);
        served.get("/api/desk/people/nobody");
        Answer metrics = served.get("/metrics");
        assertThat(metrics.header("Content-Type")).startsWith("text/plain");
        assertThat(metrics.body()).contains("pattern=\"person\"").contains("not-found");
        assertThat(served.get("/metrics", "Accept", "application/openmetrics-text; version=1.0.0")
                        .header("Content-Type"))
                .startsWith("application/openmetrics-text");
        assertThat(served.get("/alarms").json()).containsKey("alarms");
        assertThat(served.get("/api/desk/alarms").json()).containsKey("alarms");
    }

    @Test
    void metricsAndAlarmsAreForWhoHasTheirToken() {
        byte[] token = "only-for-Prometheus".getBytes(StandardCharsets.US_ASCII);
        try (Served closed = new Served.Setting()
                .with(builder -> builder.watchers(MetricsAccess.withToken(token)))
                .serve(Desk.YAML)) {
            for (String path : List.of("/metrics", "/alarms", "/api/desk/alarms")) {
                Answer without = closed.get(path);
                check(without, 401, "not-signed-in", "send it as a bearer token");
                assertThat(without.header("WWW-Authenticate")).isEqualTo("Bearer");
                check(closed.get(path, "Authorization", "Basic b25seQ=="), 401, "not-signed-in", "bearer token");
                Answer other = closed.get(path, "Authorization", "Bearer only-for-Prometheu");
                check(other, 401, "not-signed-in", "not the token");
                assertThat(other.header("WWW-Authenticate")).contains("invalid_token");
                assertThat(closed.get(path, "Authorization", "Bearer only-for-Prometheus")
                                .status())
                        .isEqualTo(200);
            }
            assertThat(closed.get("/health").status()).isEqualTo(200);
            assertThat(closed.get("/ready").status()).isEqualTo(200);
        }
    }
}
