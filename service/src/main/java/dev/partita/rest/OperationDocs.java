package dev.partita.rest;

import dev.partita.access.Access;
import dev.partita.design.Attribute;
import dev.partita.design.Design;
import dev.partita.design.Entity;
import dev.partita.design.Pattern;
import dev.partita.design.Pattern.Verb;
import dev.partita.design.Type;
import dev.partita.design.Wording;
import dev.partita.plan.Argument;
import dev.partita.plan.Plans;
import dev.partita.rest.Route.From;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One route as an operation of an OpenAPI document. */
final class OperationDocs {

    private static final String JSON = "application/json";
    private static final String LINES = "application/x-ndjson";

    private final Plans plans;
    private final Design design;
    private final Schemas schemas;
    private final Examples examples;
    private final boolean isLocal;
    private final Map<String, Map<String, Object>> bodies = new LinkedHashMap<>();

    OperationDocs(Plans plans, Schemas schemas, Examples examples, boolean isLocal) {
        this.plans = plans;
        this.design = plans.design();
        this.schemas = schemas;
        this.examples = examples;
        this.isLocal = isLocal;
    }

    /** @param variables what the document calls the variables of the path, in their order */
    Map<String, Object> of(Route route, List<String> variables, String id, String tag) {
        Pattern pattern = route.pattern();
        return Json.map(
                "operationId", id,
                "tags", List.of(tag),
                "summary", Summaries.of(pattern),
                "description", description(pattern),
                "parameters", parameters(route, variables),
                "requestBody", body(route),
                "responses", responses(route),
                "security", security(pattern),
                "x-partita-pattern", pattern.name(),
                "x-partita-allow", RouteTable.allow(design, pattern));
    }

    Map<String, Object> signIn(OpenApi.SignInForm form) {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put(form.identifier(), Json.map("type", "string"));
        properties.put(form.password(), Json.map("type", "string", "format", "password", "writeOnly", true));
        Map<String, Object> answer = Json.map(
                "type", "object",
                "properties",
                        Json.map(
                                "token", Json.map("type", "string"),
                                "tokenType", Json.map("type", "string", "const", "Bearer"),
                                "expiresIn", Json.map("type", "integer", "description", "Seconds."),
                                "subject", Json.map("type", "string")),
                "required", List.of("token", "tokenType", "expiresIn", "subject"));
        return Json.map(
                "operationId", "login",
                "tags", List.of("login"),
                "summary", "Signs in for a token",
                "requestBody",
                        Json.map(
                                "required",
                                true,
                                "content",
                                Json.map(
                                        JSON,
                                        Json.map(
                                                "schema",
                                                Json.map(
                                                        "type",
                                                        "object",
                                                        "properties",
                                                        properties,
                                                        "required",
                                                        List.of(form.identifier(), form.password()),
                                                        "additionalProperties",
                                                        false)))),
                "responses",
                        Json.map(
                                "200",
                                Json.map(
                                        "description",
                                        "A token to send as `Authorization: Bearer …`.",
                                        "content",
                                        Json.map(JSON, Json.map("schema", answer))),
                                "400",
                                CommonDocs.response("Unreadable"),
                                "401",
                                CommonDocs.response("NotSignedIn"),
                                "429",
                                CommonDocs.response("TooMany"),
                                "default",
                                CommonDocs.response("Problem")),
                "security", List.of());
    }

    private String description(Pattern pattern) {
        List<String> sentences = new ArrayList<>();
        if (pattern.about() != null) {
            sentences.add(pattern.about().strip());
        }
        if (pattern.cacheSeconds() != null) {
            sentences.add("The answer may be kept for " + Summaries.duration(pattern.cacheSeconds())
                    + "; writes that could change it make it forgotten.");
        }
        sentences.add("Allowed: " + String.join(", ", allow(pattern)) + ".");
        return String.join("\n\n", sentences);
    }

    private List<String> allow(Pattern pattern) {
        List<String> allow = RouteTable.allow(design, pattern);
        return allow.isEmpty() ? List.of("nobody but trusted callers") : allow;
    }

