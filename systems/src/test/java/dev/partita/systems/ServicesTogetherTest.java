package dev.partita.systems;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.partita.access.Callers;
import dev.partita.access.Tokens;
import dev.partita.cache.Caches;
import dev.partita.design.Design;
import dev.partita.document.Json;
import dev.partita.embedded.EngineEndpoint;
import dev.partita.engine.Engine;
import dev.partita.http.HttpServer;
import dev.partita.plan.Endpoint;
import dev.partita.redis.RedisCaches;
import dev.partita.redis.RedisServer;
import dev.partita.runtime.Database;
import dev.partita.service.Service;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two services on the same tables, with one Redis between them, behave as one. */
class ServicesTogetherTest {

    private static final byte[] SECRET = "both have it, and nobody else has".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] JWT_SECRET =
            "an issuer of tokens has this one, too".getBytes(StandardCharsets.US_ASCII);

    /** One of the two: nothing of it is the other's but tables, Redis and secrets. */
    private final class Instance implements AutoCloseable {
        private final List<Caches> caches = new ArrayList<>();
        private final Service service;
        private final HttpServer server;

        Instance(String... designs) {
            Tokens tokens = Tokens.builder().secret(JWT_SECRET).clock(clock).build();
            Service.Builder builder = Service.builder()
                    .callers(Callers.withTokens(tokens))
                    .clock(clock)
                    .environment(Tables.ENVIRONMENT)
                    .secret(SECRET);
            for (String name : designs) {
                // What a global index says may be kept at once: here it is never behind.
                Caches shared = RedisCaches.at(redis.uri()).settling(Duration.ZERO);
                caches.add(shared);
                builder.design(Database.builder(Systems.design(name), endpoint)
                        .clock(clock)
                        .environment(Tables.ENVIRONMENT)
                        .caches(shared)
                        .build());
            }
            service = builder.build();
            server = HttpServer.start(service, HttpServer.Options.defaults().withPort(0));
        }

        HttpResponse<String> get(String path, String token) {
            return send("GET", path, null, token);
        }

        HttpResponse<String> send(String method, String path, String body, String token) {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + path));
            if (token != null) {
                request.header("Authorization", "Bearer " + token);
            }
            if (body != null) {
                request.header("Content-Type", "application/json");
            }
            request.method(
                    method,
                    body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
            try {
                return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        long hits() {
            return caches.stream()
                    .mapToLong(one -> one.metrics().total().hits())
                    .sum();
        }

        @Override
        public void close() {
            service.stop();
            server.close();
            service.close();
            caches.forEach(Caches::close);
        }
    }

    /** Moves by hand, and so do the days of quotas and the lifetimes of tokens. */
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2024-12-01T12:00:00Z"));

    private final InstantSource time = now::get;
    private final Clock clock = time.withZone(ZoneOffset.UTC);
    private final Endpoint endpoint =
            new EngineEndpoint(Engine.inMemory(Engine.Options.defaults().withClock(clock)));
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private RedisServer redis;
    private Instance one;
    private Instance other;

    @BeforeEach
    void start() {
        redis = new RedisServer();
        String[] designs = {"algoitny", "fus-main", "notifications"};
        for (String name : designs) {
            Design design = Systems.design(name);
            Tables.create(design, endpoint);
            Script script = Script.of(name);
            new Play(Systems.compiled(name), endpoint, script.me()).loadSamples(script.given());
        }
        one = new Instance(designs);
        other = new Instance(designs);
    }

    @AfterEach
    void stop() {
        if (one != null) {
            one.close();
        }
        if (other != null) {
            other.close();
        }
        if (redis != null) {
            redis.close();
        }
    }

    @Test
    void whatOneWritesTheOtherReadsAlsoWhereAnswersAreKept() {
        String path = "/api/algoitny/plans/Free";
        String staff = staff();
        for (int i = 0; i < 3; i++) {
            assertThat(member(one.get(path, null), "maxHintsPerDay")).hasToString("5");
            assertThat(member(other.get(path, null), "maxHintsPerDay")).hasToString("5");
        }
        // One has it from the table, and all others have it from Redis.
        assertThat(one.hits() + other.hits()).isGreaterThanOrEqualTo(5);

        assertThat(one.send("PATCH", path, "{\"maxHintsPerDay\":7}", staff).statusCode())
                .isEqualTo(200);
        assertThat(member(other.get(path, null), "maxHintsPerDay")).hasToString("7");
        assertThat(other.send("PATCH", path, "{\"maxHintsPerDay\":8}", staff).statusCode())
                .isEqualTo(200);
        assertThat(member(one.get(path, null), "maxHintsPerDay")).hasToString("8");
    }

    @Test
    void aQuotaIsOneForBothAndTellsWhenItBeginsAnew() {
        String staff = staff();
        String path = "/api/algoitny/users/1/usage";
        String hint = "{\"action\":\"hint\",\"problemId\":\"5\"}";
        for (int i = 0; i < 5; i++) {
            Instance turn = i % 2 == 0 ? one : other;
            assertThat(turn.send("POST", path, hint, staff).statusCode()).isEqualTo(201);
        }
        for (Instance either : List.of(one, other)) {
            HttpResponse<String> refused = either.send("POST", path, hint, staff);
            assertThat(refused.statusCode()).as(refused.body()).isEqualTo(429);
            assertThat(member(refused, "type")).isEqualTo("/problems/quota-reached");
            assertThat(member(refused, "limit")).hasToString("5");
            assertThat(member(refused, "resetAt")).isEqualTo("2024-12-02T00:00:00Z");
            assertThat(refused.headers().firstValue("Retry-After")).contains("43200");
        }
        now.set(Instant.parse("2024-12-02T00:00:00Z"));
        assertThat(other.send("POST", path, hint, token("root")).statusCode()).isEqualTo(201);
    }

    @Test
    void aCursorOfOneIsGoodAtTheOther() {
        HttpResponse<String> first = one.get("/api/fus-main/sites?limit=1", null);
        String next = (String) member(first, "next");
        HttpResponse<String> second = other.get(next, null);
        assertThat(second.statusCode()).as(second.body()).isEqualTo(200);
        assertThat(items(first)).hasSize(1);
        assertThat(items(second)).hasSize(1).doesNotContainAnyElementsOf(items(first));
        assertThat(other.get(next.substring(0, next.length() - 2) + "xx", null).statusCode())
                .isEqualTo(400);
    }

    @Test
    void whoSignsInAtOneIsSignedInAtTheOther() {
        String account = "{\"email\":\"ada@example.com\",\"password\":\"correct horse battery staple\"}";
        HttpResponse<String> made = one.send("POST", "/api/notifications/users", account, null);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        HttpResponse<String> login = one.send("POST", "/api/notifications/login", account, null);
        assertThat(login.statusCode()).as(login.body()).isEqualTo(200);
        String token = (String) Systems.map(Json.read(login.body())).values().stream()
                .filter(value -> value instanceof String text && text.split("\\.").length == 3)
                .findFirst()
                .orElseThrow();

        String own = made.headers().firstValue("Location").orElseThrow();
        assertThat(other.get(own, null).statusCode()).isEqualTo(401);
        HttpResponse<String> seen = other.get(own, token);
        assertThat(seen.statusCode()).as(seen.body()).isEqualTo(200);
        assertThat(seen.body()).contains("ada@example.com").doesNotContain("password", "$2a$");
        assertThat(other.get("/api/notifications/users/usr_01HQ8X9Y5KNZ4T2B6R", token)
                        .statusCode())
                .isIn(403, 404);
    }

    @Test
    void aRoleThatOneTakesAwayIsGoneAtTheOtherSecondsLater() {
        String staff = staff();
        String john = token("1");
        String path = "/api/algoitny/plans/Free/users";
        assertThat(one.get(path, john).statusCode()).isEqualTo(403);
        assertThat(other.send("PUT", "/api/algoitny/users/1/is-staff", "{\"isStaff\":true}", staff)
                        .statusCode())
                .isEqualTo(200);
        now.set(now.get().plusSeconds(6));
        assertThat(one.get(path, john).statusCode()).isEqualTo(200);
        assertThat(other.send("PUT", "/api/algoitny/users/1/is-staff", "{\"isStaff\":false}", staff)
                        .statusCode())
                .isEqualTo(200);
        // Whoever wrote it knows at once; the other within the seconds for which an answer is believed.
        assertThat(other.get(path, john).statusCode()).isEqualTo(403);
        now.set(now.get().plusSeconds(6));
        assertThat(one.get(path, john).statusCode()).isEqualTo(403);
    }

    /** An account of its own that is staff. */
    private String staff() {
        Play play = new Play(Systems.compiled("algoitny"), endpoint, null);
        play.call("createUser", Map.of("userId", "root", "email", "root@example.com", "name", "Root"), now.get());
        play.call("setStaff", Map.of("userId", "root", "isStaff", true), now.get());
        return token("root");
    }

    private String token(String subject) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader(JWSAlgorithm.HS256),
                    new JWTClaimsSet.Builder()
                            .subject(subject)
                            .issueTime(Date.from(now.get()))
                            .expirationTime(Date.from(now.get().plusSeconds(3600)))
                            .build());
            token.sign(new MACSigner(JWT_SECRET));
            return token.serialize();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    private static Object member(HttpResponse<String> answer, String name) {
        Object member = Systems.map(Json.read(answer.body())).get(name);
        assertThat(member).as(name + " in " + answer.body()).isNotNull();
        return member;
    }

    private static List<Object> items(HttpResponse<String> answer) {
        return new ArrayList<>((List<?>) member(answer, "items"));
    }
}
