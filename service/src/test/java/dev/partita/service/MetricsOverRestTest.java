package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.access.MovableClock;
import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table;
import dev.partita.embedded.Partita;
import dev.partita.engine.Background;
import dev.partita.engine.Engine;
import dev.partita.http.HttpServer;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.meter.DesignMeter;
import dev.partita.meter.ExpositionReader;
import dev.partita.meter.Meters;
import dev.partita.plan.Request;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.SampleItems;
import dev.partita.runtime.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** All patterns of the five designs are called over HTTP, and the metrics say just what the client saw. */
class MetricsOverRestTest {

    private static final MovableClock CLOCK = new MovableClock();
    private static final Ticks TICKS = new Ticks();
    private static final Partita PARTITA =
            Partita.inMemory(Engine.Options.defaults().withClock(CLOCK).withBackground(TICKS));
    private static final Meters METERS = new Meters(CLOCK);
    private static final List<Database> DATABASES = new ArrayList<>();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    /** What the client saw: by design and pattern, how often each status. */
    private static final Map<String, Map<Integer, Integer>> SEEN = new TreeMap<>();

    private static Service service;
    private static HttpServer server;
    private static ExpositionReader page;

    @BeforeAll
    static void useEverything() throws IOException {
        Service.Builder builder = Service.builder()
                .clock(CLOCK)
                .environment(Map.of())
                .meters(METERS)
                .secret(Served.SECRET);
        List<Path> files;
        try (var all = Files.list(Path.of("../systems/designs"))) {
            files = all.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
        assertThat(files).hasSize(5);
        for (Path file : files) {
            Design design = Served.read(Files.readString(file));
            DesignMeter meter = METERS.design(design, Map.of());
            Database database = Database.builder(design, meter.metered(PARTITA.endpoint()))
                    .clock(CLOCK)
                    .environment(Map.of())
                    .build();
            database.createTables();
            loadSamples(design);
            meter.caches(database.caches().metrics());
            List<String> tables = design.tables().values().stream()
                    .map(table -> table.physicalName(Map.of()))
                    .toList();
            meter.ttlDeletions(
                    () -> tables.stream().mapToLong(PARTITA::expiredItems).sum());
            DATABASES.add(database);
            builder.design(database);
        }
        service = builder.build();
        server = HttpServer.start(service, HttpServer.Options.defaults().withPort(0));
        METERS.connections(server::connections);
        METERS.ready(() -> service.readiness().report().ready());
        for (Database database : DATABASES) {
            // Reads find the samples, and what is deleted is deleted last. Twice, so that caches are asked for what
            // they have.
            database.design().patterns().values().stream()
                    .sorted(Comparator.comparing(pattern -> pattern.verb() == Pattern.Verb.DELETE
                            ? 2
                            : pattern.verb().writes() ? 1 : 0))
                    .forEach(pattern -> {
                        call(database, pattern);
                        call(database, pattern);
                    });
        }
        expireSomething();
        page = metrics();
    }

    @AfterAll
    static void close() {
        server.close();
        service.close();
        PARTITA.close();
    }

    @Test
    void everyPatternHasTheRequestsAndErrorsThatTheClientSaw() {
        assertThat(SEEN).hasSizeGreaterThanOrEqualTo(99);
        int succeeded = 0;
        for (Map.Entry<String, Map<Integer, Integer>> pattern : SEEN.entrySet()) {
            String labels = pattern.getKey();
            assertThat(page.value("partita_requests_total{" + labels + "}"))
                    .as(labels)
                    .isEqualTo(2);
            assertThat(page.value("partita_request_seconds_count{" + labels + "}"))
                    .as(labels)
                    .isEqualTo(2);
            assertThat(page.value("partita_request_seconds{" + labels + ",quantile=\"0.99\"}"))
                    .as(labels)
                    .isPositive();
            for (int status = 400; status < 600; status++) {
                String suffix = ",status=\"" + status + "\"}";
                double counted = page.samples.entrySet().stream()
                        .filter(sample -> sample.getKey().startsWith("partita_errors_total{" + labels + ",")
                                && sample.getKey().endsWith(suffix))
                        .mapToDouble(Map.Entry::getValue)
                        .sum();
                assertThat(counted).as(labels + suffix).isEqualTo((double)
                        pattern.getValue().getOrDefault(status, 0));
            }
            assertThat(pattern.getValue().keySet()).as(labels).allMatch(status -> status < 500);
            succeeded += pattern.getValue().keySet().stream().anyMatch(status -> status < 300) ? 1 : 0;
        }
        assertThat(succeeded).as("patterns that were answered as asked").isGreaterThan(80);
    }

    @Test
    void everyDesignTakesUnitsAndEveryTableRequests() {
        for (Database database : DATABASES) {
            String design = "design=\"" + database.design().name() + "\"";
            assertThat(sum("partita_units_total{" + design, "kind=\"read\"")).isPositive();
            assertThat(sum("partita_units_total{" + design, "kind=\"write\"")).isPositive();
            // What patterns took is what the tables gave; sign-in and roles ask on their own.
            assertThat(sum("partita_table_units_total{" + design, "kind=\"write\""))
                    .isEqualTo(sum("partita_units_total{" + design, "kind=\"write\""));
            for (Table table : database.design().tables().values()) {
                String of = "table=\"" + table.physicalName(Map.of()) + "\"";
                assertThat(sum("partita_table_requests_total{" + design, of))
                        .as(of)
                        .isPositive();
                assertThat(page.value("partita_item_bytes_count{" + design + ",direction=\"read\"," + of + "}"))
                        .as(of)
                        .isPositive();
                assertThat(page.value("partita_item_bytes_count{" + design + ",direction=\"written\"," + of + "}"))
                        .as(of)
                        .isPositive();
            }
            assertThat(page.value("partita_table_request_seconds_count{" + design + ",kind=\"read\"}"))
                    .isPositive();
            assertThat(page.value("partita_table_request_seconds_count{" + design + ",kind=\"write\"}"))
                    .isPositive();
        }
    }

    @Test
    void cachesAlarmsAndExpiryMove() {
        assertThat(sum("partita_cache_hits_total{", "")).isPositive();
        assertThat(sum("partita_cache_misses_total{", "")).isPositive();
        assertThat(sum("partita_cache_invalidations_total{", "")).isPositive();
        assertThat(page.value("partita_ttl_deletions_total{design=\"algoitny\"}"))
                .isPositive();
        assertThat(page.samples.keySet().stream()
                        .filter(series -> series.startsWith("partita_alarm{"))
                        .count())
                .isEqualTo(8);
        assertThat(page.value("partita_alarm_value{alarm=\"LargeItem\",design=\"algoitny\"}"))
                .isPositive();
        assertThat(page.value("partita_alarm_value{alarm=\"HighCostPerDay\",design=\"algoitny\"}"))
                .isPositive();
        assertThat(page.value("partita_alarm_value{alarm=\"NothingExpires\",design=\"algoitny\"}"))
                .isPositive();
        assertThat(page.value("partita_ready")).isOne();
        assertThat(page.value("partita_open_connections")).isPositive();
    }

    @Test
    void noValueOfAnyItemIsOnThePage() {
        List<String> words = DATABASES.stream()
                .flatMap(database -> database.design().samples().values().stream())
                .flatMap(List::stream)
                .flatMap(sample -> sample.values().values().stream())
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(word -> word.contains("@") || word.contains("://"))
                .toList();
        assertThat(words).isNotEmpty();
        assertThat(METERS.prometheus()).doesNotContain(words);
    }

    @Test
    void theAlarmsOfADesignAreShown() throws Exception {
        HttpResponse<String> answer = send(request("/api/algoitny/alarms").GET());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body())
                .contains("\"alarm\":\"NothingExpires\"", "\"metric\":\"hot-key\"", "\"state\":\"unknown\"");
    }