    private List<Object> parameters(Route route, List<String> variables) {
        List<Object> parameters = new ArrayList<>();
        for (Route.Input input : route.inputs()) {
            if (input.from() != From.BODY) {
                boolean isPath = input.from() == From.PATH;
                String name = isPath ? variables.get(route.variables().indexOf(input.name())) : input.name();
                Argument argument = input.argument();
                Map<String, Object> schema = new LinkedHashMap<>(schemas.given(argument.attribute(), argument.type()));
                Object about = schema.remove("description");
                parameters.add(Json.map(
                        "name",
                        name,
                        "in",
                        isPath ? "path" : "query",
                        "required",
                        input.isRequired(),
                        "description",
                        about(route.pattern(), input, about),
                        "schema",
                        schema,
                        "example",
                        input.isRequired() ? examples.of(argument, entity(route.pattern())) : null));
            }
        }
        if (route.isPaged()) {
            parameters.add(CommonDocs.parameter("limit"));
            parameters.add(CommonDocs.parameter("cursor"));
        }
        if (!route.pattern().verb().writes()) {
            parameters.add(CommonDocs.parameter("ifNoneMatch"));
        } else {
            if (comparesVersion(route)) {
                parameters.add(CommonDocs.parameter("ifMatch"));
            }
            parameters.add(CommonDocs.parameter("prefer"));
        }
        if (isLocal && !isForAnyone(route.pattern())) {
            parameters.add(CommonDocs.parameter("as"));
        }
        return parameters;
    }

    private static Object about(Pattern pattern, Route.Input input, Object about) {
        List<String> sentences = new ArrayList<>();
        if (about != null) {
            sentences.add(about.toString());
        }
        if (input.isOwner() && !input.isRequired()) {
            sentences.add("Who calls, when left out.");
        }
        if (pattern.range() != null && input.name().endsWith("From")) {
            sentences.add("From here on, this one included.");
        }
        if (pattern.range() != null && input.name().endsWith("To")) {
            sentences.add("Up to here, this one included.");
        }
        return sentences.isEmpty() ? null : String.join(" ", sentences);
    }

    private Map<String, Object> body(Route route) {
        if (route.method().equals("GET") || route.method().equals("DELETE")) {
            return null;
        }
        List<Route.Input> inputs = route.from(From.BODY);
        if (inputs.isEmpty()) {
            return null;
        }
        Pattern pattern = route.pattern();
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        Map<String, Object> example = new LinkedHashMap<>();
        for (Route.Input input : inputs) {
            Argument argument = input.argument();
            properties.put(input.name(), property(pattern, input));
            if (input.isRequired()) {
                required.add(input.name());
            }
            Object value = examples.of(argument, entity(pattern));
            if (value != null && (argument.required() || isShown(pattern, argument))) {
                example.put(input.name(), value);
            }
        }
        if (pattern.verb() == Verb.TRANSACT) {
            pattern.entities()
                    .forEach(part -> properties.putIfAbsent(
                            part, Json.map("type", "object", "description", "The arguments of " + part + " alone.")));
            required.clear();
        }
        Map<String, Object> schema = Json.map(
                "type",
                "object",
                "properties",
                properties,
                "required",
                required.isEmpty() ? null : required,
                "additionalProperties",
                false);
        // A pattern's two routes have the same body as long as nothing of it is in the path.
        Map<String, Object> reference = bodies.computeIfAbsent(
                pattern.name() + " " + properties.keySet(),
                key -> schemas.component(
                        Wording.type(pattern.name()) + (route.kind() == Route.Kind.PATTERN ? "Arguments" : "Body"),
                        schema));
        return Json.map(
                "required",
                !required.isEmpty(),
                "content",
                Json.map(JSON, Json.map("schema", reference, "example", example.isEmpty() ? null : example)));
    }

    /** Generated ids and versions are better not given; an example without them says so. */
    private static boolean isShown(Pattern pattern, Argument argument) {
        Attribute attribute = argument.attribute();
        return attribute != null && attribute.generate() == null && !attribute.readOnly();
    }

    private Map<String, Object> property(Pattern pattern, Route.Input input) {
        Argument argument = input.argument();
        if (argument.attribute() == null && pattern.with() != null && argument.type() instanceof Type.ListOf) {
            return children(entity(pattern), design.entities().get(pattern.with()));
        }
        Map<String, Object> schema = schemas.given(argument.attribute(), argument.type());
        if (input.isOwner()) {
            schema = Schemas.described(schema, "Who calls, when left out.");
        }
        boolean isNew = pattern.verb() == Verb.CREATE || pattern.verb() == Verb.PUT;
        if (isNew && argument.attribute() != null && argument.attribute().generate() != null) {
            schema = Schemas.described(schema, "Made when left out.");
        }
        boolean isRemovable = pattern.verb() == Verb.UPDATE
                && !argument.required()
                && argument.attribute() != null
                && !argument.attribute().required()
                && pattern.change().contains(argument.attribute().name());
        return isRemovable ? Schemas.described(schemas.orNull(schema), "Null takes it away.") : schema;
    }

