package dev.partita.service;

import dev.partita.access.Access;
import dev.partita.access.Caller;
import dev.partita.access.Callers;
import dev.partita.access.MetricsAccess;
import dev.partita.access.SignIn;
import dev.partita.access.Tokens;
import dev.partita.http.Handler;
import dev.partita.http.HeadOut;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.http.Refusal;
import dev.partita.meter.DesignMeter;
import dev.partita.meter.Meters;
import dev.partita.meter.Readiness;
import dev.partita.meter.RequestLog;
import dev.partita.rest.RouteMatch;
import dev.partita.rest.Routes;
import dev.partita.runtime.Database;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Designs as HTTP APIs: a request is matched to a pattern, its caller is told apart, its arguments are read, and what the pattern
 * answers goes back as JSON.
 *
 * <p>Reads that are answered at once run on the thread that calls, an event loop of the server; everything else on threads of its
 * own. {@link #stop()} refuses what is new and lets the rest finish; {@link #close()} then ends the threads.
 */
public final class Service implements Handler, AutoCloseable {

    /** Threads for calls that wait. As many as an SDK client has connections; more would only wait for one. */
    static final int WORKERS = 50;

    /** Calls that wait for a thread; more are refused. */
    static final int MOST_WAITING = 2_000;

    private static final long IDLE_SECONDS = 30;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final HeadOut.Field NO_SNIFFING = HeadOut.Field.of("X-Content-Type-Options", "nosniff");
    /** What was answered to one is not for another, and may have changed; who has a tag can ask whether it has. */
    private static final HeadOut.Field NO_CACHING = HeadOut.Field.of("Cache-Control", "private, no-cache");

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final Map<String, ServedDesign> sites = new LinkedHashMap<>();
    private final Callers callers;
    private final Meters meters;
    private final RequestLog log;
    private final Cursors cursors;
    private final Problems problems;
    private final Readiness readiness;
    private final FrontPages pages;
    private final RequestIds ids = new RequestIds();
    private final ThreadPoolExecutor workers;
    private volatile boolean stopping;

    private Service(Builder builder) {
        this.callers = builder.callers;
        this.meters = builder.meters == null ? new Meters(builder.clock) : builder.meters;
        this.log = meters.log();
        this.cursors = new Cursors(builder.secret);
        this.problems = new Problems(builder.clock);
        this.readiness = builder.readiness == null ? new Readiness(builder.clock) : builder.readiness;
        for (Database database : builder.databases) {
            DesignMeter meter = meters.design(database.design(), builder.environment);
            SignIn signIn = SignIn.of(database, callers.tokens(), builder.clock);
            ServedDesign site =
                    new ServedDesign(database, Access.of(database, builder.clock), signIn, meter, builder.timeout);
            if (sites.put(site.name(), site) != null) {
                throw new IllegalArgumentException("Two designs are called " + site.name());
            }
        }
        this.pages = new FrontPages(this, List.copyOf(sites.values()), callers.isLocal(), builder.watchers);
        this.workers = new ThreadPoolExecutor(
                builder.workers,
                builder.workers,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(builder.waiting),
                task -> {
                    Thread thread = new Thread(task, "partita-service-" + NUMBER.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        workers.allowCoreThreadTimeOut(true);
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public CompletableFuture<HttpAnswer> handle(HttpRequest request) {
        long began = System.nanoTime();
        String id = ids.of(request.header("X-Request-Id"));
        try {
            String path = request.path();
            if (request.body().length > 0) {
                requireReadable(request.header("Content-Encoding"));
            }
            ServedDesign site = path.startsWith(Routes.PREFIX) ? site(path) : null;
            if (site != null) {
                RouteMatch match = site.match(request.method(), path);
                if (match instanceof RouteMatch.Found found) {
                    PatternCall call =
                            new PatternCall(this, site, site.operation(found.route()), found.values(), request, id);
                    return run(call, request, began);
                }
                if (pages.of(site, path) == null) {
                    return CompletableFuture.completedFuture(refused(problem(match), site, null, request, id, began));
                }
            }
            return page(site, path, request, id, began);
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(refused(problem(e, null, id), null, null, request, id, began));
        }
    }

    @Override
    public HttpAnswer refusal(Refusal refusal) {
        ProblemKind kind =
                switch (refusal.reason()) {
                    case MALFORMED, NOT_GZIP -> ProblemKind.UNREADABLE_REQUEST;
                    case STRANGE_ORIGIN -> ProblemKind.FOREIGN_ORIGIN;
                    case TOO_SLOW -> ProblemKind.TOO_SLOW;
                    case TOO_LARGE -> ProblemKind.BODY_TOO_LARGE;
                    case UNKNOWN_EXPECTATION -> ProblemKind.UNKNOWN_EXPECTATION;
                    case STRANGE_HOST -> ProblemKind.FOREIGN_HOST;
                    case FAILED -> ProblemKind.INTERNAL_ERROR;
                    case TOO_MANY_CONNECTIONS, OVERLOADED -> ProblemKind.OVERLOADED;
                };
        Problem problem = Problem.of(kind, Problems.sentence(refusal.detail()));
        String id = ids.of(null);
        return (kind.status() == 503 ? problem.retryAfter(1) : problem)
                .answer(id)
                .with("X-Request-Id", id);
    }

    @Override
    public void complete(HeadOut head, HttpAnswer answer) {
        head.put(NO_SNIFFING);
        if (answer.header("Cache-Control") == null) {
            head.put(NO_CACHING);
        }
    }

    /** From now on new requests are refused, and {@code /ready} says no. */
    public void stop() {
        stopping = true;
        readiness.stop();
    }

    /** Stops, and waits a while for what is under way. */
    @Override
    public void close() {
        stop();
        workers.shutdown();
        try {
            if (!workers.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                workers.shutdownNow();
            }
        } catch (InterruptedException e) {
            workers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    Cursors cursors() {
        return cursors;
    }

    Meters meters() {
        return meters;
    }

    Readiness readiness() {
        return readiness;
    }

    /** Who calls, by what the request says. */
    Caller caller(HttpRequest request, ServedDesign site) {
        return callers.of(
                request.header("Authorization"),
                request.header(Callers.AS),
                request.header(Callers.GROUPS),
                site.design());
    }

    /** What went wrong in a call that has begun to answer already. */
    Problem problem(Throwable failure, PatternCall call) {
        return problem(failure, call.operation().route().path(), call.requestId());
    }

    /** A stream has ended: what its pages took is counted. */
    void streamed(PatternCall call) {
        call.operation().meter().units(call.readUnits(), call.writeUnits());
    }

    private CompletableFuture<HttpAnswer> run(PatternCall call, HttpRequest request, long began) {
        if (stopping) {
            return finished(Problems.shuttingDown(), call, request, began);
        }
        if (call.operation().isImmediate() && !callers.mayWait(request.header("Authorization"))) {
            HttpAnswer answer = answer(call, request, began);
            if (answer.pieces() == null) {
                request.release();
            }
            return CompletableFuture.completedFuture(answer);
        }
        return work(() -> answer(call, request, began), () -> finished(Problems.overloaded(), call, request, began));
    }

    private HttpAnswer answer(PatternCall call, HttpRequest request, long began) {
        HttpAnswer answer;
        Problem problem = null;
        try {
            answer = call.answer();
        } catch (RuntimeException | Error failure) {
            problem = problem(failure, call);
            answer = problem.answer(call.requestId());
        }
        return counted(answer, problem, call, request, began);
    }

    private CompletableFuture<HttpAnswer> finished(Problem problem, PatternCall call, HttpRequest request, long began) {
        return CompletableFuture.completedFuture(
                counted(problem.answer(call.requestId()), problem, call, request, began));
    }

    private HttpAnswer counted(HttpAnswer answer, Problem problem, PatternCall call, HttpRequest request, long began) {
        long took = System.nanoTime() - began;
        RouteOperation operation = call.operation();
        if (problem == null) {
            operation.meter().succeeded(took);
        } else {
            operation.meter().failed(problem.status(), problem.kind().word(), took);
        }
        if (answer.pieces() == null) {
            operation.meter().units(call.readUnits(), call.writeUnits());
        }
        if (log.logs(answer.status())) {
            Caller caller = call.caller();
            log.answered(new RequestLog.Entry(
                    call.requestId(),
                    call.site().name(),
                    operation.pattern().name(),
                    request.isHead() ? "HEAD" : request.method(),
                    operation.route().path(),
                    answer.status(),
                    took,
                    call.readUnits() + call.writeUnits(),
                    caller == null ? null : caller.trusted() ? "local" : caller.isSignedIn() ? "token" : "anonymous",
                    caller == null ? null : caller.subject(),
                    answer.pieces() == null ? answer.length() : -1,
                    problem == null ? null : problem.kind().word()));
        }
        HttpAnswer named = answer.with("X-Request-Id", call.requestId());
        // Who keeps a connection would come back to one that ends.
        return stopping ? named.closing() : named;
    }

    /** The problem for what was thrown; what nobody foresaw is logged. */
    private Problem problem(Throwable failure, String route, String id) {
        Problem known = problems.of(failure);
        if (known != null) {
            return known;
        }
        log.failed(id, route == null ? "" : route, RedactedFault.of(failure));
        return Problems.failed();
    }

    private CompletableFuture<HttpAnswer> page(
            ServedDesign site, String path, HttpRequest request, String id, long began) {
        FrontPages.Page page = site == null ? pages.of(path) : pages.of(site, path);
        Problem problem = page == null
                ? problem(new RouteMatch.Nothing())
                : !page.methods().contains(request.method())
                        ? problem(new RouteMatch.WrongMethod(page.methods()))
                        : stopping && !page.methods().contains("GET") ? Problems.shuttingDown() : null;
        if (problem != null) {
            return CompletableFuture.completedFuture(
                    refused(problem, site, page == null ? null : path, request, id, began));
        }
        if (!page.mayWait()) {
            return CompletableFuture.completedFuture(shown(page, site, request, id, began));
        }
        return work(
                () -> shown(page, site, request, id, began),
                () -> CompletableFuture.completedFuture(
                        refused(Problems.overloaded(), site, path, request, id, began)));
    }

    private HttpAnswer shown(FrontPages.Page page, ServedDesign site, HttpRequest request, String id, long began) {
        try {
            HttpAnswer answer = page.answer(request);
            if (!page.isAskedOften()) {
                logged(answer, null, site, request.path(), request, id, began);
            }
            return answer.with("X-Request-Id", id);
        } catch (RuntimeException | Error failure) {
            return refused(problem(failure, request.path(), id), site, request.path(), request, id, began);
        }
    }

    private static Problem problem(RouteMatch match) {
        if (match instanceof RouteMatch.WrongMethod wrong) {
            return Problem.of(ProblemKind.METHOD_NOT_ALLOWED, "This address knows " + wrong.header() + ".")
                    .with("Allow", wrong.header());
        }
        if (match instanceof RouteMatch.Malformed malformed) {
            return Problem.of(ProblemKind.UNREADABLE_REQUEST, Problems.sentence(malformed.detail()));
        }
        return Problem.of(
                ProblemKind.NO_SUCH_ROUTE,
                "No route of a loaded design has this path. /api lists the designs, /api/<design> the routes of one.");
    }

    /** @param route null when there is none: a path that nobody knows may hold anything, and stays out of the log */
    private HttpAnswer refused(
            Problem problem, ServedDesign site, String route, HttpRequest request, String id, long began) {
        HttpAnswer answer = problem.answer(id);
        logged(answer, problem, site, route, request, id, began);
        HttpAnswer named = answer.with("X-Request-Id", id);
        return stopping ? named.closing() : named;
    }

    private void logged(
            HttpAnswer answer,
            Problem problem,
            ServedDesign site,
            String route,
            HttpRequest request,
            String id,
            long began) {
        if (log.logs(answer.status())) {
            log.answered(new RequestLog.Entry(
                    id,
                    site == null ? null : site.name(),
                    null,
                    request.isHead() ? "HEAD" : request.method(),
                    route,
                    answer.status(),
                    System.nanoTime() - began,
                    0,
                    null,
                    null,
                    answer.length(),
                    problem == null ? null : problem.kind().word()));
        }
    }

    private CompletableFuture<HttpAnswer> work(
            Supplier<HttpAnswer> task, Supplier<CompletableFuture<HttpAnswer>> otherwise) {
        CompletableFuture<HttpAnswer> future = new CompletableFuture<>();
        try {
            workers.execute(() -> {
                try {
                    future.complete(task.get());
                } catch (RuntimeException | Error failure) {
                    future.completeExceptionally(failure);
                }
            });
            return future;
        } catch (RejectedExecutionException e) {
            return otherwise.get();
        }
    }

    /** The server has unpacked gzip; whatever else a body is wrapped in would be taken for JSON. */
    private static void requireReadable(String encoding) {
        if (encoding != null && !encoding.equalsIgnoreCase("gzip") && !encoding.equalsIgnoreCase("identity")) {
            throw Problem.of(
                            ProblemKind.UNSUPPORTED_MEDIA_TYPE,
                            "The body has another Content-Encoding than gzip. Send it plain, or packed with gzip.")
                    .with("Accept-Encoding", "gzip")
                    .refused();
        }
    }

    /** The design that a path names; null when there is none. */
    private ServedDesign site(String path) {
        int end = path.indexOf('/', Routes.PREFIX.length());
        return sites.get(path.substring(Routes.PREFIX.length(), end < 0 ? path.length() : end));
    }

    /** Puts a service together. */
    public static final class Builder {
        private final List<Database> databases = new ArrayList<>();
        private Callers callers;
        private Meters meters;
        private MetricsAccess watchers = MetricsAccess.everybody();
        private Readiness readiness;
        private Map<String, String> environment = System.getenv();
        private Clock clock = Clock.systemUTC();
        private byte[] secret;
        private Duration timeout;
        private int workers = WORKERS;
        private int waiting = MOST_WAITING;

        private Builder() {}

        /** A design to serve, under its name. */
        public Builder design(Database database) {
            databases.add(database);
            return this;
        }

        /** Who callers are, by which tokens; without it, whoever reaches the service is trusted. */
        public Builder callers(Callers told) {
            this.callers = told;
            return this;
        }

        /** Where requests are counted; the designs may be measured there already. */
        public Builder meters(Meters counted) {
            this.meters = counted;
            return this;
        }

        /** Who may look at metrics and alarms; without it, whoever reaches the service. */
        public Builder watchers(MetricsAccess told) {
            this.watchers = told;
            return this;
        }

        /** What {@code /ready} asks. */
        public Builder readiness(Readiness asked) {
            this.readiness = asked;
            return this;
        }

        /** Fills the variables in tables' names. */
        public Builder environment(Map<String, String> variables) {
            this.environment = variables;
            return this;
        }

        public Builder clock(Clock now) {
            this.clock = now;
            return this;
        }

        /**
         * What cursors are sealed with, 16 bytes at least. Services that stand for one another have the same; without it cursors
         * end with the service.
         */
        public Builder secret(byte[] bytes) {
            this.secret = bytes.clone();
            return this;
        }

        /** How long one call may take; without it as long as the database takes. */
        public Builder timeout(Duration longest) {
            this.timeout = longest;
            return this;
        }

        /** How many calls that wait for the database run at once. */
        public Builder workers(int threads) {
            this.workers = threads;
            return this;
        }

        /** How many more may wait for their turn; what comes then is refused. */
        public Builder waiting(int calls) {
            this.waiting = calls;
            return this;
        }

        public Service build() {
            if (secret == null) {
                secret = new byte[32];
                new SecureRandom().nextBytes(secret);
            }
            if (callers == null) {
                callers = Callers.local(Tokens.none());
            }
            return new Service(this);
        }
    }
}
