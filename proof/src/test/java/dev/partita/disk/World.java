package dev.partita.disk;

import dev.partita.crash.Json;
import dev.partita.engine.Background;
import dev.partita.engine.Engine;
import dev.partita.engine.SmallEngine;
import dev.partita.wire.Wire;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Function;

/** An engine with a time of its own, in which the steps of a {@link Script} are done one by one. */
final class World implements AutoCloseable {

    private static final Instant BEGINNING = Instant.parse("2026-03-01T12:00:00Z");

    /** Stands still until somebody waits. */
    private static final class Time extends Clock {
        private volatile long seconds;

        @Override
        public Instant instant() {
            return BEGINNING.plusSeconds(seconds);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    /** Work that is done when the script waits for it. */
    private static final class Stepped implements Background {
        private final Time time;
        private final Queue<Runnable> once = new ArrayDeque<>();
        private final List<Runnable> repeated = new ArrayList<>();

        Stepped(Time time) {
            this.time = time;
        }

        @Override
        public synchronized void run(Runnable task) {
            once.add(task);
        }

        @Override
        public synchronized Runnable repeat(long everySeconds, Runnable task) {
            repeated.add(task);
            return () -> forget(task);
        }

        private synchronized void forget(Runnable task) {
            repeated.remove(task);
        }

        @Override
        public long nanoTime() {
            return time.seconds * 1_000_000_000L;
        }

        void tick() {
            List<Runnable> all;
            synchronized (this) {
                all = List.copyOf(repeated);
            }
            all.forEach(Runnable::run);
            settle();
        }

        void settle() {
            for (Runnable task = next(); task != null; task = next()) {
                task.run();
            }
        }

        private synchronized Runnable next() {
            return once.poll();
        }
    }

    private final Time time = new Time();
    private final Function<Engine.Options, Engine> opening;
    private final boolean onDisk;
    private Stepped background;
    private Wire wire;

    private World(Function<Engine.Options, Engine> opening, boolean onDisk, long seconds) {
        this.opening = opening;
        this.onDisk = onDisk;
        this.time.seconds = seconds;
        open();
    }

    /** @param seconds how long ago time began */
    static World onDisk(Path directory, long seconds, Engine.Durability durability) {
        return new World(options -> SmallEngine.open(directory, options.withDurability(durability)), true, seconds);
    }

    static World inMemory() {
        return new World(Engine::inMemory, false, 0);
    }

    private void open() {
        background = new Stepped(time);
        wire = new Wire(
                opening.apply(
                        Engine.Options.defaults().withClock(time).withSeed(1).withBackground(background)),
                false);
    }

    long seconds() {
        return time.seconds;
    }

    /** Answers the status. */
    int perform(Script.Step step) {
        switch (step.operation()) {
            case Script.WAIT -> {
                time.seconds += step.seconds();
                background.tick();
                return 200;
            }
            case Script.REOPEN -> {
                if (onDisk) {
                    wire.engine().close();
                    open();
                }
                return 200;
            }
            default -> {
                return send(step.operation(), step.body()).status();
            }
        }
    }

    /** Everything a caller can see, once the work in the background is done. */
    String settled() {
        background.settle();
        StringBuilder out = new StringBuilder();
        for (Object name : list(call("ListTables", Map.of()).get("TableNames"))) {
            Map<String, Object> table =
                    map(call("DescribeTable", Map.of("TableName", name)).get("Table"));
            out.append(name).append(' ').append(table.get("TableStatus")).append(' ');
            out.append(table.get("ItemCount")).append('\n');
            out.append(call("DescribeTimeToLive", Map.of("TableName", name))).append('\n');
            scan(Map.of("TableName", name), out);
            for (Object index : list(table.getOrDefault("GlobalSecondaryIndexes", List.of()))) {
                Map<String, Object> described = map(index);
                out.append(described.get("IndexName")).append(' ').append(described.get("IndexStatus"));
                out.append(' ').append(described.get("ItemCount")).append('\n');
                scan(Map.of("TableName", name, "IndexName", described.get("IndexName")), out);
            }
        }
        streams(out);
        return out.toString();
    }

    private void scan(Map<String, Object> request, StringBuilder out) {
        Map<String, Object> next = new LinkedHashMap<>(request);
        while (true) {
            Map<String, Object> page = call("Scan", next);
            list(page.get("Items"))
                    .forEach(item -> out.append("  ").append(item).append('\n'));
            if (page.get("LastEvaluatedKey") == null) {
                return;
            }
            next.put("ExclusiveStartKey", page.get("LastEvaluatedKey"));
        }
    }

    private void streams(StringBuilder out) {
        for (Object listed : list(call("ListStreams", Map.of()).get("Streams"))) {
            Object arn = map(listed).get("StreamArn");
            Map<String, Object> stream =
                    map(call("DescribeStream", Map.of("StreamArn", arn)).get("StreamDescription"));
            out.append(stream.get("TableName"))
                    .append(" stream ")
                    .append(stream.get("StreamStatus"))
                    .append('\n');
            for (Object shard : list(stream.get("Shards"))) {
                Object iterator = call(
                                "GetShardIterator",
                                Map.of(
                                        "StreamArn",
                                        arn,
                                        "ShardId",
                                        map(shard).get("ShardId"),
                                        "ShardIteratorType",
                                        "TRIM_HORIZON"))
                        .get("ShardIterator");
                List<Object> records = null;
                while (iterator != null && (records == null || !records.isEmpty())) {
                    Map<String, Object> page = call("GetRecords", Map.of("ShardIterator", iterator));
                    records = list(page.get("Records"));
                    records.forEach(record -> out.append("  ")
                            .append(map(record).get("eventName"))
                            .append(' ')
                            .append(map(record).get("dynamodb"))
                            .append('\n'));
                    iterator = page.get("NextShardIterator");
                }
            }
        }
    }

    private Map<String, Object> call(String operation, Map<String, Object> request) {
        Wire.Response response = send(operation, Json.write(request));
        byte[] body = Arrays.copyOf(response.body(), response.length());
        if (response.status() != 200) {
            throw new IllegalStateException(operation + " answered " + new String(body, StandardCharsets.UTF_8));
        }
        return Json.read(body);
    }

    private Wire.Response send(String operation, String body) {
        boolean ofStreams =
                operation.contains("Stream") || operation.contains("Shard") || operation.equals("GetRecords");
        String target = (ofStreams ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.") + operation;
        return wire.handle(new Wire.Request(target, null, false, "localhost", body.getBytes(StandardCharsets.UTF_8)))
                .join();
    }

    @Override
    public void close() {
        wire.engine().close();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object value) {
        return (List<Object>) value;
    }
}