    /** Items that are made along: what of them a caller gives, which is not whose they are. */
    private Map<String, Object> children(Entity parent, Entity child) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Attribute attribute : child.attributes().values()) {
            boolean isMade = attribute.isComputed()
                    || attribute.name().equals(child.version())
                    || parent.name().equals(attribute.references());
            if (!isMade) {
                properties.put(attribute.name(), schemas.given(attribute, attribute.type()));
                if (attribute.required() && attribute.defaultValue() == null && attribute.generate() == null) {
                    required.add(attribute.name());
                }
            }
        }
        return Json.map(
                "type", "array",
                "description", "Made along with it, all or none.",
                "items",
                        Json.map(
                                "type",
                                "object",
                                "properties",
                                properties,
                                "required",
                                required.isEmpty() ? null : required));
    }

    private Map<String, Object> responses(Route route) {
        Pattern pattern = route.pattern();
        Map<String, Object> responses = new LinkedHashMap<>();
        Shape shape = Shape.of(route.plan(), design);
        if (pattern.verb().writes()) {
            written(route, shape, responses);
        } else {
            responses.put("200", found(route, shape));
            responses.put("304", CommonDocs.response("NotModified"));
        }
        responses.put("400", CommonDocs.response("Unreadable"));
        if (!isForAnyone(pattern)) {
            responses.put("401", CommonDocs.response("NotSignedIn"));
            responses.put("403", CommonDocs.response("NotAllowed"));
        }
        boolean isOfOne = shape instanceof Shape.One && pattern.verb() != Verb.CREATE && pattern.verb() != Verb.PUT
                || shape instanceof Shape.Whole whole && whole.hasHead()
                || pattern.verb() == Verb.DELETE
                || pattern.verb() == Verb.TRANSACT;
        if (isOfOne) {
            responses.put("404", CommonDocs.response("NotFound"));
        }
        if (pattern.verb().writes()) {
            responses.put("409", CommonDocs.response("Conflict"));
            if (comparesVersion(route)) {
                responses.put("412", CommonDocs.response("VersionChanged"));
            }
        }
        responses.put("422", CommonDocs.response("InvalidValues"));
        if (isCounted(pattern)) {
            responses.put("429", CommonDocs.response("QuotaReached"));
        }
        responses.put("503", CommonDocs.response("Unavailable"));
        responses.put("default", CommonDocs.response("Problem"));
        return responses;
    }

    private Map<String, Object> found(Route route, Shape shape) {
        Map<String, Object> headers = CommonDocs.headers("etag", "requestId", "consumed");
        Map<String, Object> content = new LinkedHashMap<>();
        Map<String, Object> schema = schema(shape);
        if (shape instanceof Shape.Whole && route.isPaged()) {
            @SuppressWarnings("unchecked")
            Map<String, Object> properties = (Map<String, Object>) schema.get("properties");
            properties.put("next", CommonDocs.next());
        }
        content.put(JSON, Json.map("schema", schema, "example", example(shape)));
        if (route.isPaged()) {
            headers.putAll(CommonDocs.headers("link"));
        }
        if (shape instanceof Shape.Page page && route.hasLines()) {
            content.put(
                    LINES,
                    Json.map(
                            "schema",
                            Schemas.described(
                                    Json.map("allOf", List.of(schemas.item(page.item()))),
                                    "Every page, an item on each line, as long as the reader reads.")));
        }
        return Json.map("description", Summaries.answer(shape), "headers", headers, "content", content);
    }

    private void written(Route route, Shape shape, Map<String, Object> responses) {
        Verb verb = route.pattern().verb();
        Map<String, Object> headers = CommonDocs.headers("requestId", "consumed");
        if (shape instanceof Shape.None) {
            responses.put("204", Json.map("description", "Done.", "headers", headers));
            return;
        }
        if (verb != Verb.TRANSACT) {
            headers.putAll(CommonDocs.headers("etag"));
        }
        boolean isWhole = verb == Verb.CREATE || verb == Verb.PUT;
        Map<String, Object> schema = shape instanceof Shape.One one && !isWhole ? schemas.changed(one) : schema(shape);
        Map<String, Object> content = Json.map(JSON, Json.map("schema", schema, "example", example(shape)));
        if (isWhole) {
            Map<String, Object> created = new LinkedHashMap<>(headers);
            created.putAll(CommonDocs.headers("location"));
            responses.put("201", Json.map("description", "Created.", "headers", created, "content", content));
        }
        if (verb != Verb.CREATE) {
            responses.put(
                    "200",
                    Json.map(
                            "description",
                            verb == Verb.PUT ? "Replaced, or as it was already." : "Done.",
                            "headers",
                            headers,
                            "content",
                            content));
            responses.put("204", CommonDocs.response("Minimal"));
        }
    }

    private Map<String, Object> schema(Shape shape) {
        if (shape instanceof Shape.One one) {
            return schemas.item(one);
        }
        if (shape instanceof Shape.Page page) {
            return Json.map(
                    "type", "object",
                    "properties",
                            Json.map(
                                    "items", Json.map("type", "array", "items", schemas.item(page.item())),
                                    "next", CommonDocs.next()),
                    "required", List.of("items"));
        }
        if (shape instanceof Shape.Whole whole) {
            return parts(whole.parts(), whole.hasHead());
        }
        if (shape instanceof Shape.Created created) {
            return parts(List.of(created.item(), created.children()), true);
        }
        if (shape instanceof Shape.Count) {
            return object("count", Json.map("type", "integer", "minimum", 0));
        }
        if (shape instanceof Shape.Counts) {
            return object(
                    "counts",
                    Json.map("type", "object", "additionalProperties", Json.map("type", "integer", "minimum", 0)));
        }
        Map<String, Shape> shapes = shape instanceof Shape.Gather gather
                ? gather.parts()
                : shape instanceof Shape.Done done ? done.parts() : Map.of();
        Map<String, Object> properties = new LinkedHashMap<>();
        shapes.forEach((name, part) -> {
            if (!(part instanceof Shape.None)) {
                // Of what is gathered, one item may be missing; of what is written, not all may be known.
                Map<String, Object> own = part instanceof Shape.One one
                        ? shape instanceof Shape.Done ? schemas.changed(one) : schemas.orNull(schemas.item(one))
                        : schema(part);
                properties.put(name, own);
            }
        });
        return Json.map("type", "object", "properties", properties);
    }

    private Map<String, Object> parts(List<Shape.Part> parts, boolean hasHead) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (Shape.Part part : parts) {
            Map<String, Object> item = schemas.item(part.item());
            properties.put(part.name(), part.isOne() ? item : Json.map("type", "array", "items", item));
            if (!part.isOne() || hasHead && part == parts.get(0)) {
                required.add(part.name());
            }
        }
        return Json.map("type", "object", "properties", properties, "required", required.isEmpty() ? null : required);
    }

    private static Map<String, Object> object(String name, Map<String, Object> schema) {
        return Json.map("type", "object", "properties", Json.map(name, schema), "required", List.of(name));
    }

    private Object example(Shape shape) {
        if (shape instanceof Shape.One one) {
            List<Map<String, Object>> samples = examples.of(one);
            return samples.isEmpty() ? null : samples.get(0);
        }
        if (shape instanceof Shape.Page page) {
            List<Map<String, Object>> samples = examples.of(page.item());
            return samples.isEmpty() ? null : Json.map("items", samples);
        }
        List<Shape.Part> parts = shape instanceof Shape.Whole whole
                ? whole.parts()
                : shape instanceof Shape.Created created ? List.of(created.item(), created.children()) : List.of();
        Map<String, Object> example = new LinkedHashMap<>();
        for (Shape.Part part : parts) {
            List<Map<String, Object>> samples = examples.of(part.item());
            if (part.isOne() && samples.isEmpty()) {
                return null;
            }
            example.put(part.name(), part.isOne() ? samples.get(0) : samples);
        }
        return shape instanceof Shape.Count ? Map.of("count", 7) : example.isEmpty() ? null : example;
    }

    private List<Object> security(Pattern pattern) {
        Map<String, Object> token = Map.of(CommonDocs.BEARER, List.of());
        return isLocal || isForAnyone(pattern) ? List.of(Map.of(), token) : List.of(token);
    }

    private boolean isForAnyone(Pattern pattern) {
        return Access.isForAnyone(plans, pattern);
    }

    /** Whether a quota may refuse it. */
    private boolean isCounted(Pattern pattern) {
        boolean adds = pattern.verb() == Verb.CREATE
                || pattern.verb() == Verb.PUT
                || pattern.verb() == Verb.RESTORE
                || pattern.verb() == Verb.UPDATE;
        if (pattern.verb() == Verb.TRANSACT) {
            return pattern.entities().stream()
                    .anyMatch(part -> isCounted(design.patterns().get(part)));
        }
        return adds
                && design.quotas().values().stream()
                        .anyMatch(quota -> pattern.entities().contains(quota.counts())
                                || quota.counts().equals(pattern.with()));
    }

    private boolean comparesVersion(Route route) {
        Entity entity = entity(route.pattern());
        return entity != null
                && entity.version() != null
                && route.pattern().verb().writes()
                && route.inputs().stream().anyMatch(input -> input.name().equals(entity.version()));
    }

    private Entity entity(Pattern pattern) {
        return pattern.entities().isEmpty()
                ? null
                : design.entities().get(pattern.entities().get(0));
    }
}