    @Test
    void whatStopsIsNotReady() throws Exception {
        try (Served served = Served.design("""
                design: small
                tables:
                  main: { key: { partition: pk } }
                entities:
                  User: { key: { pk: "{userId}" }, attributes: { userId: string } }
                patterns:
                  user: { get: User, by: userId }
                """)) {
            assertThat(served.get("/ready").status()).isEqualTo(200);
            served.service.stop();
            assertThat(served.get("/ready").status()).isEqualTo(503);
            assertThat(served.get("/ready").body()).contains("shutting down");
            assertThat(served.get("/health").status()).as("it lives on").isEqualTo(200);
            assertThat(served.get("/api/small/users/1").status()).isEqualTo(503);
        }
    }

    private static double sum(String prefix, String part) {
        return page.samples.entrySet().stream()
                .filter(sample ->
                        sample.getKey().startsWith(prefix) && sample.getKey().contains(part))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private static void loadSamples(Design design) {
        SampleItems.of(design, CLOCK).forEach((name, items) -> {
            String table = design.tableOf(design.entities().get(name)).physicalName(Map.of());
            items.forEach(item ->
                    PARTITA.endpoint().call(new Request.PutItem(table, Item.of(item), null, Map.of(), Map.of(), null)));
        });
    }

    /** Calls a pattern by what the samples say of its arguments. */
    private static void call(Database database, Pattern pattern) {
        Design design = database.design();
        Map<String, Object> known = new LinkedHashMap<>();
        design.samples().values().forEach(samples -> samples.forEach(sample -> known.putAll(sample.values())));
        for (String entity : pattern.entities()) {
            Entity one = design.entities().get(entity);
            design.samples()
                    .getOrDefault(one == null ? "" : entity, List.of())
                    .forEach(sample -> known.putAll(sample.values()));
        }
        Map<String, Object> arguments = new LinkedHashMap<>();
        for (Argument argument : database.plans().plan(pattern.name()).arguments()) {
            Object value = known.get(argument.name());
            if (value != null && (argument.required() || pattern.verb().writes())) {
                arguments.put(argument.name(), value);
            }
        }
        String path = "/api/" + design.name() + "/patterns/" + pattern.name();
        HttpRequest.Builder request;
        if (pattern.verb().writes()) {
            request = request(path)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(json(arguments)));
        } else {
            StringBuilder query = new StringBuilder();
            arguments.forEach((name, value) -> query.append(query.isEmpty() ? '?' : '&')
                    .append(name)
                    .append('=')
                    .append(URLEncoder.encode(value.toString(), StandardCharsets.UTF_8)));
            request = request(path + query).GET();
        }
        int status = send(request).statusCode();
        String labels = "design=\"" + design.name() + "\",pattern=\"" + pattern.name() + "\"";
        SEEN.computeIfAbsent(labels, one -> new TreeMap<>()).merge(status, 1, Integer::sum);
    }

