package dev.partita.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.partita.access.Callers;
import dev.partita.access.MovableClock;
import dev.partita.access.Tokens;
import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Type;
import dev.partita.plan.internal.key.Argument;
import dev.partita.rest.Route;
import dev.partita.rest.Routes;
import dev.partita.service.Served.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random requests against all designs that ship: whatever comes, there is an answer that is one of those that are promised. */
class ShippedDesignsTest {

    private static final Path DESIGNS = Path.of("..", "systems", "designs");
    private static final byte[] KEY = "a key that issuer and service share, long".getBytes(StandardCharsets.US_ASCII);
    private static final int REQUESTS = Integer.getInteger("partita.fuzz.requests", 3_000);

    /** The same requests in every build; others with {@code -Dpartita.fuzz.seed}. */
    private final long seed = Long.getLong("partita.fuzz.seed", 20_261_115);

    private final Random random = new Random(seed);
    private final List<String> authorizations = new ArrayList<>();
    private final Map<String, List<String>> seen = new LinkedHashMap<>();

    @Tag("slow")
    @Test
    void noRequestMakesTheServiceFail() {
        Map<Integer, Integer> statuses = run(new Served.Setting(), REQUESTS);
        // A test of refusals only would prove little.
        assertThat(statuses).as("seed " + seed).containsKeys(200, 201, 404, 422, 400);
        assertThat(statuses.get(200) + statuses.get(201)).as("seed " + seed).isGreaterThan(REQUESTS / 10);
    }

    @Tag("slow")
    @Test
    void noCallerMakesTheServiceFail() {
        Tokens tokens = Tokens.builder().secret(KEY).clock(new MovableClock()).build();
        for (String subject : List.of("u1", "Ada", "ada@example.com")) {
            authorizations.add("Bearer " + token(subject));
        }
        authorizations.addAll(List.of("Bearer ", "Bearer a.b.c", "Basic eDp5", "Bearer " + "x".repeat(9000)));
        Map<Integer, Integer> statuses =
                run(new Served.Setting().with(builder -> builder.callers(Callers.withTokens(tokens))), REQUESTS / 2);
        assertThat(statuses).as("seed " + seed).containsKeys(200, 401, 403, 404);
    }

    private Map<Integer, Integer> run(Served.Setting setting, int requests) {
        List<Design> designs = designs();
        assertThat(designs).hasSize(5);
        Set<String> hidden = new TreeSet<>();
        designs.forEach(design -> design.entities().values().forEach(entity -> entity.attributes().values().stream()
                .filter(Attribute::hidden)
                .forEach(attribute -> hidden.add("\"" + attribute.name() + "\":"))));
        assertThat(hidden).isNotEmpty();
        Map<Integer, Integer> statuses = new LinkedHashMap<>();
        Promises promises = new Promises();
        try (Served served = setting.serve(designs)) {
            List<Route> routes = new ArrayList<>();
            served.databases.forEach(
                    database -> routes.addAll(Routes.of(database.plans()).all()));
            designs.forEach(design -> promises.read(
                    design.name(),
                    served.get("/api/" + design.name() + "/openapi.json").body()));
            for (int i = 0; i < requests; i++) {
                Route route = routes.get(random.nextInt(routes.size()));
                Answer answer = send(served, route);
                statuses.merge(answer.status(), 1, Integer::sum);
                String about = "seed " + seed + ", request " + i + ", " + route + ": " + answer;
                assertThat(answer.status()).as(about).isNotEqualTo(500).isLessThan(504);
                assertThat(answer.header("X-Request-Id")).as(about).isNotNull();
                if (answer.status() >= 400 && !answer.body().isEmpty()) {
                    isAProblem(answer, about);
                } else if (answer.status() < 300 && !answer.body().isEmpty()) {
                    promises.add(route, answer);
                    answer.body()
                            .lines()
                            .forEach(line -> remember(JsonBody.read(line.getBytes(StandardCharsets.UTF_8))));
                    hidden.forEach(name -> assertThat(answer.body()).as(about).doesNotContain(name));
                }
            }
        }
        promises.requireKept("seed " + seed);
        return statuses;
    }

