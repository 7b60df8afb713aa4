package dev.partita.console;

import dev.partita.access.Callers;
import dev.partita.access.MetricsAccess;
import dev.partita.access.Tokens;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.embedded.EngineEndpoint;
import dev.partita.engine.Engine;
import dev.partita.engine.Operation;
import dev.partita.http.Handler;
import dev.partita.http.HeadOut;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import dev.partita.http.HttpServer;
import dev.partita.http.Refusal;
import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.lint.Linter;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.key.SampleItems;
import dev.partita.runtime.Database;
import dev.partita.sdk.SdkEndpoint;
import dev.partita.server.Server;
import dev.partita.service.Service;
import dev.partita.wire.Watcher;
import dev.partita.wire.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A console and a service on an engine in memory, with shipped designs and their samples: in the same process, or behind a server
 * of its own, as another endpoint.
 */
final class Rig implements AutoCloseable {

    private static final AwsCredentialsProvider CREDENTIALS =
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local"));

    private enum Place {
        HERE,
        ELSEWHERE,
        PRODUCTION
    }

    private final Engine engine = Engine.inMemory(Engine.Options.defaults());
    private final Wire wire = new Wire(engine, false);
    private final Endpoint endpoint = new EngineEndpoint(engine);
    private final Queue<String> writes = new ConcurrentLinkedQueue<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final Map<String, String> texts = new ConcurrentHashMap<>();
    private final List<String> names;
    private final Service service;
    private final Handler pages;
    private HttpServer server;
    private Server elsewhere;

    /** Answers that are kept back, with the part of a request's line that they are for. */
    private final Map<String, CompletableFuture<Void>> held = new ConcurrentHashMap<>();

    private final Queue<String> asked = new ConcurrentLinkedQueue<>();

    /** What the endpoint answers otherwise than our engine, by operation. */
    private final Map<String, RawEndpoint.Answer> otherwise = new ConcurrentHashMap<>();

    Rig(String... designs) {
        this(true, designs);
    }

    /** @param designs names of shipped designs, whose tables are there */
    Rig(boolean samples, String... designs) {
        this(Place.HERE, samples, designs);
    }

    /** The tables are at another endpoint of this machine, reached over HTTP with signed requests. */
    static Rig elsewhere(String... designs) {
        return new Rig(Place.ELSEWHERE, true, designs);
    }

    /** The same, and said to be production. */
    static Rig production(String... designs) {
        return new Rig(Place.PRODUCTION, true, designs);
    }

    static Rig emptyProduction(String... designs) {
        return new Rig(Place.PRODUCTION, false, designs);
    }

    /** Metrics are for whoever has their token, which pages do not. */
    static Rig withMetricsToken(String... designs) {
        byte[] token = "a token of the console's tests".getBytes(StandardCharsets.UTF_8);
        return new Rig(Place.HERE, true, MetricsAccess.withToken(token), designs);
    }

    private Rig(Place place, boolean samples, String... designs) {
        this(place, samples, MetricsAccess.everybody(), designs);
    }

    private Rig(Place place, boolean samples, MetricsAccess watchers, String... designs) {
        names = List.of(designs);
        wire.watch(new Watcher() {
            @Override
            public boolean isWatching() {
                return true;
            }

            @Override
            public void saw(Operation<?> operation, Object result, ApiException refusal, long tookNanos) {
                String name = operation.getClass().getSimpleName();
                if (!name.matches("(Describe|List|Get|BatchGet|TransactGet|Query|Scan).*")) {
                    writes.add(name);
                }
            }
        });
        RawEndpoint there = place == Place.HERE ? this::inProcess : overHttp();
        RawEndpoint raw = (target, body) -> {
            RawEndpoint.Answer other = otherwise.get(target.substring(target.indexOf('.') + 1));
            return other == null ? there.call(target, body) : CompletableFuture.completedFuture(other);
        };
        Endpoint reached = place == Place.HERE ? endpoint : new SdkEndpoint(client(), true);
        Traffic traffic = new Traffic(Clock.systemUTC(), () -> {}, () -> {});
        Tokens tokens = Tokens.none();
        Service.Builder builder = Service.builder()
                .callers(Callers.local(tokens))
                .watchers(watchers)
                .environment(Map.of())
                .secret("a secret of the console's tests!".getBytes(StandardCharsets.UTF_8));
        for (String name : designs) {
            texts.put(name, read(name));
            Database database = Database.builder(
                            loaded(name).compiled().design(),
                            new WatchedEndpoint(reached, name, traffic, new Partitions(raw)))
                    .environment(Map.of())
                    .build();
            database.createTables();
            if (samples) {
                writeSamples(name);
            }
            builder.design(database);
        }
        service = builder.build();
        EndpointDescription where = new EndpointDescription(
                place == Place.HERE ? "this machine" : address(),
                null,
                place == Place.HERE ? "http://localhost:8000" : address(),
                "us-east-1",
                place == Place.HERE,
                place == Place.PRODUCTION,
                place != Place.PRODUCTION,
                "0.1.0");
        Console console = new Console(
                raw, where, () -> names.stream().map(this::loaded).toList(), this::writeSamples, traffic, null);
        pages = new HeldBack(console.before(service));
        server = HttpServer.start(pages, HttpServer.Options.defaults().withPort(0));
    }

    /** Every answer waits its turn where the test said so. */
    private final class HeldBack implements Handler {

        private final Handler handler;

        HeldBack(Handler handler) {
            this.handler = handler;
        }

