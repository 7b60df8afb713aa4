package dev.partita.rest;

import dev.partita.access.Access;
import dev.partita.design.Design;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.document.Json;
import dev.partita.plan.run.Plans;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an operation of an OpenAPI document answers, by status. */
final class AnswerDocs {

    private static final String LINES = "application/x-ndjson";

    private final Plans plans;
    private final Design design;
    private final Schemas schemas;
    private final OpenApiExamples examples;

    AnswerDocs(Plans plans, Schemas schemas, OpenApiExamples examples) {
        this.plans = plans;
        this.design = plans.design();
        this.schemas = schemas;
        this.examples = examples;
    }

    Map<String, Object> of(Route route, boolean comparesVersion) {
        Pattern pattern = route.pattern();
        Map<String, Object> responses = new LinkedHashMap<>();
        AnswerShape shape = AnswerShape.of(route.plan(), design);
        if (pattern.verb().writes()) {
            written(route, shape, responses);
        } else {
            responses.put("200", found(route, shape));
            responses.put("304", CommonDocs.response("NotModified"));
        }
        responses.put("400", CommonDocs.response("Unreadable"));
        if (!Access.isForAnyone(plans, pattern)) {
            responses.put("401", CommonDocs.response("NotSignedIn"));
            responses.put("403", CommonDocs.response("NotAllowed"));
        }
        boolean isOfOne =
                shape instanceof AnswerShape.One && pattern.verb() != Verb.CREATE && pattern.verb() != Verb.PUT
                        || shape instanceof AnswerShape.Whole whole && whole.hasHead()
                        || pattern.verb() == Verb.DELETE
                        || pattern.verb() == Verb.TRANSACT;
        if (isOfOne) {
            responses.put("404", CommonDocs.response("NotFound"));
        }
        if (pattern.verb().writes()) {
            responses.put("409", CommonDocs.response("Conflict"));
            if (comparesVersion) {
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

    private Map<String, Object> found(Route route, AnswerShape shape) {
        Map<String, Object> headers = CommonDocs.headers("etag", "requestId", "consumed");
        Map<String, Object> content = new LinkedHashMap<>();
        Map<String, Object> schema = schema(shape);
        if (shape instanceof AnswerShape.Whole && route.isPaged()) {
            @SuppressWarnings("unchecked")
            Map<String, Object> properties = (Map<String, Object>) schema.get("properties");
            properties.put("next", CommonDocs.next());
        }
        if (route.walks()) {
            @SuppressWarnings("unchecked")
            Map<String, Object> properties = (Map<String, Object>) schema.get("properties");
            properties.put("stoppedAt", CommonDocs.stoppedAt());
        }
        content.put(CommonDocs.JSON, Json.map("schema", schema, "example", example(shape)));
        if (route.isPaged()) {
            headers.putAll(CommonDocs.headers("link"));
        }
        if (shape instanceof AnswerShape.Page page && route.hasLines()) {
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

    private void written(Route route, AnswerShape shape, Map<String, Object> responses) {
        Verb verb = route.pattern().verb();
        Map<String, Object> headers = CommonDocs.headers("requestId", "consumed");
        if (shape instanceof AnswerShape.None) {
            responses.put("204", Json.map("description", "Done.", "headers", headers));
            return;
        }
        if (verb != Verb.TRANSACT) {
            headers.putAll(CommonDocs.headers("etag", "outcome"));
        }
        boolean isWhole = verb == Verb.CREATE || verb == Verb.PUT;
        Map<String, Object> schema =
                shape instanceof AnswerShape.One one && !isWhole ? schemas.changed(one) : schema(shape);
        Map<String, Object> content = Json.map(CommonDocs.JSON, Json.map("schema", schema, "example", example(shape)));
        if (route.pattern().makes()) {
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

    private Map<String, Object> schema(AnswerShape shape) {
        if (shape instanceof AnswerShape.One one) {
            return schemas.item(one);
        }
        if (shape instanceof AnswerShape.Page page) {
            return Json.map(
                    "type", "object",
                    "properties",
                            Json.map(
                                    "items", Json.map("type", "array", "items", schemas.item(page.item())),
                                    "next", CommonDocs.next()),
                    "required", List.of("items"));
        }
        if (shape instanceof AnswerShape.Whole whole) {
            return parts(whole.parts(), whole.hasHead());
        }
        if (shape instanceof AnswerShape.Created created) {
            return parts(List.of(created.item(), created.children()), true);
        }
        if (shape instanceof AnswerShape.Count) {
            return object("count", Json.map("type", "integer", "minimum", 0));
        }
        if (shape instanceof AnswerShape.Counts) {
            return object(
                    "counts",
                    Json.map("type", "object", "additionalProperties", Json.map("type", "integer", "minimum", 0)));
        }
        Map<String, AnswerShape> shapes = shape instanceof AnswerShape.Gather gather
                ? gather.parts()
                : shape instanceof AnswerShape.Done done ? done.parts() : Map.of();
        Map<String, Object> properties = new LinkedHashMap<>();
        shapes.forEach((name, part) -> {
            if (!(part instanceof AnswerShape.None)) {
                // Of what is gathered, one item may be missing; of what is written, not all may be known.
                Map<String, Object> own = part instanceof AnswerShape.One one && shape instanceof AnswerShape.Done
                        ? schemas.changed(one)
                        : schema(part);
                properties.put(
                        name, shape instanceof AnswerShape.Gather && mayBeMissing(part) ? schemas.orNull(own) : own);
            }
        });
        return Json.map("type", "object", "properties", properties);
    }

    private static boolean mayBeMissing(AnswerShape part) {
        return part instanceof AnswerShape.One || part instanceof AnswerShape.Whole whole && whole.hasHead();
    }

    private Map<String, Object> parts(List<AnswerShape.Part> parts, boolean hasHead) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (AnswerShape.Part part : parts) {
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

    private Object example(AnswerShape shape) {
        if (shape instanceof AnswerShape.One one) {
            List<Map<String, Object>> samples = examples.of(one);
            return samples.isEmpty() ? null : samples.get(0);
        }
        if (shape instanceof AnswerShape.Page page) {
            List<Map<String, Object>> samples = examples.of(page.item());
            return samples.isEmpty() ? null : Json.map("items", samples);
        }
        List<AnswerShape.Part> parts = shape instanceof AnswerShape.Whole whole
                ? whole.parts()
                : shape instanceof AnswerShape.Created created
                        ? List.of(created.item(), created.children())
                        : List.of();
        Map<String, Object> example = new LinkedHashMap<>();
        for (AnswerShape.Part part : parts) {
            List<Map<String, Object>> samples = examples.of(part.item());
            if (part.isOne() && samples.isEmpty()) {
                return null;
            }
            example.put(part.name(), part.isOne() ? samples.get(0) : samples);
        }
        return shape instanceof AnswerShape.Count ? Map.of("count", 7) : example.isEmpty() ? null : example;
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
}
