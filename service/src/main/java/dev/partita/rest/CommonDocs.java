package dev.partita.rest;

import dev.partita.document.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What all operations share: paging, conditions, headers, problems, tokens. */
final class CommonDocs {

    static final String BEARER = "bearer";
    static final String JSON = "application/json";

    private CommonDocs() {}

    static Map<String, Object> parameter(String name) {
        return Json.map("$ref", "#/components/parameters/" + name);
    }

    static Map<String, Object> response(String name) {
        return Json.map("$ref", "#/components/responses/" + name);
    }

    /** References to headers, by the names they have in an answer. */
    static Map<String, Object> headers(String... names) {
        Map<String, Object> headers = new LinkedHashMap<>();
        for (String name : names) {
            String header =
                    switch (name) {
                        case "etag" -> "ETag";
                        case "link" -> "Link";
                        case "location" -> "Location";
                        case "requestId" -> "X-Request-Id";
                        case "consumed" -> "Partita-Consumed";
                        case "outcome" -> "Partita-Outcome";
                        case "retryAfter" -> "Retry-After";
                        default -> throw new IllegalArgumentException(name);
                    };
            headers.put(header, Json.map("$ref", "#/components/headers/" + name));
        }
        return headers;
    }

    static Map<String, Object> next() {
        return Json.map(
                "type", "string",
                "description", "Where the next page is; missing on the last one.");
    }

    static Map<String, Object> stoppedAt() {
        return Json.map(
                "type",
                "string",
                "description",
                "How far back the list has looked: what is older comes with `next`. Missing when the page is full, or"
                        + " nothing is left.");
    }

    static Map<String, Object> parameters() {
        return Json.map(
                "limit",
                Json.map(
                        "name", "limit",
                        "in", "query",
                        "description", "Items on a page, at most.",
                        "schema", Json.map("type", "integer", "minimum", 1, "maximum", Route.MOST_ITEMS)),
                "cursor",
                Json.map(
                        "name", "cursor",
                        "in", "query",
                        "description", "Where the page begins, as `next` has it. Opaque.",
                        "schema", Json.map("type", "string")),
                "ifNoneMatch",
                header("If-None-Match", "An `ETag` seen before: the answer is 304 when nothing has changed."),
                "ifMatch",
                header("If-Match", "The `ETag` of what was read: the write is refused when it has changed since."),
                "as",
                header("Partita-As", "Who to be, in local mode: the `me` and the owner of the design."),
                "groups",
                header(
                        "Partita-Groups",
                        "With `Partita-As`: the rules of the design count, for a caller of these groups, with blanks between."),
                "prefer",
                header("Prefer", "`return=minimal` for no body, `consumed-units` for what the call took."));
    }

    private static Map<String, Object> header(String name, String about) {
        return Json.map("name", name, "in", "header", "description", about, "schema", Json.map("type", "string"));
    }

    static Map<String, Object> headers() {
        return Json.map(
                "etag", text("The version of what is answered and a hash of it, for `If-Match` and `If-None-Match`."),
                "link", text("`<…>; rel=\"next\"` when there is a next page."),
                "location", text("Where it can be read."),
                "requestId", text("The request's own, or one that was made for it; the log has it, too."),
                "consumed", text("`requests=1, read=0.5, write=0`, when asked for by `Prefer: consumed-units`."),
                "outcome",
                        Json.map(
                                "description",
                                "What became of the item: `unchanged` when what was given is stored already (`detect:`), and"
                                        + " nothing was written. The body is what is stored.",
                                "schema",
                                Json.map(
                                        "type",
                                        "string",
                                        "enum",
                                        List.of("created", "replaced", "updated", "unchanged", "restored"))),
                "retryAfter",
                        Json.map(
                                "description",
                                "Seconds to wait before trying again.",
                                "schema",
                                Json.map("type", "integer")));
    }

    private static Map<String, Object> text(String about) {
        return Json.map("description", about, "schema", Json.map("type", "string"));
    }

    static Map<String, Object> responses(Schemas schemas) {
        Map<String, Object> problem = schemas.component("Problem", problem());
        Map<String, Object> responses = new LinkedHashMap<>();
        responses.put("NotModified", Json.map("description", "Nothing has changed.", "headers", headers("etag")));
        responses.put(
                "Minimal",
                Json.map(
                        "description",
                        "Done, and `Prefer: return=minimal` asked for no more.",
                        "headers",
                        headers("requestId")));
        problem(responses, problem, "Unreadable", "The request cannot be read.");
        problem(responses, problem, "NotSignedIn", "A token is needed, or the one given is not believed.");
        problem(responses, problem, "NotAllowed", "The caller may not do this.");
        problem(responses, problem, "NotFound", "There is no such item.");
        problem(
                responses,
                problem,
                "Conflict",
                "What is stored forbids it: it exists already, a value is taken, others refer to it, or it is not in the"
                        + " state for this.");
        problem(responses, problem, "VersionChanged", "It has changed since it was read.");
        problem(
                responses,
                problem,
                "InvalidValues",
                "Values break rules of the design; `errors` names the attributes.");
        waiting(responses, problem, "QuotaReached", "The quota is used up; `limit` and `resetAt` say more.");
        waiting(responses, problem, "TooMany", "Too many attempts.");
        waiting(
                responses,
                problem,
                "Unavailable",
                "The database or the service has too much to do or cannot be reached.");
        problem(responses, problem, "Problem", "Anything else that can go wrong.");
        return responses;
    }

    private static void problem(Map<String, Object> all, Map<String, Object> problem, String name, String about) {
        all.put(name, problem(problem, about, headers("requestId")));
    }

    private static void waiting(Map<String, Object> all, Map<String, Object> problem, String name, String about) {
        all.put(name, problem(problem, about, headers("requestId", "retryAfter")));
    }

    private static Map<String, Object> problem(Map<String, Object> problem, String about, Map<String, Object> headers) {
        return Json.map(
                "description",
                about,
                "headers",
                headers,
                "content",
                Json.map("application/problem+json", Json.map("schema", problem)));
    }

    private static Map<String, Object> problem() {
        Map<String, Object> text = Json.map("type", "string");
        return Json.map(
                "type",
                "object",
                "description",
                "What went wrong, after RFC 9457.",
                "properties",
                Json.map(
                        "type",
                        Json.map("type", "string", "description", "An address that explains it."),
                        "title",
                        text,
                        "status",
                        Json.map("type", "integer"),
                        "detail",
                        Json.map("type", "string", "description", "What is wrong here, and what to do."),
                        "requestId",
                        text,
                        "limit",
                        Json.map("type", "integer", "description", "Of a quota."),
                        "resetAt",
                        Json.map("type", "string", "format", "date-time", "description", "When a quota begins anew."),
                        "errors",
                        Json.map(
                                "type",
                                "array",
                                "items",
                                Json.map(
                                        "type", "object",
                                        "properties", Json.map("attribute", text, "rule", text, "detail", text),
                                        "required", List.of("attribute", "rule", "detail")))),
                "required",
                List.of("type", "title", "status", "detail", "requestId"));
    }

    static Map<String, Object> security() {
        return Json.map(
                BEARER,
                Json.map(
                        "type", "http",
                        "scheme", "bearer",
                        "bearerFormat", "JWT",
                        "description", "A token that says who calls."));
    }
}