    private static String token(String subject) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader(JWSAlgorithm.HS256),
                    new JWTClaimsSet.Builder()
                            .subject(subject)
                            .expirationTime(
                                    Date.from(new MovableClock().instant().plusSeconds(3600)))
                            .build());
            token.sign(new MACSigner(KEY));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void isAProblem(Answer answer, String about) {
        assertThat(answer.header("Content-Type")).as(about).isEqualTo(Problem.TYPE);
        Map<String, Object> problem = answer.json();
        assertThat(problem)
                .as(about)
                .containsEntry("status", (long) answer.status())
                .containsEntry("requestId", answer.header("X-Request-Id"))
                .containsKeys("type", "title", "detail");
        ProblemKind kind = ProblemKind.BY_NAME.get(answer.problem());
        assertThat(kind).as(about).isNotNull();
        assertThat(kind.status()).as(about).isEqualTo(answer.status());
        assertThat(Set.of("type", "title", "status", "detail", "requestId", "errors", "limit", "resetAt"))
                .as(about)
                .containsAll(problem.keySet());
    }

    private Answer send(Served served, Route route) {
        StringBuilder path = new StringBuilder();
        String template = route.path();
        int from = 0;
        for (String variable : route.variables()) {
            int open = template.indexOf('{', from);
            path.append(template, from, open);
            from = template.indexOf('}', open) + 1;
            String value = text(argument(route, variable));
            Parameters.encode(value.isEmpty() ? "x" : value, path);
        }
        path.append(template.substring(from));
        String mark = "?";
        for (Route.Input input : route.from(Route.From.QUERY)) {
            if (input.argument().required() ? random.nextInt(20) > 0 : random.nextInt(4) == 0) {
                path.append(mark).append(input.name()).append('=');
                Parameters.encode(text(input.argument()), path);
                mark = "&";
            }
        }
        if (random.nextInt(20) == 0) {
            path.append(mark)
                    .append(pick("limit=2", "limit=x", "cursor=abc", "odd=1", "%41=b", "=", "&&", "limit=1&limit=2"));
        }
        String[] headers =
                switch (random.nextInt(12)) {
                    case 0 ->
                        new String[] {"Accept", pick("application/x-ndjson", "text/html", "*/*;q=0", "nonsense", "")};
                    case 1 -> new String[] {"If-Match", pick("\"v1\"", "*", "x", "\"\"", "W/\"v1\"")};
                    case 2 -> new String[] {"If-None-Match", pick("\"v1\"", "*", "x")};
                    case 3 -> new String[] {"Prefer", pick("return=minimal", "consumed-units", ",;=", "return")};
                    case 4 -> new String[] {"Partita-As", pick("somebody", "u1", "")};
                    default -> new String[0];
                };
        if (!authorizations.isEmpty() && random.nextInt(8) > 0) {
            headers = Arrays.copyOf(headers, headers.length + 2);
            headers[headers.length - 2] = "Authorization";
            // Mostly tokens that are believed: they stand first.
            headers[headers.length - 1] =
                    authorizations.get(random.nextInt(random.nextInt(4) == 0 ? authorizations.size() : 3));
        }
        if (route.method().equals("GET") || route.method().equals("DELETE")) {
            return random.nextInt(30) == 0
                    ? served.withBody(route.method(), path.toString(), "{}", headers)
                    : served.call(route.method(), path.toString(), headers);
        }
        return served.withBody(route.method(), path.toString(), body(route), headers);
    }

    private String body(Route route) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (Route.Input input : route.from(Route.From.BODY)) {
            if (input.argument().required() ? random.nextInt(20) > 0 : random.nextInt(3) == 0) {
                members.put(input.name(), value(input.argument().type(), input.name(), 0));
            }
        }
        if (random.nextInt(20) == 0) {
            members.put(pick("unknown", "", "id"), anything(0));
        }
        String json = new String(AnswerJson.start().object(members).toByteArray(), StandardCharsets.UTF_8);
        if (random.nextInt(25) > 0) {
            return json;
        }
        int cut = random.nextInt(json.length() + 1);
        return switch (random.nextInt(4)) {
            case 0 -> json.substring(0, cut);
            case 1 -> json.substring(0, cut) + pick(",", "{", "\"", "\u0000", "\\", "é", "]") + json.substring(cut);
            case 2 -> json + json;
            default -> "[" + json + "]";
        };
    }

    private Argument argument(Route route, String name) {
        return route.inputs().stream()
                .filter(input -> input.name().equals(name))
                .findFirst()
                .orElseThrow()
                .argument();
    }

    private String text(Argument argument) {
        Object value = value(argument.type(), argument.name(), 0);
        return value instanceof String text ? text : String.valueOf(value);
    }

    /** Mostly what the type takes, and values that were seen before, so that requests are about items that are there. */
    private Object value(Type type, String name, int depth) {
        List<String> known = seen.get(name);
        int kind = random.nextInt(100);
        if (known != null && kind < 50) {
            return known.get(random.nextInt(known.size()));
        }
        if (kind > 94) {
            return anything(depth);
        }
        if (type instanceof Type.Enumeration options) {
            return options.values().get(random.nextInt(options.values().size()));
        }
        if (type instanceof Type.ListOf list) {
            return several(list.element(), name, depth);
        }
        if (type instanceof Type.SetOf set) {
            return several(set.element(), name, depth);
        }
        if (type instanceof Type.MapOf map) {
            return Map.of(pick("a", "b c", "ü"), value(map.element(), name, depth + 1));
        }
        if (type instanceof Type.Record record) {
            Map<String, Object> members = new LinkedHashMap<>();
            record.attributes().values().forEach(member -> {
                if (random.nextBoolean()) {
                    members.put(member.name(), value(member.type(), member.name(), depth + 1));
                }
            });
            return members;
        }
        return switch ((Type.Simple) type) {
            case STRING, PASSWORD ->
                pick("Ada", "ada@example.com", "https://example.com/?a=b#c", "u1", "x".repeat(70), "a/b");
            case INTEGER -> (long) random.nextInt(10);
            case DECIMAL -> new java.math.BigDecimal(pick("0.5", "12", "-3.25"));
            case BOOLEAN, FLAG -> random.nextBoolean();
            case BINARY -> "AAEC";
            case TIMESTAMP, TIMESTAMP_MILLIS, ISO_TIME ->
                pick("2026-03-01T10:00:00Z", "2026-02-01T00:00:00Z", "2026-03-01");
            case EPOCH_SECONDS, EPOCH_MILLIS -> pick("2026-03-01T10:00:00Z", "1772359200");
            case DATE -> pick("2026-03-01", "2026-02-28", "2024-02-29");
            case ULID -> "01KJMMA2G0QMQ0BFWQPJBY38WG";
            case UUID -> "6f1c2b3a-0d4e-4f5a-8b6c-7d8e9f0a1b2c";
            case ANY -> anything(depth);
        };
    }

    private List<Object> several(Type element, String name, int depth) {
        List<Object> values = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            values.add(value(element, name, depth + 1));
        }
        return values;
    }

    private Object anything(int depth) {
        return switch (random.nextInt(depth > 3 ? 9 : 12)) {
            case 0 -> "";
            case 1 -> -1L;
            case 2 -> true;
            case 3 ->
                new java.math.BigDecimal(pick("1E+999", "-1E-999", "0.1", "123456789012345678901234567890123456789"));
            case 4 -> "\u0000\u001f";
            case 5 -> "#".repeat(random.nextInt(3000));
            case 6 -> "😀ü\"\\";
            case 7 -> pick("null", "undefined", "../..", "%00", "9999-99-99", "-0", "NaN", "{ulid}");
            case 8 -> Long.MAX_VALUE;
            case 9 -> new ArrayList<>(Arrays.asList(anything(depth + 1), null));
            case 10 -> Map.of("k", anything(depth + 1));
            default -> Map.of();
        };
    }

    private void remember(Object value) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, member) -> {
                if (member instanceof String text && !name.equals("next")) {
                    List<String> known = seen.computeIfAbsent(String.valueOf(name), key -> new ArrayList<>());
                    if (known.size() < 20) {
                        known.add(text);
                    } else {
                        known.set(random.nextInt(20), text);
                    }
                }
                remember(member);
            });
        } else if (value instanceof List<?> list) {
            list.forEach(this::remember);
        }
    }

    private String pick(String... options) {
        return options[random.nextInt(options.length)];
    }

    private static List<Design> designs() {
        try (Stream<Path> files = Files.list(DESIGNS)) {
            List<Design> designs = new ArrayList<>();
            for (Path file : files.filter(one -> one.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                designs.add(Served.read(Files.readString(file)));
            }
            return designs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
