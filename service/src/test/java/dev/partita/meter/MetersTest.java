package dev.partita.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.partita.access.MovableClock;
import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MetersTest {

    static final String SHOP = """
            design: shop
            tables:
              main:
                name: shop-{env}
                key: { partition: pk, sort: sk }
                indexes:
                  byMail: { partition: mail, projection: all }
            entities:
              User:
                key: { pk: "USER#{userId}", sk: USER }
                byMail: { mail: "{email}" }
                attributes:
                  userId: string
                  email: string
                  name: { type: string, required: false }
            patterns:
              user:   { get: User, by: userId }
              mail:   { list: User, by: email }
              signUp: { create: User }
              rename: { update: User, by: userId, change: name }
            """;

    private final MovableClock clock = new MovableClock();
    private final Meters meters = new Meters(clock);
    private final DesignMeter shop = meters.design(design(SHOP), Map.of());

    static Design design(String text) {
        Reading reading = Reader.read("shop.yaml", text.getBytes(StandardCharsets.UTF_8));
        assertThat(reading.findings()).isEmpty();
        return reading.design();
    }

    @Test
    void everyPatternIsThereFromTheStart() {
        ExpositionReader page = page();
        for (String pattern : List.of("user", "mail", "signUp", "rename")) {
            String labels = "{design=\"shop\",pattern=\"" + pattern + "\"}";
            assertThat(page.value("partita_requests_total" + labels)).isZero();
            assertThat(page.value("partita_request_seconds_count" + labels)).isZero();
        }
        assertThat(page.value("partita_throttled_total{design=\"shop\",table=\"shop-dev\"}"))
                .isZero();
    }

    @Test
    void requestsErrorsAndUnitsAreCounted() {
        PatternMeter user = meters.pattern("shop", "user");
        assertThat(user).isSameAs(shop.pattern("user"));
        user.succeeded(2_000_000);
        user.failed(404, "not-found", 4_000_000);
        user.failed(404, "not-found", 4_000_000);
        user.failed(503, "throttled", 10_000_000);
        user.units(1.5, 0);
        user.units(0.5, 3);
        ExpositionReader page = page();
        assertThat(page.value("partita_requests_total{design=\"shop\",pattern=\"user\"}"))
                .isEqualTo(4);
        assertThat(page.value(
                        "partita_errors_total{design=\"shop\",pattern=\"user\",problem=\"not-found\",status=\"404\"}"))
                .isEqualTo(2);
        assertThat(page.value(
                        "partita_errors_total{design=\"shop\",pattern=\"user\",problem=\"throttled\",status=\"503\"}"))
                .isEqualTo(1);
        assertThat(page.value("partita_units_total{design=\"shop\",kind=\"read\",pattern=\"user\"}"))
                .isEqualTo(2);
        assertThat(page.value("partita_units_total{design=\"shop\",kind=\"write\",pattern=\"user\"}"))
                .isEqualTo(3);
        assertThat(page.value("partita_request_seconds_sum{design=\"shop\",pattern=\"user\"}"))
                .isEqualTo(0.02);
        assertThat(quantile(page, "0.5")).isCloseTo(0.004, within(0.0001));
        assertThat(quantile(page, "0.999")).isCloseTo(0.01, within(0.0002));
    }

    @Test
    void quantilesForgetAfterFiveMinutesAndTotalsDoNot() {
        PatternMeter user = shop.pattern("user");
        user.succeeded(80_000_000);
        for (int i = 0; i < 19; i++) {
            clock.advanceSeconds(15);
            meters.tick();
        }
        user.succeeded(2_000_000);
        assertThat(quantile(page(), "0.99")).isCloseTo(0.08, within(0.002));
        for (int i = 0; i < 4; i++) {
            clock.advanceSeconds(15);
            meters.tick();
        }
        assertThat(quantile(page(), "0.99")).isCloseTo(0.002, within(0.0001));
        clock.advance(Duration.ofMinutes(6));
        meters.tick();
        clock.advance(Duration.ofMinutes(6));
        ExpositionReader page = page();
        assertThat(quantile(page, "0.99")).isNaN();
        assertThat(page.value("partita_request_seconds_count{design=\"shop\",pattern=\"user\"}"))
                .isEqualTo(2);
    }

    @Test
    void aClockThatIsSetBackLosesTheWindowOnly() {
        shop.pattern("user").succeeded(1_000_000);
        clock.advance(Duration.ofHours(-1));
        shop.pattern("user").succeeded(1_000_000);
        assertThat(page().value("partita_requests_total{design=\"shop\",pattern=\"user\"}"))
                .isEqualTo(2);
        clock.advanceSeconds(1);
        shop.pattern("user").succeeded(3_000_000);
        assertThat(quantile(page(), "0.5")).isCloseTo(0.003, within(0.0001));
    }

    @Test
    void namesOfProblemsAreFewWhateverComesIn() {
        PatternMeter user = shop.pattern("user");
        for (int i = 0; i < 1_000; i++) {
            user.failed(400 + i % 5, "made-up-" + i, 1_000);
        }
        assertThat(user.failures().size()).isLessThanOrEqualTo(PatternMeter.MOST_PROBLEMS + 5);
        assertThat(user.failures().values().stream().mapToLong(Long::longValue).sum())
                .isEqualTo(1_000);
    }

    @Test
    void noLabelCanForgeASample() {
        String evil = "x\"} 1\npartita_requests_total{design=\"forged\",pattern=\"\\";
        shop.pattern("user").failed(400, evil, 1_000);
        shop.searchIndex(evil, () -> new DesignMeter.SearchState(true, 7, Duration.ofMillis(2_500)));
        for (boolean open : new boolean[] {false, true}) {
            ExpositionReader page = ExpositionReader.read(open ? meters.openMetrics() : meters.prometheus(), open);
            assertThat(page.value("partita_search_ready{design=\"shop\",index=\"" + evil + "\"}"))
                    .isEqualTo(1);
            assertThat(page.value("partita_search_documents{design=\"shop\",index=\"" + evil + "\"}"))
                    .isEqualTo(7);
            assertThat(page.value("partita_search_behind_seconds{design=\"shop\",index=\"" + evil + "\"}"))
                    .isEqualTo(2.5);
            assertThat(page.value("partita_errors_total{design=\"shop\",pattern=\"user\",problem=\"" + evil
                            + "\",status=\"400\"}"))
                    .isEqualTo(1);
            assertThat(page.samples.keySet())
                    .noneMatch(series -> series.startsWith("partita_requests_total{design=\"forged"));
        }
    }

    @Test
    void thePageIsTheSameTwiceAndInTheOrderOfTheFamilies() {
        shop.pattern("rename").failed(409, "b", 1_000);
        shop.pattern("rename").failed(409, "a", 1_000);
        shop.pattern("rename").failed(400, "c", 1_000);
        ExpositionReader first = page();
        assertThat(page().samples.keySet()).containsExactlyElementsOf(first.samples.keySet());
        List<String> names = new ArrayList<>();
        for (MetricFamily family : MetricFamily.values()) {
            names.add(family.fullName());
        }
        assertThat(first.types.keySet()).containsExactlyElementsOf(names);
        for (MetricFamily family : MetricFamily.values()) {
            assertThat(first.types)
                    .containsEntry(family.fullName(), family.type().word());
            assertThat(first.helps).containsEntry(family.fullName(), family.help());
        }
    }

    @Test
    void openMetricsIsReadToo() {
        shop.pattern("user").succeeded(1_000_000);
        ExpositionReader page = ExpositionReader.read(meters.openMetrics(), true);
        assertThat(page.value("partita_requests_total{design=\"shop\",pattern=\"user\"}"))
                .isOne();
        assertThat(page.types).containsEntry("partita_requests", "counter");
    }

    @Test
    void theProcessIsMeasuredToo() {
        meters.connections(() -> 7);
        meters.ready(() -> false);
        clock.advanceSeconds(90);
        ExpositionReader page = page();
        assertThat(page.value("partita_open_connections")).isEqualTo(7);
        assertThat(page.value("partita_ready")).isZero();
        assertThat(page.value("partita_uptime_seconds")).isEqualTo(90);
        assertThat(page.value("jvm_heap_used_bytes")).isPositive();
        assertThat(page.value("jvm_threads")).isPositive();
    }

    @Test
    void whatIsNotMeasuredIsRefusedByName() {
        assertThatThrownBy(() -> meters.pattern("shop", "nothing"))
                .hasMessage("The design shop has no pattern nothing");
        assertThatThrownBy(() -> meters.pattern("shoe", "user")).hasMessage("The design shoe is not measured");
    }

    private static double quantile(ExpositionReader page, String quantile) {
        return page.value("partita_request_seconds{design=\"shop\",pattern=\"user\",quantile=\"" + quantile + "\"}");
    }

    private ExpositionReader page() {
        return ExpositionReader.read(meters.prometheus(), false);
    }
}
