package dev.partita.whole;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.partita.access.Callers;
import dev.partita.access.Tokens;
import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Table;
import dev.partita.document.Json;
import dev.partita.embedded.EngineEndpoint;
import dev.partita.engine.Engine;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.lint.Linter;
import dev.partita.plan.Endpoint;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Request;
import dev.partita.plan.Result;
import dev.partita.plan.WriteRefused;
import dev.partita.plan.Written;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.request.TableRequests;
import dev.partita.plan.internal.value.Ids;
import dev.partita.rest.Route;
import dev.partita.rest.Routes;
import dev.partita.runtime.Cursor;
import dev.partita.runtime.Database;
import dev.partita.runtime.PageRequest;
import dev.partita.service.Service;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** A design checked, started and served: the product as a whole, called by the names of patterns. */
final class Product implements AutoCloseable {

    /** What {@code check} says of a design. */
    record Checked(Compiled compiled, List<Finding> findings) {
        boolean passes() {
            return compiled != null && findings.stream().noneMatch(Finding::isError);
        }

        /** Patterns of which check says that items of the same time come in any order. */
        Set<String> untied() {
            return findings.stream()
                    .filter(finding -> finding.rule().equals("ties-in-any-order"))
                    .map(Finding::subject)
                    .filter(Objects::nonNull)
                    .collect(Collectors.toSet());
        }
    }

    private static final byte[] SECRET = "the issuer of these tokens has it, too".getBytes(StandardCharsets.US_ASCII);
    private static final Map<String, String> ENVIRONMENT = Map.of("PARTITA_ENV", "test");

    private final Sketch sketch;
    private final Compiled compiled;
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final Random random = new Random(0);
    private final Engine engine;
    private final Endpoint endpoint;
    private final Database database;
    private final Service service;
    private final Routes routes;
    private final Map<List<String>, String> tokens = new LinkedHashMap<>();

    static Checked check(String text) {
        Reading reading = Reader.read(new Source("whole.yaml", text));
        Compiled compiled = reading.design() == null ? null : Compiler.compile(reading.design());
        return new Checked(compiled, Linter.untried(reading, compiled));
    }

    Product(Sketch sketch, Compiled compiled) {
        this.sketch = sketch;
        this.compiled = compiled;
        InstantSource time = now::get;
        engine = Engine.inMemory(Engine.Options.defaults().withClock(time.withZone(ZoneOffset.UTC)));
        endpoint = new EngineEndpoint(engine);
        create(compiled.design(), endpoint);
        database = Database.builder(compiled.design(), endpoint)
                .clock(time.withZone(ZoneOffset.UTC))
                .ids(new Ids(random))
                .environment(ENVIRONMENT)
                .build();
        service = Service.builder()
                .design(database)
                .clock(time.withZone(ZoneOffset.UTC))
                .callers(Callers.withTokens(Tokens.builder()
                        .secret(SECRET)
                        .clock(time.withZone(ZoneOffset.UTC))
                        .build()))
                .environment(ENVIRONMENT)
                .secret(SECRET)
                .workers(1)
                .build();
        routes = Routes.of(database.plans());
    }

    /** Expiry stays off: what is over is to be hidden although it is still there. */
    private static void create(Design design, Endpoint endpoint) {
        TableRequests requests = new TableRequests(design, ENVIRONMENT);
        for (Table table : design.tables().values()) {
            endpoint.call(new Request.TableRequest(
                    "CreateTable", requests.createTable(table).body()));
        }
    }

    @Override
    public void close() {
        service.close();
        engine.close();
    }

    /** Makes the call, at its moment; {@code cursor} goes on behind a page. */
    Answer call(Call call, String cursor) {
        now.set(call.at());
        random.setSeed(call.number());
        return call.isRest() ? overRest(call, cursor) : inJava(call, cursor);
    }

