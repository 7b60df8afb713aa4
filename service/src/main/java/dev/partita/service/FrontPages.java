package dev.partita.service;

import dev.partita.access.MetricsAccess;
import dev.partita.access.SignIn;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.meter.AlarmState;
import dev.partita.meter.Meters;
import dev.partita.meter.Readiness;
import dev.partita.rest.DocsPage;
import dev.partita.rest.OpenApi;
import dev.partita.rest.Route;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Everything that is no pattern: the list of designs, each one's routes, health, metrics, and what problems mean. */
final class FrontPages {

    static final String TEXT = "text/plain; charset=utf-8";
    static final String PROBLEMS = "/problems/";

    private static final List<String> READ = List.of("GET", "HEAD");

    /**
     * One address.
     *
     * @param mayWait whether it has to be answered on a thread that may wait
     * @param isAskedOften whether machines ask it all day long, so that it is not worth a line in the log
     */
    record Page(List<String> methods, boolean mayWait, boolean isAskedOften, Function<HttpRequest, HttpAnswer> made) {

        Page(List<String> methods, boolean mayWait, Function<HttpRequest, HttpAnswer> made) {
            this(methods, mayWait, false, made);
        }

        HttpAnswer answer(HttpRequest request) {
            return made.apply(request);
        }
    }

    private final Service service;
    private final List<ServedDesign> sites;
    private final boolean local;
    private final MetricsAccess watchers;
    private final Map<String, Page> pages = new HashMap<>();
    private final Map<String, Function<ServedDesign, Page>> ofDesign = new HashMap<>();
    private final Map<String, byte[]> documents = new ConcurrentHashMap<>();

    /**
     * @param local whether callers without a token are trusted; the pages say so
     * @param watchers who may look at metrics and alarms
     */
    FrontPages(Service service, List<ServedDesign> sites, boolean local, MetricsAccess watchers) {
        this.service = service;
        this.sites = sites;
        this.local = local;
        this.watchers = watchers;
        Page home = read(this::home);
        pages.put("/", home);
        pages.put("/api", home);
        pages.put("/api/", home);
        pages.put("/health", new Page(READ, false, true, request -> json(200, out -> out.member("status", "ok"))));
        pages.put("/ready", new Page(READ, true, true, this::ready));
        pages.put("/metrics", new Page(READ, true, true, this::metrics));
        pages.put(
                "/alarms",
                new Page(READ, true, request -> alarms(request, service.meters().alarms())));
        pages.put("/problems", read(request -> text(problemNames())));
        ofDesign.put("", site -> read(request -> routes(site, request)));
        ofDesign.put(
                "alarms",
                site -> new Page(
                        READ, true, request -> alarms(request, service.meters().alarms(site.name()))));
        ofDesign.put(
                "login",
                site -> site.signIn() == null
                        ? null
                        : new Page(List.of("POST"), true, request -> signIn(site.signIn(), request)));
        ofDesign.put(OpenApi.FILE, site -> new Page(READ, true, request -> document(site)));
    }

    /** A page outside of any design; null when there is none. */
    Page of(String path) {
        if (path.startsWith(PROBLEMS)) {
            ProblemKind kind = ProblemKind.BY_NAME.get(path.substring(PROBLEMS.length()));
            return kind == null ? null : read(request -> text(kind.page()));
        }
        return pages.get(path);
    }

    /** A page of a design; null when there is none. */
    Page of(ServedDesign site, String path) {
        String base = site.routes().base();
        if (path.length() <= base.length() + 1) {
            return path.startsWith(base) ? ofDesign.get("").apply(site) : null;
        }
        String rest = path.substring(base.length() + 1);
        Function<ServedDesign, Page> known = ofDesign.get(rest);
        if (known == null && rest.startsWith(DocsPage.PATH)) {
            DocsPage.File file = DocsPage.of(rest);
            return file == null ? null : read(request -> docs(file, request));
        }
        return known == null ? null : known.apply(site);
    }

    /** Made when it is first asked for. */
    private HttpAnswer document(ServedDesign site) {
        byte[] document = documents.computeIfAbsent(
                site.name(),
                name -> OpenApi.of(
                        site.database().plans(),
                        site.routes(),
                        new OpenApi.Options(
                                local,
                                site.signIn() == null
                                        ? null
                                        : new OpenApi.SignInForm(
                                                site.signIn().identifier(),
                                                site.signIn().password()))));
        return HttpAnswer.of(200, PatternCall.JSON, document);
    }

    private static HttpAnswer docs(DocsPage.File file, HttpRequest request) {
        String tag = Etag.ofBytes(file.bytes(), file.bytes().length);
        String known = request.header("If-None-Match");
        HttpAnswer answer = known != null && Etag.isAmong(known, tag)
                ? HttpAnswer.empty(304)
                : HttpAnswer.of(200, file.contentType(), file.bytes());
        return answer.with("ETag", tag)
                .with("Cache-Control", "no-cache")
                .with("Content-Security-Policy", DocsPage.POLICY)
                .with("Referrer-Policy", "no-referrer");
    }

    private HttpAnswer home(HttpRequest request) {
        if (isForPeople(request)) {
            return html(Html.home(sites, local));
        }
        return json(200, out -> {
            out.member("mode", local ? "local: no token is asked for" : "tokens");
            out.name("designs").openList();
            for (ServedDesign site : sites) {
                String base = site.routes().base();
                out.openObject()
                        .member("name", site.name())
                        .member("about", about(site))
                        .member("href", base)
                        .member("openapi", base + "/openapi.json")
                        .member("docs", base + "/docs")
                        .closeObject();
            }
            out.closeList();
        });
    }

