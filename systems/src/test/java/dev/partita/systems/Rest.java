package dev.partita.systems;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;
import dev.partita.document.Json;
import dev.partita.http.HttpServer;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Result;
import dev.partita.plan.Written;
import dev.partita.rest.AnswerShape;
import dev.partita.rest.Route;
import dev.partita.rest.Routes;
import dev.partita.runtime.Database;
import dev.partita.service.Service;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;

/** A design served over HTTP, its patterns called by their names: by the routes all of them have, or by those of resources. */
final class Rest implements Calls, AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final byte[] SECRET = "only the tests of this project have it".getBytes(StandardCharsets.US_ASCII);

    private final Design design;
    private final Routes routes;
    private final boolean byResource;
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final Service service;
    private final HttpServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Set<String> called = new TreeSet<>();
    private final Map<String, Integer> statuses = new LinkedHashMap<>();

    /** @param byResource whether to prefer routes such as {@code /users/{userId}} where a pattern has one */
    Rest(String name, Endpoint endpoint, boolean byResource) {
        this.design = Systems.design(name);
        this.byResource = byResource;
        InstantSource time = now::get;
        Database database = Tables.database(design, endpoint, time);
        this.routes = Routes.of(database.plans());
        this.service = Service.builder()
                .design(database)
                .clock(time.withZone(ZoneOffset.UTC))
                .environment(Tables.ENVIRONMENT)
                .secret(SECRET)
                .build();
        this.server = HttpServer.start(service, HttpServer.Options.defaults().withPort(0));
    }

    /** The routes that were called, as templates. */
    Set<String> called() {
        return called;
    }

    /** How often each status came. */
    Map<String, Integer> statuses() {
        return statuses;
    }

    @Override
    public void close() {
        service.stop();
        server.close();
        service.close();
    }

    @Override
    public Outcome call(
            String pattern, Map<String, Object> arguments, Instant at, String me, Integer limit, String cursor) {
        now.set(at);
        Route route = route(pattern, arguments);
        called.add(route.toString());
        HttpResponse<String> answer = cursor != null
                ? send(HttpRequest.newBuilder(uri(cursor)).GET(), me)
                : send(request(route, arguments, limit), me);
        statuses.merge(route.method() + " " + answer.statusCode(), 1, Integer::sum);
        if (answer.statusCode() >= 400) {
            return refused(route, answer);
        }
        if (route.pattern().verb().writes()) {
            return new Outcome(null, written(route, answer), null, null);
        }
        return new Outcome(
                result(AnswerShape.of(route.plan(), design), Json.read(answer.body()), route.pattern()),
                null,
                null,
                null);
    }

    private Route route(String pattern, Map<String, Object> arguments) {
        List<Route> all = routes.of(pattern);
        Route best = all.get(0);
        boolean fits = byResource
                && best.variables().stream()
                        .allMatch(name -> arguments.get(name) != null
                                && !(arguments.get(name) instanceof List<?>)
                                && !String.valueOf(arguments.get(name)).isEmpty());
        return fits ? best : all.get(all.size() - 1);
    }

    private HttpRequest.Builder request(Route route, Map<String, Object> arguments, Integer limit) {
        Map<String, Object> left = new LinkedHashMap<>(arguments);
        String path = route.path();
        for (String variable : route.variables()) {
            path = path.replace(
                    "{" + variable + "}", encoded(left.remove(variable)).replace("+", "%20"));
        }
        boolean hasBody = !route.method().equals("GET") && !route.method().equals("DELETE");
        StringBuilder query = new StringBuilder();
        if (!hasBody) {
            left.forEach((name, value) -> {
                for (Object one : value instanceof List<?> list ? list : java.util.Collections.singletonList(value)) {
                    query.append(query.length() == 0 ? '?' : '&')
                            .append(encoded(name))
                            .append('=')
                            .append(one == null ? "" : encoded(one));
                }
            });
        }
        if (limit != null) {
            query.append(query.length() == 0 ? '?' : '&').append("limit=").append(limit);
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(uri(path + query));
        return hasBody
                ? request.header("Content-Type", "application/json")
                        .method(route.method(), HttpRequest.BodyPublishers.ofString(Json.write(left)))
                : request.method(route.method(), HttpRequest.BodyPublishers.noBody());
    }

    private URI uri(String pathAndQuery) {
        return URI.create("http://localhost:" + server.port() + pathAndQuery);
    }

    private static String encoded(Object value) {
        return URLEncoder.encode(value.toString(), StandardCharsets.UTF_8);
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String me) {
        if (me != null) {
            request.header("Partita-As", me);
        }
        try {
            return client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A problem as the rule it stands for. What a read does not find is no refusal. */
    private static Outcome refused(Route route, HttpResponse<String> answer) {
        Map<String, Object> problem = Systems.map(Json.read(answer.body()));
        String type = ((String) problem.get("type")).substring("/problems/".length());
        if (answer.statusCode() >= 500) {
            throw new AssertionError(route + ": " + problem);
        }
        if (type.equals("not-found") && !route.pattern().verb().writes()) {
            return new Outcome(new Result(List.of(), 0, Map.of(), null, Map.of(), 0, 0), null, null, null);
        }
        boolean isInvalid = type.equals("invalid-values") || type.equals("unreadable-request");
        return new Outcome(null, null, isInvalid ? "invalid" : type, (String) problem.get("detail"));
    }

    private Written written(Route route, HttpResponse<String> answer) {
        Pattern pattern = route.pattern();
        Written.Outcome outcome = answer.headers()
                .firstValue("Partita-Outcome")
                .map(word -> Written.Outcome.valueOf(word.toUpperCase(Locale.ROOT)))
                .orElse(answer.statusCode() == 201 ? Written.Outcome.CREATED : Written.Outcome.UPDATED);
        AnswerShape shape = AnswerShape.of(route.plan(), design);
        Map<String, Object> values = Map.of();
        List<Written> parts = new ArrayList<>();
        if (shape instanceof AnswerShape.One one) {
            values = values(one, Json.read(answer.body()));
        } else if (shape instanceof AnswerShape.Created created) {
            Map<String, Object> body = Systems.map(Json.read(answer.body()));
            values = values(created.item().item(), body.get(created.item().name()));
            for (Object child : (List<?>) body.get(created.children().name())) {
                parts.add(new Written(
                        Written.Outcome.CREATED,
                        pattern.with(),
                        values(created.children().item(), child),
                        List.of(),
                        0));
            }
        }
        return new Written(outcome, pattern.entities().get(0), values, parts, 0);
    }

    private Result result(AnswerShape shape, Object body, Pattern pattern) {
        List<Result.Found> items = new ArrayList<>();
        Map<String, Object> members = body instanceof Map<?, ?> ? Systems.map(body) : Map.of();
        String next = (String) members.get("next");
        if (shape instanceof AnswerShape.One one) {
            if (body != null) {
                items.add(found(one, body));
            }
        } else if (shape instanceof AnswerShape.Page page) {
            ((List<?>) members.get("items")).forEach(item -> items.add(found(page.item(), item)));
        } else if (shape instanceof AnswerShape.Whole whole) {
            for (AnswerShape.Part part : whole.parts()) {
                Object there = members.get(part.name());
                (there instanceof List<?> list ? list : there == null ? List.of() : List.of(there))
                        .forEach(item -> items.add(found(part.item(), item)));
            }
        } else if (shape instanceof AnswerShape.Count) {
            return new Result(List.of(), ((Number) members.get("count")).longValue(), Map.of(), null, Map.of(), 0, 0);
        } else if (shape instanceof AnswerShape.Counts counted) {
            Map<Object, Long> counts = new LinkedHashMap<>();
            Systems.map(members.get("counts"))
                    .forEach(
                            (value, count) -> counts.put(member(counted.value(), value), ((Number) count).longValue()));
            long sum = counts.values().stream().mapToLong(Long::longValue).sum();
            return new Result(List.of(), sum, counts, null, Map.of(), 0, 0);
        } else if (shape instanceof AnswerShape.Gather gather) {
            Map<String, Result> parts = new LinkedHashMap<>();
            gather.parts()
                    .forEach((name, part) -> parts.put(
                            name,
                            result(part, members.get(name), design.patterns().get(name))));
            return new Result(List.of(), parts.size(), Map.of(), null, parts, 0, 0);
        }
        return new Result(items, items.size(), Map.of(), next, (String) members.get("stoppedAt"), Map.of(), 0, 0);
    }

    private static Result.Found found(AnswerShape.One shape, Object item) {
        return new Result.Found(shape.entity().name(), values(shape, item));
    }

    /** JSON as the values that plans speak of. */
    private static Map<String, Object> values(AnswerShape.One shape, Object item) {
        Map<String, Object> values = new LinkedHashMap<>();
        Systems.map(item).forEach((name, value) -> {
            Attribute attribute = shape.entity().attributes().get(name);
            values.put(name, attribute == null ? value : typed(attribute.type(), value));
        });
        return values;
    }

    /** Names of members are text, whatever they stand for. */
    private static Object member(Type type, String name) {
        return type == Type.Simple.INTEGER || type == Type.Simple.DECIMAL ? new BigDecimal(name) : typed(type, name);
    }

    private static Object typed(Type type, Object value) {
        if (value instanceof String text && (type == Type.Simple.TIMESTAMP || type == Type.Simple.EPOCH_SECONDS)) {
            return Instant.parse(text);
        }
        if (type instanceof Type.Record record && value instanceof Map<?, ?> map) {
            Map<String, Object> members = new LinkedHashMap<>();
            map.forEach((name, member) -> {
                Attribute attribute = record.attributes().get((String) name);
                members.put((String) name, attribute == null ? member : typed(attribute.type(), member));
            });
            return members;
        }
        if (type instanceof Type.ListOf list && value instanceof List<?> elements) {
            return elements.stream()
                    .map(element -> typed(list.element(), element))
                    .toList();
        }
        return value;
    }
}