    /** What is stored of an item, found by the attributes of its key. */
    Map<String, Object> stored(String entity, Map<String, Object> key) {
        Codec codec = database.plans().codec(compiled.design().entities().get(entity));
        String table = codec.table().physicalName(ENVIRONMENT);
        return values(
                entity,
                codec.decode(endpoint.call(Request.GetItem.strong(table, codec.key(key)))
                        .item()));
    }

    private Answer inJava(Call call, String cursor) {
        Database mine = database.as(call.subject());
        Sketch.Pattern pattern = sketch.patterns().get(call.pattern());
        try {
            if (pattern.writes()) {
                return written(mine.write(call.pattern(), call.arguments()).run());
            }
            PageRequest page = new PageRequest(call.limit(), cursor == null ? null : Cursor.of(cursor));
            return read(mine.read(call.pattern(), call.arguments(), page));
        } catch (WriteRefused e) {
            return Answer.refused(e.rule().name().toLowerCase(Locale.ROOT).replace('_', '-'), e.getMessage());
        } catch (InvalidValues e) {
            return Answer.refused("invalid", e.getMessage());
        }
    }

    private Answer written(Written written) {
        List<Map<String, Object>> children = written.parts().stream()
                .map(part -> values(part.entity(), part.values()))
                .toList();
        return Answer.written(
                written.outcome().name().toLowerCase(Locale.ROOT),
                written.entity() == null ? Map.of() : values(written.entity(), written.values()),
                children);
    }

    private Answer read(Result result) {
        List<Answer.Found> items = result.items().stream()
                .map(item -> new Answer.Found(item.entity(), values(item.entity(), item.values())))
                .toList();
        Map<Object, Long> counts = new LinkedHashMap<>();
        result.counts()
                .forEach((value, count) -> counts.put(
                        value instanceof dev.partita.item.Bytes bytes
                                ? Base64.getEncoder().encodeToString(bytes.array())
                                : Values.free(value),
                        count));
        Map<String, Answer> parts = new LinkedHashMap<>();
        result.parts().forEach((name, part) -> parts.put(name, read(part)));
        return Answer.read(items, result.count(), counts, result.cursor(), parts)
                .stopped(result.stoppedAt());
    }

    /** In the model's values. */
    private Map<String, Object> values(String entity, Map<String, Object> values) {
        Map<String, Object> plain = new LinkedHashMap<>();
        Sketch.Entity of = sketch.entity(entity);
        values.forEach((name, value) -> {
            if (value != null) {
                Sketch.Attribute attribute = of == null ? null : of.attributes().get(name);
                plain.put(name, attribute == null ? Values.free(value) : plain(attribute.shape(), value));
            }
        });
        plain.values().removeIf(Values::isEmptySet);
        return plain;
    }

    private static Object plain(Sketch.Shape shape, Object value) {
        if (value instanceof dev.partita.item.Bytes bytes) {
            return Base64.getEncoder().encodeToString(bytes.array());
        }
        if (value instanceof Collection<?> list && shape.element() != null) {
            Collection<Object> all = shape.word().equals("set") ? new java.util.LinkedHashSet<>() : new ArrayList<>();
            list.forEach(element -> all.add(element == null ? null : plain(shape.element(), element)));
            return all;
        }
        if (value instanceof Map<?, ?> map && shape.word().equals("record")) {
            Map<String, Object> all = new LinkedHashMap<>();
            map.forEach((name, member) -> {
                Sketch.Attribute of = shape.members().get((String) name);
                if (member != null) {
                    all.put((String) name, of == null ? Values.free(member) : plain(of.shape(), member));
                }
            });
            all.values().removeIf(Values::isEmptySet);
            return all;
        }
        if (value instanceof Map<?, ?> map && shape.word().equals("map")) {
            Map<String, Object> all = new LinkedHashMap<>();
            map.forEach(
                    (name, member) -> all.put((String) name, member == null ? null : plain(shape.element(), member)));
            return all;
        }
        return shape.word().equals("password") ? value : Values.typed(shape, value);
    }

