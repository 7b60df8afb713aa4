package dev.partita.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partita.design.Design;
import dev.partita.design.Reader;
import dev.partita.design.Reading;
import dev.partita.design.Source;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Table;
import dev.partita.engine.Engine;
import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import dev.partita.json.JsonText;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.compile.Compiler;
import dev.partita.plan.internal.compile.WriteCompiler;
import dev.partita.plan.internal.request.TableRequests;
import dev.partita.plan.internal.value.Ids;
import dev.partita.plan.internal.value.RunContext;
import dev.partita.plan.internal.write.WritePlan;
import dev.partita.plan.run.Reads;
import dev.partita.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** A design, its tables on an engine in memory, and a clock that stands until it is moved. */
public final class Bench implements Endpoint {

    static final Instant START = Instant.parse("2024-06-29T12:00:00Z");

    private final Wire wire = new Wire(Engine.inMemory(Engine.Options.defaults()), false);
    private final AtomicReference<Instant> time = new AtomicReference<>(START);
    private final List<Request> requests = Collections.synchronizedList(new ArrayList<>());
    private final Design design;
    private final Map<String, WritePlan> plans = new LinkedHashMap<>();
    private final RunContext surroundings;

    public Bench(String yaml) {
        this(yaml, 1);
    }

    Bench(String yaml, long seed) {
        Reading reading = Reader.read(new Source("test.yaml", yaml));
        assertThat(reading.findings()).filteredOn(Finding::isError).isEmpty();
        design = reading.design();
        List<Finding> findings = new ArrayList<>();
        WriteCompiler compiler = new WriteCompiler(design, findings);
        design.patterns().values().stream()
                .filter(pattern -> pattern.verb().writes())
                .forEach(pattern -> plans.put(pattern.name(), compiler.compile(pattern)));
        assertThat(findings).isEmpty();
        surroundings = new RunContext(new Hands(), new Ids(new Random(seed)), Map.of(), "me-1");
        TableRequests tables = new TableRequests(design, Map.of());
        for (Table table : design.tables().values()) {
            call(tables.createTable(table));
            tables.timeToLive(table).ifPresent(this::call);
        }
        requests.clear();
    }

    @Override
    public Answer call(Request request, Context context) {
        requests.add(request);
        Wire.Response response = wire.handle(new Wire.Request(
                        "DynamoDB_20120810." + request.operation(),
                        null,
                        false,
                        null,
                        (request.isRead() ? request.toJsonWithCapacity() : request.toJson())
                                .getBytes(StandardCharsets.UTF_8)))
                .join();
        if (response.status() != 200) {
            throw AnswerReader.failure(response.body(), response.length());
        }
        return AnswerReader.answer(response.body(), response.length());
    }

    public Design design() {
        return design;
    }

    public RunContext surroundings() {
        return surroundings;
    }

    public WritePlan plan(String pattern) {
        return plans.get(pattern);
    }

    /** Arguments as name, value, name, value. */
    public Written run(String pattern, Object... arguments) {
        return run(pattern, map(arguments));
    }

    Written run(String pattern, Map<String, Object> arguments) {
        return plans.get(pattern).run(this, arguments, surroundings);
    }

    /** Runs a reading pattern; arguments as name, value, name, value. */
    public Result read(String pattern, Object... arguments) {
        return reads().run(pattern, map(arguments));
    }

    public Reads reads() {
        return reads(Compiler.compile(design));
    }

    Reads reads(Compiled compiled) {
        return new Reads(compiled, this, surroundings);
    }

    public static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    public void pass(Duration duration) {
        time.updateAndGet(now -> now.plus(duration));
    }

    /** The operations sent since the last time. */
    List<String> sent() {
        List<String> names = requests.stream().map(Request::operation).toList();
        requests.clear();
        return names;
    }

    /** All items of the first table, by their keys, each attribute as short text. */
    public Map<String, Map<String, String>> items() {
        Map<String, Map<String, String>> all = new TreeMap<>();
        for (Item item : raw()) {
            Map<String, String> shown = new TreeMap<>();
            item.toMap().forEach((name, value) -> shown.put(name, text(value)));
            Table table = design.tables().values().iterator().next();
            String key = shown.remove(table.partition().name());
            all.put(
                    key
                            + (table.sort() == null
                                    ? ""
                                    : " " + shown.remove(table.sort().name())),
                    shown);
        }
        return all;
    }

    public List<Item> raw() {
        return raw(design.tables().values().iterator().next());
    }

    List<Item> raw(Table table) {
        List<Item> items = new ArrayList<>();
        Request.Scan scan = new Request.Scan(
                table.physicalName(Map.of()), null, null, null, Map.of(), Map.of(), true, false, null, null);
        while (scan != null) {
            Answer answer = call(scan);
            items.addAll(answer.items());
            scan = answer.lastEvaluatedKey() == null ? null : scan.after(answer.lastEvaluatedKey());
        }
        requests.clear();
        return items;
    }

    private static String text(AttributeValue value) {
        if (value instanceof AttributeValue.S s) {
            return s.value();
        }
        if (value instanceof AttributeValue.N n) {
            return n.text();
        }
        return JsonText.of(value);
    }

    private final class Hands extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return time.get();
        }
    }
}
