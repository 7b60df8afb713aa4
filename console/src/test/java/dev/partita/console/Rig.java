package dev.partita.console;

import dev.partita.access.Callers;
import dev.partita.access.Tokens;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.embedded.EngineEndpoint;
import dev.partita.engine.Engine;
import dev.partita.http.HttpServer;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.lint.Linter;
import dev.partita.plan.Compiled;
import dev.partita.plan.Compiler;
import dev.partita.plan.Endpoint;
import dev.partita.plan.Request;
import dev.partita.plan.SampleItems;
import dev.partita.runtime.Database;
import dev.partita.service.Service;
import dev.partita.wire.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A console and a service on an engine in memory, with shipped designs and their samples. */
final class Rig implements AutoCloseable {

    private final Engine engine = Engine.inMemory(Engine.Options.defaults());
    private final Wire wire = new Wire(engine, false);
    private final Endpoint endpoint = new EngineEndpoint(engine);
    private final Map<String, String> texts = new ConcurrentHashMap<>();
    private final List<String> names;
    private final Service service;
    private final HttpServer server;

    Rig(String... designs) {
        this(true, designs);
    }

    /** @param designs names of shipped designs, whose tables are there */
    Rig(boolean samples, String... designs) {
        names = List.of(designs);
        RawEndpoint raw = (target, body) -> wire.handle(new Wire.Request(target, null, false, null, body))
                .thenApply(answer -> new RawEndpoint.Answer(answer.status(), answer.body(), answer.length()));
        Traffic traffic = new Traffic(Clock.systemUTC(), () -> {}, () -> {});
        Tokens tokens = Tokens.none();
        Service.Builder builder = Service.builder()
                .callers(Callers.local(tokens))
                .tokens(tokens)
                .environment(Map.of())
                .secret("a secret of the console's tests!".getBytes(StandardCharsets.UTF_8));
        for (String name : designs) {
            texts.put(name, read(name));
            Database database = Database.builder(
                            loaded(name).compiled().design(),
                            new WatchedEndpoint(endpoint, name, traffic, new Partitions(raw)))
                    .environment(Map.of())
                    .build();
            database.createTables();
            if (samples) {
                writeSamples(name);
            }
            builder.design(database);
        }
        service = builder.build();
        Where where =
                new Where("this machine", "in memory", "http://localhost:8000", "us-east-1", false, true, "0.1.0");
        Console console =
                new Console(raw, where, () -> names.stream().map(this::loaded).toList(), this::writeSamples, traffic);
        server = HttpServer.start(
                console.before(service), HttpServer.Options.defaults().withPort(0));
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

    @Override
    public void close() {
        service.stop();
        server.close();
        service.close();
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

    private static String read(String name) {
        try {
            return Files.readString(Path.of("..", "systems", "designs", name + ".yaml"));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }
}