    private static void expireSomething() {
        Database algoitny = DATABASES.get(0);
        Table table = algoitny.design().tables().values().iterator().next();
        Map<String, AttributeValue> item = new LinkedHashMap<>();
        table.keyNames().forEach(key -> item.put(key, new AttributeValue.S("old")));
        item.put(
                table.expiry(),
                new AttributeValue.N(Long.toString(CLOCK.instant().getEpochSecond() + 5)));
        PARTITA.endpoint()
                .call(new Request.PutItem(table.physicalName(Map.of()), Item.of(item), null, Map.of(), Map.of(), null));
        for (int i = 0; i < 700; i++) {
            // A clock that jumps is not believed for ten minutes.
            CLOCK.advance(Duration.ofSeconds(1));
            TICKS.tick();
        }
    }

    private static ExpositionReader metrics() {
        HttpResponse<String> answer = send(request("/metrics").GET());
        assertThat(answer.headers().firstValue("Content-Type")).contains(Meters.TEXT_TYPE);
        HttpResponse<String> open = send(request("/metrics")
                .header("Accept", "application/openmetrics-text; version=1.0.0")
                .GET());
        assertThat(open.headers().firstValue("Content-Type")).contains(Meters.OPEN_METRICS_TYPE);
        ExpositionReader.read(open.body(), true);
        return ExpositionReader.read(answer.body(), false);
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path))
                .timeout(Duration.ofSeconds(30));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String json(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<String> members = new ArrayList<>();
            map.forEach((name, one) -> members.add(json(name) + ":" + json(one)));
            return "{" + String.join(",", members) + "}";
        }
        if (value instanceof List<?> list) {
            return "["
                    + String.join(
                            ",", list.stream().map(MetricsOverRestTest::json).toList()) + "]";
        }
        if (value instanceof Number || value instanceof Boolean || value == null) {
            return String.valueOf(value);
        }
        return "\""
                + value.toString().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    /** Background work that runs when the test says so. */
    private static final class Ticks implements Background {
        private final List<Runnable> repeated = new ArrayList<>();
        private final List<Runnable> once = new ArrayList<>();
        private long nanos;

        @Override
        public synchronized void run(Runnable task) {
            once.add(task);
        }

        @Override
        public synchronized Runnable repeat(long everySeconds, Runnable task) {
            repeated.add(task);
            return () -> {};
        }

        @Override
        public long nanoTime() {
            return nanos;
        }

        void tick() {
            nanos += 1_000_000_000L;
            List<Runnable> now;
            synchronized (this) {
                now = new ArrayList<>(once);
                once.clear();
                now.addAll(repeated);
            }
            now.forEach(Runnable::run);
        }
    }
}
