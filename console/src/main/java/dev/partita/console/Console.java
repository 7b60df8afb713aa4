package dev.partita.console;

import dev.partita.document.Json;
import dev.partita.http.Handler;
import dev.partita.http.HeadOut;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.http.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The web console: its files, and the calls its pages make under {@code /console/api}.
 *
 * <p>Those calls need a header that a page from elsewhere cannot send without being refused first, and only POST changes anything.
 */
public final class Console implements Handler {

    private static final String CALLS = "/console/api/";
    private static final String OURS = "X-Partita-Console";
    private static final String PLACE = "X-Partita-Place";

    private final Assets assets = new Assets();
    private final EndpointDescription where;
    private final ConsoleKey key;
    private final Map<String, Call> calls;

    /** One call of the pages, by the first part of its path. Runs on an event loop. */
    interface Call {
        /** @param rest what follows the call's name in the path, without the slash; perhaps empty */
        CompletableFuture<HttpAnswer> answer(HttpRequest request, String rest);
    }

    /**
     * @param raw DynamoDB's API at the endpoint
     * @param where what the pages say about it
     * @param designs those that are served
     * @param traffic what is asked of the endpoint, while somebody looks
     * @param key what the calls need; null when whoever can reach them may make them
     */
    public Console(
            RawEndpoint raw,
            EndpointDescription where,
            Designs designs,
            Samples samples,
            Traffic traffic,
            ConsoleKey key) {
        this.where = where;
        this.key = key;
        this.calls = Map.of(
                "dynamodb", new DynamoCall(raw, where),
                "where", (request, rest) -> ok(where.tree()),
                "designs", new DesignsCall(designs),
                "entities", new EntitiesCall(designs),
                "forms", new FormsCall(designs),
                "samples", new SamplesCall(samples),
                "live", new LiveCall(traffic));
    }

    /** Whether a request is for the console: a file, a call, or a page that a person wants to see. */
    public static boolean isFor(HttpRequest request) {
        return request.path().startsWith("/console/")
                || request.method().equals("GET") && !request.path().startsWith("/api/") && wantsPage(request);
    }

    /** One handler of both: the console answers what is for it, {@code service} everything else. */
    public Handler before(Handler service) {
        return new Handler() {
            @Override
            public CompletableFuture<HttpAnswer> handle(HttpRequest request) {
                return isFor(request) ? Console.this.handle(request) : service.handle(request);
            }

            @Override
            public boolean isSlow(HttpRequest request) {
                // A design is compiled, a span of requests sorted: nothing for an event loop.
                return isFor(request) ? request.path().startsWith(CALLS) : service.isSlow(request);
            }

            @Override
            public HttpAnswer refusal(Refusal refusal) {
                return service.refusal(refusal);
            }

            @Override
            public void complete(HeadOut head, HttpAnswer answer) {
                service.complete(head, answer);
            }
        };
    }

    @Override
    public CompletableFuture<HttpAnswer> handle(HttpRequest request) {
        if (!request.path().startsWith(CALLS)) {
            HttpAnswer entering = key == null ? null : key.entering(request);
            return CompletableFuture.completedFuture(entering == null ? assets.answer(request) : entering);
        }
        if (!"1".equals(request.header(OURS))) {
            return refused(403, "Only the console's own pages may call this.");
        }
        if (key != null && !key.isIn(request)) {
            return refused(
                    401,
                    "This service asks for tokens, so the console asks for its key. Open it by the address that"
                            + " partita up prints at its start, which ends with ?key=.");
        }
        String place = request.header(PLACE);
        if (place != null && !place.equals(where.id())) {
            // Somebody ended Partita and started it for other tables, and the page, still open, would write to those.
            return CompletableFuture.completedFuture(json(
                    409,
                    Json.map(
                            "status",
                            409,
                            "type",
                            "moved",
                            "detail",
                            "This page was opened for other tables; now they are those at " + where.label()
                                    + ". Nothing was done.")));
        }
        String path = request.path().substring(CALLS.length());
        int slash = path.indexOf('/');
        Call call = calls.get(slash < 0 ? path : path.substring(0, slash));
        return call == null
                ? refused(404, "The console has no such call.")
                : call.answer(request, slash < 0 ? "" : path.substring(slash + 1));
    }

    /** What a page asks. @throws IllegalArgumentException when that is no JSON object */
    static Map<String, Object> asked(HttpRequest request) {
        return Json.object(Json.read(new String(request.body(), StandardCharsets.UTF_8)), "a question");
    }

    static CompletableFuture<HttpAnswer> ok(Object tree) {
        return CompletableFuture.completedFuture(json(200, tree));
    }

    static CompletableFuture<HttpAnswer> refused(int status, String detail) {
        return CompletableFuture.completedFuture(json(status, Json.map("status", status, "detail", detail)));
    }

    static HttpAnswer json(int status, Object tree) {
        return HttpAnswer.of(status, "application/json", Json.write(tree).getBytes(StandardCharsets.UTF_8))
                .with("Cache-Control", "no-store")
                .with("X-Content-Type-Options", "nosniff");
    }

    private static boolean wantsPage(HttpRequest request) {
        String accept = request.header("Accept");
        return accept != null && accept.contains("text/html");
    }
}
