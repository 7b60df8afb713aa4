package dev.partita.rest;

import dev.partita.access.Access;
import dev.partita.design.Design;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.document.Json;
import dev.partita.plan.run.Plans;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One route as an operation of an OpenAPI document. */
final class OperationDocs {

    private final Plans plans;
    private final Design design;
    private final RequestDocs requests;
    private final AnswerDocs answers;
    private final boolean isLocal;

    OperationDocs(Plans plans, Schemas schemas, OpenApiExamples examples, boolean isLocal) {
        this.plans = plans;
        this.design = plans.design();
        this.requests = new RequestDocs(plans, schemas, examples, isLocal);
        this.answers = new AnswerDocs(plans, schemas, examples);
        this.isLocal = isLocal;
    }

    /** @param variables what the document calls the variables of the path, in their order */
    Map<String, Object> of(Route route, List<String> variables, String id, String tag) {
        Pattern pattern = route.pattern();
        boolean comparesVersion = route.compares(version(pattern));
        return Json.map(
                "operationId", id,
                "tags", List.of(tag),
                "summary", Summaries.of(pattern),
                "description", description(pattern),
                "parameters", requests.parameters(route, variables, comparesVersion),
                "requestBody", requests.body(route),
                "responses", answers.of(route, comparesVersion),
                "security", security(pattern),
                "x-partita-pattern", pattern.name(),
                "x-partita-allow", RouteTable.allow(design, pattern));
    }

    static Map<String, Object> signIn(OpenApi.SignInForm form) {
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
                                        CommonDocs.JSON,
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
                                        Json.map(CommonDocs.JSON, Json.map("schema", answer))),
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

    private List<Object> security(Pattern pattern) {
        Map<String, Object> token = Map.of(CommonDocs.BEARER, List.of());
        return isLocal || Access.isForAnyone(plans, pattern) ? List.of(Map.of(), token) : List.of(token);
    }

    /** The attribute that counts the versions of what a pattern is about; null when there is none. */
    private String version(Pattern pattern) {
        Entity entity = design.entities().get(pattern.entities().get(0));
        return entity == null ? null : entity.version();
    }
}