    private HttpAnswer routes(ServedDesign site, HttpRequest request) {
        if (isForPeople(request)) {
            return html(Html.design(site, local));
        }
        return json(200, out -> {
            String base = site.routes().base();
            out.member("name", site.name())
                    .member("about", about(site))
                    .member("openapi", base + "/openapi.json")
                    .member("docs", base + "/docs");
            if (site.signIn() != null) {
                out.member("login", base + "/login");
            }
            out.name("routes").openList();
            for (Route route : site.routes().all()) {
                out.openObject()
                        .member("method", route.method())
                        .member("path", route.path())
                        .member("pattern", route.pattern().name())
                        .member("about", route.pattern().about())
                        .closeObject();
            }
            out.closeList();
        });
    }

    /** A block of YAML ends with a line break. */
    private static String about(ServedDesign site) {
        return site.design().about() == null ? null : site.design().about().strip();
    }

    private HttpAnswer ready(HttpRequest request) {
        Readiness.Report report = service.readiness().report();
        return json(report.ready() ? 200 : 503, out -> {
            out.name("ready").value(report.ready());
            out.name("findings").openList();
            for (Readiness.Finding finding : report.findings()) {
                out.openObject()
                        .member("name", finding.name())
                        .name("ready")
                        .value(finding.ready())
                        .member("detail", finding.detail())
                        .closeObject();
            }
            out.closeList();
        });
    }

    private HttpAnswer metrics(HttpRequest request) {
        watchers.require(request.header("Authorization"));
        String accept = request.header("Accept");
        boolean isOpen = accept != null && accept.contains("application/openmetrics-text");
        String text = isOpen ? service.meters().openMetrics() : service.meters().prometheus();
        return HttpAnswer.of(
                200, isOpen ? Meters.OPEN_METRICS_TYPE : Meters.TEXT_TYPE, text.getBytes(StandardCharsets.UTF_8));
    }

    private HttpAnswer alarms(HttpRequest request, List<AlarmState> states) {
        watchers.require(request.header("Authorization"));
        return json(200, out -> {
            out.name("alarms").openList();
            for (AlarmState state : states) {
                out.openObject()
                        .member("design", state.design())
                        .member("alarm", state.alarm())
                        .member("about", state.about())
                        .member("metric", state.metric());
                if (state.above() != null) {
                    out.name("above").value(state.above());
                }
                if (state.below() != null) {
                    out.name("below").value(state.below());
                }
                out.member("perSeconds", state.per().toSeconds())
                        .member("state", state.state().name().toLowerCase(Locale.ROOT));
                if (state.value() != null) {
                    out.name("value").value(state.value());
                }
                out.name("since")
                        .value(state.since())
                        .member("detail", state.detail())
                        .closeObject();
            }
            out.closeList();
        });
    }

    private static HttpAnswer signIn(SignIn signIn, HttpRequest request) {
        RequestArguments.requireJson(request.header("Content-Type"));
        Map<String, Object> body = JsonBody.read(request.body());
        boolean isWhole = body.size() == 2
                && body.get(signIn.identifier()) instanceof String
                && body.get(signIn.password()) instanceof String;
        if (!isWhole) {
            throw Refused.unreadable(
                    "Send {\"" + signIn.identifier() + "\": \"…\", \"" + signIn.password() + "\": \"…\"}.");
        }
        SignIn.SignedIn signedIn = signIn.signIn(
                (String) body.get(signIn.identifier()), (String) body.get(signIn.password()), request.peer());
        return json(200, out -> out.member("token", signedIn.token())
                        .member("tokenType", "Bearer")
                        .member("expiresIn", signedIn.lifetime().toSeconds())
                        .member("subject", signedIn.subject()))
                .with("Cache-Control", "no-store");
    }

    private static String problemNames() {
        StringBuilder names =
                new StringBuilder("What can be answered beside success, each explained at its address:\n\n");
        for (ProblemKind kind : ProblemKind.values()) {
            names.append(PROBLEMS)
                    .append(kind.word())
                    .append("  ")
                    .append(kind.status())
                    .append("  ");
            names.append(kind.title()).append('\n');
        }
        return names.toString();
    }

    /** A browser names HTML; a program asks for JSON or for anything. */
    private static boolean isForPeople(HttpRequest request) {
        return Accept.of(request.header("Accept"), Accept.JSON, Accept.HTML) == Accept.HTML;
    }

    private static Page read(Function<HttpRequest, HttpAnswer> made) {
        return new Page(READ, false, made);
    }

    private interface Members {
        void write(AnswerJson out);
    }

    private static HttpAnswer json(int status, Members members) {
        AnswerJson out = AnswerJson.start().openObject();
        members.write(out);
        out.closeObject();
        return HttpAnswer.of(status, PatternCall.JSON, out.toByteArray());
    }

    private static HttpAnswer text(String text) {
        return HttpAnswer.of(200, TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    private static HttpAnswer html(String page) {
        return HttpAnswer.of(200, "text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8))
                .with("Content-Security-Policy", Html.POLICY)
                .with("Referrer-Policy", "no-referrer");
    }
}
