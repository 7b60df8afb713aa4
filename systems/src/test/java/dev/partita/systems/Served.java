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
import dev.partita.design.Design;
import dev.partita.document.Json;
import dev.partita.embedded.EngineEndpoint;
import dev.partita.engine.Engine;
import dev.partita.http.HttpServer;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import dev.partita.rest.RouteMatch;
import dev.partita.rest.Routes;
import dev.partita.runtime.Database;
import dev.partita.service.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A design served over HTTP as it is in production: tokens are asked for, the tables are empty, and there is no way in but REST.
 *
 * <p>A test that names a behaviour and asks nothing fails.
 */
final class Served implements BeforeEachCallback, AfterEachCallback {

    static final Instant START = Instant.parse("2025-03-10T09:00:00Z");

    private static final byte[] SECRET = "only the tests of this project have it".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] JWT_SECRET =
            "whoever signs tokens has this one, too".getBytes(StandardCharsets.US_ASCII);
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final String name;
    private final Design design;
    private final AtomicReference<Instant> now = new AtomicReference<>();
    private final InstantSource time = now::get;
    private final Clock clock = time.withZone(ZoneOffset.UTC);
    private final Routes routes;
    private final AtomicInteger calls = new AtomicInteger();
    private final Set<String> served = ConcurrentHashMap.newKeySet();
    private Endpoint endpoint;
    private Service service;
    private HttpServer server;

    Served(String name) {
        this.name = name;
        this.design = Systems.design(name);
        this.routes = Routes.of(design);
    }

    /** Patterns that were called at least once, by a caller who may, with values of the tests' own. */
    Set<String> served() {
        return served;
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        now.set(START);
        calls.set(0);
        endpoint = new EngineEndpoint(Engine.inMemory(Engine.Options.defaults().withClock(clock)));
        Tables.create(design, endpoint);
        Tokens tokens = Tokens.builder().secret(JWT_SECRET).clock(clock).build();
        service = Service.builder()
                .callers(Callers.withTokens(tokens))
                .clock(clock)
                .environment(Tables.ENVIRONMENT)
                .secret(SECRET)
                .design(Database.builder(design, endpoint)
                        .clock(clock)
                        .environment(Tables.ENVIRONMENT)
                        .build())
                .build();
        server = HttpServer.start(service, HttpServer.Options.defaults().withPort(0));
    }

    @Override
    public void afterEach(ExtensionContext context) {
        service.stop();
        server.close();
        service.close();
        assertThat(calls.get()).as("calls over REST").isPositive();
    }

    /** Moves the clock of everything: service, database, tokens. */
    void later(Duration span) {
        now.set(now.get().plus(span));
    }

    void at(String moment) {
        now.set(Instant.parse(moment));
    }

    Instant now() {
        return now.get();
    }

    /** Makes an item by a pattern, in the dark: for what nobody can make over REST, such as the first of its kind. */
    void plant(String pattern, Map<String, Object> arguments) {
        Database.builder(design, endpoint)
                .clock(clock)
                .environment(Tables.ENVIRONMENT)
                .build()
                .write(pattern, arguments)
                .run();
    }

    /** The items of a table as they are stored, by their keys with a blank between. */
    Map<String, Map<String, AttributeValue>> stored(String table) {
        Map<String, Map<String, AttributeValue>> items = new TreeMap<>();
        String physical = design.tables().get(table).physicalName(Tables.ENVIRONMENT);
        Request.Scan scan = new Request.Scan(physical, null, null, null, Map.of(), Map.of(), true, false, null, null);
        for (Item item : endpoint.call(scan).items()) {
            String key = design.tables().get(table).keyNames().stream()
                    .map(part -> ((AttributeValue.S) item.get(part)).value())
                    .collect(Collectors.joining(" "));
            items.put(key, item.toMap());
        }
        return items;
    }

    Person nobody() {
        return new Person(null);
    }

    /** Somebody with a token, in these groups of the identity provider. */
    Person as(String subject, String... groups) {
        String claim = design.identity() == null || design.identity().groups() == null
                ? "groups"
                : design.identity().groups();
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader(JWSAlgorithm.HS256),
                    new JWTClaimsSet.Builder()
                            .subject(subject)
                            .claim(claim, List.of(groups))
                            .issueTime(Date.from(START.minusSeconds(3600)))
                            .expirationTime(Date.from(START.plus(Duration.ofDays(4000))))
                            .build());
            token.sign(new MACSigner(JWT_SECRET));
            return new Person(token.serialize());
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    Person withToken(String token) {
        return new Person(token);
    }

    /** What many get who call at the same time. */
    static List<Reply> atOnce(int count, IntFunction<Reply> call) {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Callable<Reply>> calls = IntStream.range(0, count)
                    .mapToObj(i -> (Callable<Reply>) () -> call.apply(i))
                    .toList();
            List<Reply> replies = new ArrayList<>();
            for (Future<Reply> reply : threads.invokeAll(calls)) {
                replies.add(reply.get());
            }
            return replies;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (java.util.concurrent.ExecutionException e) {
            throw new AssertionError(e);
        } finally {
            threads.shutdownNow();
        }
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Somebody who calls. Bodies are JSON with single quotes. */
    final class Person {

        private final String token;

        private Person(String token) {
            this.token = token;
        }

        Reply get(String path) {
            return send("GET", path, null);
        }

        Reply post(String path, String body) {
            return send("POST", path, body);
        }

        Reply put(String path, String body) {
            return send("PUT", path, body);
        }

        Reply patch(String path, String body) {
            return send("PATCH", path, body);
        }

        Reply delete(String path) {
            return send("DELETE", path, null);
        }

        Reply send(String method, String path, String body) {
            calls.incrementAndGet();
            String place = path.startsWith("/api/") ? path : "/api/" + name + path;
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create("http://localhost:" + server.port() + place));
            if (token != null) {
                request.header("Authorization", "Bearer " + token);
            }
            if (body != null) {
                request.header("Content-Type", "application/json");
            }
            request.method(
                    method,
                    body == null
                            ? HttpRequest.BodyPublishers.noBody()
                            : HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')));
            try {
                HttpResponse<String> answer = CLIENT.send(
                        request.timeout(Duration.ofMinutes(1)).build(), HttpResponse.BodyHandlers.ofString());
                assertThat(answer.statusCode())
                        .as(method + " " + place + ": " + answer.body())
                        .isLessThan(500);
                if (answer.statusCode() < 300
                        && routes.match(method, place.replaceFirst("\\?.*", "")) instanceof RouteMatch.Found found) {
                    served.add(found.route().pattern().name());
                }
                return new Reply(method + " " + path, answer);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    /** What came back. */
    record Reply(String call, HttpResponse<String> answer) {

        int status() {
            return answer.statusCode();
        }

        /** Fails with the whole answer unless it has this status. */
        Reply is(int status) {
            assertThat(status()).as(call + ": " + answer.body()).isEqualTo(status);
            return this;
        }

        /** A put that went through, whether there was something before or not. */
        Reply made() {
            assertThat(status()).as(call + ": " + answer.body()).isIn(200, 201);
            return this;
        }

        /** A refusal: its status, the problem's name, and something it says. */
        Reply refused(int status, String problem, String... words) {
            is(status);
            assertThat(body().get("type")).as(answer.body()).isEqualTo("/problems/" + problem);
            List.of(words).forEach(word -> assertThat(answer.body()).contains(word));
            return this;
        }

        Map<String, Object> body() {
            return answer.body().isEmpty() ? Map.of() : new LinkedHashMap<>(Systems.map(Json.read(answer.body())));
        }

        /** A member, as text; null when it is not there. */
        String text(String member) {
            Object value = body().get(member);
            return value == null ? null : value.toString();
        }

        List<Map<String, Object>> items() {
            List<Map<String, Object>> items = new ArrayList<>();
            ((List<?>) body().get("items")).forEach(item -> items.add(Systems.map(item)));
            return items;
        }

        /** One member of each item of a list, as text. */
        List<String> each(String member) {
            return items().stream()
                    .map(item -> String.valueOf(item.get(member)))
                    .toList();
        }

        String header(String header) {
            return answer.headers().firstValue(header).orElse(null);
        }
    }
}