        @Override
        public CompletableFuture<HttpAnswer> handle(HttpRequest request) {
            String line = line(request);
            asked.add(line);
            CompletableFuture<HttpAnswer> answer = handler.handle(request);
            for (Map.Entry<String, CompletableFuture<Void>> one : held.entrySet()) {
                if (line.contains(one.getKey())) {
                    return one.getValue().thenCompose(released -> answer);
                }
            }
            return answer;
        }

        @Override
        public boolean isSlow(HttpRequest request) {
            return handler.isSlow(request);
        }

        @Override
        public HttpAnswer refusal(Refusal refusal) {
            return handler.refusal(refusal);
        }

        @Override
        public void complete(HeadOut head, HttpAnswer answer) {
            handler.complete(head, answer);
        }
    }

    /** {@code GET /console/api/designs}, and of DynamoDB's API the operation with its body. */
    private static String line(HttpRequest request) {
        String target = request.header("X-Amz-Target");
        return request.method() + " " + request.path()
                + (request.query() == null ? "" : "?" + request.query())
                + (target == null
                        ? ""
                        : " " + target.substring(target.indexOf('.') + 1) + " "
                                + new String(request.body(), StandardCharsets.UTF_8));
    }

    /** Keeps back the answers to requests whose line has this in it, until they are released. */
    void hold(String part) {
        held.put(part, new CompletableFuture<>());
    }

    void release(String part) {
        held.remove(part).complete(null);
    }

    /** The lines of all requests until now. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    private CompletableFuture<RawEndpoint.Answer> inProcess(String target, byte[] body) {
        return wire.handle(new Wire.Request(target, null, false, null, body))
                .thenApply(answer -> new RawEndpoint.Answer(answer.status(), answer.body(), answer.length()));
    }

    private RawEndpoint overHttp() {
        elsewhere = Server.start(wire, Server.Options.defaults().withPort(0));
        SdkHttpClient http = UrlConnectionHttpClient.create();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        open.add(http);
        open.add(threads::shutdown);
        return new SignedRequests(address(), "us-east-1", CREDENTIALS, http, threads);
    }

    private DynamoDbClient client() {
        DynamoDbClient client = DynamoDbClient.builder()
                .endpointOverride(URI.create(address()))
                .region(Region.US_EAST_1)
                .credentialsProvider(CREDENTIALS)
                .httpClient(UrlConnectionHttpClient.create())
                .build();
        open.add(client);
        return client;
    }

    /** Of the endpoint that is elsewhere. */
    String address() {
        return "http://localhost:" + elsewhere.port();
    }

    /** The console itself goes down, and with it the service. */
    void consoleEnds() {
        server.close();
    }

    void consoleStarts() {
        server = HttpServer.start(pages, HttpServer.Options.defaults().withPort(server.port()));
    }

    /** It takes the port of another one that ended. */
    void consoleMovesTo(int port) {
        server.close();
        server = HttpServer.start(pages, HttpServer.Options.defaults().withPort(port));
    }

    /** The endpoint goes down; what it holds stays. */
    void endpointEnds() {
        elsewhere.close();
    }

    /** It is there again, at the same address. */
    void endpointStarts() {
        elsewhere = Server.start(wire, Server.Options.defaults().withPort(elsewhere.port()));
    }

    /** Every write that was asked of the tables' endpoint until now. */
    List<String> writes() {
        return List.copyOf(writes);
    }

    /** From now on the endpoint answers this operation as others do, and our engine does not. */
    void answerOtherwise(String operation, int status, String answer) {
        byte[] body = answer.getBytes(StandardCharsets.UTF_8);
        otherwise.put(operation, new RawEndpoint.Answer(status, body, body.length));
    }

    String url(String path) {
        return "http://localhost:" + server.port() + path;
    }

    int port() {
        return server.port();
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** DynamoDB's API, for a body without much ado. */
    String call(String operation, String body) {
        Wire.Response answer = wire.handle(new Wire.Request(
                        "DynamoDB_20120810." + operation, null, false, null, body.getBytes(StandardCharsets.UTF_8)))
                .join();
        return new String(answer.body(), 0, answer.length(), StandardCharsets.UTF_8);
    }

    void put(String table, Map<String, AttributeValue> item) {
        endpoint.call(new Request.PutItem(table, Item.of(item), null, Map.of(), Map.of(), null));
    }

    /** Somebody edits a design's file. */
    void edit(String design, String before, String after) {
        texts.computeIfPresent(design, (name, text) -> text.replace(before, after));
    }

    /** Somebody writes another design into the file. */
    void write(String design, String text) {
        texts.put(design, text);
    }

    @Override
    public void close() {
        service.stop();
        server.close();
        service.close();
        if (elsewhere != null) {
            elsewhere.close();
        }
        for (AutoCloseable one : open) {
            try {
                one.close();
            } catch (Exception problem) {
                throw new IllegalStateException(problem);
            }
        }
        engine.close();
    }

    private Designs.Loaded loaded(String name) {
        String text = texts.get(name);
        Reading reading = Reader.read(name + ".yaml", text.getBytes(StandardCharsets.UTF_8));
        Compiled compiled = reading.design() == null ? null : Compiler.compile(reading.design());
        return new Designs.Loaded(name, name + ".yaml", text, compiled, Linter.lint(reading, compiled), Map.of());
    }

    private int writeSamples(String name) {
        List<Item> all = new ArrayList<>();
        var design = loaded(name).compiled().design();
        SampleItems.of(design, Clock.systemUTC())
                .forEach((entity, items) -> items.forEach(item -> {
                    put(design.tableOf(design.entities().get(entity)).physicalName(Map.of()), item);
                    all.add(Item.of(item));
                }));
        return all.size();
    }

    /** The text of a design in {@code systems/designs}. */
    static String read(String name) {
        try {
            return Files.readString(Path.of("..", "systems", "designs", name + ".yaml"));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