    private Answer overRest(Call call, String cursor) {
        Route route = route(call);
        HttpAnswer answer;
        if (cursor != null) {
            answer = send("GET", cursor, null, call);
        } else {
            Map<String, Object> left = new LinkedHashMap<>(call.arguments());
            String path = route.path();
            for (String variable : route.variables()) {
                path = path.replace("{" + variable + "}", encoded(left.remove(variable)));
            }
            boolean hasBody = !route.method().equals("GET") && !route.method().equals("DELETE");
            String query = hasBody ? "" : query(left);
            if (call.limit() != null) {
                query += (query.isEmpty() ? "" : "&") + "limit=" + call.limit();
            }
            answer = send(
                    route.method(),
                    path + (query.isEmpty() ? "" : "?" + query),
                    hasBody ? Json.write(left) : null,
                    call);
        }
        String body =
                answer.body() == null ? "" : new String(answer.body(), 0, answer.length(), StandardCharsets.UTF_8);
        if (answer.status() >= 400) {
            Map<String, Object> problem = Tree.map(Json.read(body));
            String type = ((String) problem.get("type")).substring("/problems/".length());
            boolean isInvalid = type.equals("invalid-values") || type.equals("unreadable-request");
            String detail = answer.status() + " " + problem.get("detail") + " " + problem.get("errors");
            return Answer.refused(isInvalid ? "invalid" : type, detail);
        }
        Sketch.Pattern pattern = sketch.patterns().get(call.pattern());
        if (pattern.writes()) {
            return restWritten(pattern, answer, body);
        }
        return restRead(call.pattern(), Json.read(body));
    }

    private Route route(Call call) {
        List<Route> all = routes.of(call.pattern());
        Route best = all.get(0);
        boolean fits = call.way() == Call.Way.RESOURCE_ROUTE
                && best.variables().stream().allMatch(name -> {
                    Object value = call.arguments().get(name);
                    return value instanceof String text && isPathPart(text) || value instanceof Number;
                });
        return fits ? best : all.get(all.size() - 1);
    }

    private static boolean isPathPart(String text) {
        return !text.isEmpty() && !text.equals(".") && !text.equals("..");
    }

    private static String query(Map<String, Object> arguments) {
        StringBuilder query = new StringBuilder();
        arguments.forEach((name, value) -> {
            for (Object one : value instanceof List<?> list ? list : Collections.singletonList(value)) {
                query.append(query.length() == 0 ? "" : "&")
                        .append(encoded(name))
                        .append('=')
                        .append(one == null ? "" : encoded(one));
            }
        });
        return query.toString();
    }

    private static String encoded(Object value) {
        return URLEncoder.encode(String.valueOf(value), StandardCharsets.UTF_8).replace("+", "%20");
    }

    private HttpAnswer send(String method, String target, String body, Call call) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (!call.caller().isEmpty()) {
            headers.put("Authorization", "Bearer " + tokens.computeIfAbsent(call.caller(), this::token));
        }
        if (body != null) {
            headers.put("Content-Type", "application/json");
        }
        byte[] bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
        return service.handle(HttpRequest.of(method, target, headers, bytes)).join();
    }

    private String token(List<String> caller) {
        Map<String, Object> identity = sketch.section("identity");
        String groups = (String) identity.getOrDefault("groups", "groups");
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .expirationTime(Date.from(Instant.parse("2199-01-01T00:00:00Z")))
                .claim((String) identity.getOrDefault("subject", "sub"), caller.get(0));
        if (caller.size() > 1) {
            claims.claim(groups, caller.subList(1, caller.size()));
        }
        try {
            SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims.build());
            token.sign(new MACSigner(SECRET));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private Answer restWritten(Sketch.Pattern pattern, HttpAnswer answer, String body) {
        String outcome = answer.header("Partita-Outcome");
        if (body.isEmpty()) {
            return Answer.written(outcome, null, List.of());
        }
        Object json = Json.read(body);
        if (pattern.verb().equals("transact")) {
            List<Map<String, Object>> parts = new ArrayList<>();
            for (String part : pattern.of()) {
                Object told = Tree.map(json).get(part);
                String written = sketch.patterns().get(part).of().get(0);
                parts.add(told instanceof Map<?, ?> ? values(written, Tree.map(told)) : Map.of());
            }
            return Answer.written(outcome, null, parts);
        }
        String entity = pattern.of().get(0);
        if (pattern.text("with") != null) {
            Map<String, Object> members = Tree.map(json);
            List<Map<String, Object>> children =
                    Tree.list(members.get(ModelWrites.childrenArgument(pattern.text("with")))).stream()
                            .map(child -> values(pattern.text("with"), Tree.map(child)))
                            .toList();
            return Answer.written(outcome, values(entity, Tree.map(members.get(small(entity)))), children);
        }
        return Answer.written(outcome, values(entity, Tree.map(json)), List.of());
    }

    private static String small(String name) {
        return Character.toLowerCase(name.charAt(0)) + name.substring(1);
    }

    private Answer restRead(String name, Object body) {
        Sketch.Pattern pattern = sketch.patterns().get(name);
        if (pattern.text("then") != null) {
            return restRead(pattern.text("then"), body);
        }
        Map<String, Object> members = Tree.map(body);
        String entity = pattern.text("fetch") == null || pattern.text("fetch").equals("whole")
                ? pattern.of().get(0)
                : pattern.text("fetch");
        switch (pattern.verb()) {
            case "get":
                return Answer.read(
                        body == null ? List.of() : List.of(found(entity, body)),
                        body == null ? 0L : 1L,
                        Map.of(),
                        null,
                        Map.of());
            case "count":
                Map<Object, Long> counts = new LinkedHashMap<>();
                Tree.map(members.get("counts"))
                        .forEach((value, count) -> counts.put(counted(pattern, value), ((Number) count).longValue()));
                long sum = counts.values().stream().mapToLong(Long::longValue).sum();
                Long count = members.containsKey("count") ? ((Number) members.get("count")).longValue() : sum;
                return Answer.read(List.of(), count, counts, null, Map.of());
            case "gather":
                Map<String, Answer> parts = new LinkedHashMap<>();
                pattern.of().forEach(part -> parts.put(part, restRead(part, members.get(part))));
                return Answer.read(List.of(), (long) parts.size(), Map.of(), null, parts);
            case "read":
                // Without a head there is nothing, be it 404 or null.
                if (body != null && !members.containsKey(small(entity)) && !members.containsKey(small(entity) + "s")) {
                    throw new AssertionError(name + " answers without its " + entity + ": " + body);
                }
                List<Answer.Found> all = new ArrayList<>();
                for (String one : pattern.of()) {
                    Object there =
                            members.containsKey(small(one)) ? members.get(small(one)) : members.get(small(one) + "s");
                    Tree.list(there).forEach(item -> all.add(found(one, item)));
                }
                return Answer.read(all, (long) all.size(), Map.of(), (String) members.get("next"), Map.of())
                        .stopped((String) members.get("stoppedAt"));
            default:
                List<Answer.Found> items = Tree.list(members.get("items")).stream()
                        .map(item -> found(entity, item))
                        .toList();
                return Answer.read(items, (long) items.size(), Map.of(), (String) members.get("next"), Map.of())
                        .stopped((String) members.get("stoppedAt"));
        }
    }

    /** Names of members are text, whatever they stand for. */
    private Object counted(Sketch.Pattern pattern, String value) {
        Object each = pattern.words().get("each");
        String name = each instanceof String text
                ? text
                : Tree.map(each).keySet().iterator().next();
        Sketch.Shape shape =
                sketch.entity(pattern.of().get(0)).attributes().get(name).shape();
        return shape.isTime()
                ? Values.typed(shape, value)
                : shape.isNumber()
                        ? Values.free(new java.math.BigDecimal(value))
                        : shape.isTruth() ? (Object) Boolean.valueOf(value) : value;
    }

    private Answer.Found found(String entity, Object item) {
        return new Answer.Found(entity, values(entity, Tree.map(item)));
    }

    Compiled compiled() {
        return compiled;
    }
}
