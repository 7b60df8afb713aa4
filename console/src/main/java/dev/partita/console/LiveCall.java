package dev.partita.console;

import dev.partita.document.Json;
import dev.partita.http.HttpAnswer;
import dev.partita.http.HttpRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/**
 * {@code live?from=}: the traffic of each second since then, and the partitions that had most of it;
 * {@code live/requests?from=&to=}: what was asked in a span, the most frequent first; {@code live/tables}: the last minute of each
 * table.
 */
final class LiveCall implements Console.Call {

    private static final long LONGEST_MILLIS = 15 * 60_000;
    private static final long MINUTE_MILLIS = 60_000;
    private static final int HOT_PARTITIONS = 20;
    private static final int HEAT_STEP_MILLIS = 5_000;
    private static final int MOST_GROUPS = 100;

    private final Traffic traffic;

    LiveCall(Traffic traffic) {
        this.traffic = traffic;
    }

    @Override
    public CompletableFuture<HttpAnswer> answer(HttpRequest request, String rest) {
        long now = traffic.nowMillis();
        boolean wasWatched = traffic.isWatched();
        traffic.look();
        try {
            long from = Math.max(number(request, "from", now - LONGEST_MILLIS), now - LONGEST_MILLIS);
            return switch (rest) {
                case "" ->
                    Console.ok(Json.map(
                            "now", now,
                            "watching", wasWatched,
                            // The second that is not over yet is told when it is.
                            "seconds", seconds(traffic.between(from, now / 1000 * 1000)),
                            "heat", heat(traffic.between(now - LONGEST_MILLIS, now)),
                            "heatStep", HEAT_STEP_MILLIS));
                case "tables" -> Console.ok(Json.map("tables", tables(traffic.between(now - MINUTE_MILLIS, now))));
                case "requests" ->
                    Console.ok(Json.map("groups", groups(traffic.between(from, number(request, "to", now)))));
                default -> Console.refused(404, "The console has no such call.");
            };
        } catch (NumberFormatException wrong) {
            return Console.refused(400, "from and to are milliseconds since 1970.");
        }
    }

    /** Requests and units of each table in the last minute. */
    private static Map<String, Object> tables(List<Traffic.Event> events) {
        Map<String, Object> tables = new TreeMap<>();
        events.stream()
                .filter(event -> event.table() != null)
                .collect(Collectors.groupingBy(Traffic.Event::table))
                .forEach((table, all) -> tables.put(
                        table,
                        Json.map(
                                "requests", all.size(),
                                "read",
                                        all.stream()
                                                .mapToDouble(Traffic.Event::readUnits)
                                                .sum(),
                                "write",
                                        all.stream()
                                                .mapToDouble(Traffic.Event::writeUnits)
                                                .sum())));
        return tables;
    }

    private static List<Object> seconds(List<Traffic.Event> events) {
        Map<Long, List<Traffic.Event>> bySecond = events.stream()
                .collect(Collectors.groupingBy(
                        event -> event.millis() / 1000 * 1000, TreeMap::new, Collectors.toList()));
        List<Object> seconds = new ArrayList<>();
        bySecond.forEach((second, all) -> {
            long[] took = took(all);
            Map<String, Long> operations = all.stream()
                    .collect(Collectors.groupingBy(Traffic.Event::operation, TreeMap::new, Collectors.counting()));
            seconds.add(Json.map(
                    "t",
                    second,
                    "requests",
                    all.size(),
                    "refused",
                    all.stream().filter(event -> event.refusal() != null).count(),
                    "read",
                    all.stream().mapToDouble(Traffic.Event::readUnits).sum(),
                    "write",
                    all.stream().mapToDouble(Traffic.Event::writeUnits).sum(),
                    "p50",
                    took[took.length / 2],
                    "p99",
                    took[(int) (took.length * 0.99)],
                    "operations",
                    operations));
        });
        return seconds;
    }

    /** The partitions with most requests, each with its requests per step of time. */
    private static List<Object> heat(List<Traffic.Event> events) {
        Map<String, List<Traffic.Event>> byPartition = events.stream()
                .filter(event -> event.partition() != null)
                .collect(Collectors.groupingBy(event ->
                        event.table() + (event.index() == null ? "" : "." + event.index()) + "\0" + event.partition()));
        return byPartition.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, List<Traffic.Event>> entry) ->
                        -entry.getValue().size()))
                .limit(HOT_PARTITIONS)
                .map(entry -> {
                    Map<Long, Long> steps = entry.getValue().stream()
                            .collect(Collectors.groupingBy(
                                    event -> event.millis() / HEAT_STEP_MILLIS * HEAT_STEP_MILLIS,
                                    TreeMap::new,
                                    Collectors.counting()));
                    String[] names = entry.getKey().split("\0", 2);
                    return (Object) Json.map(
                            "table",
                            names[0],
                            "partition",
                            names[1],
                            "requests",
                            entry.getValue().size(),
                            "units",
                            entry.getValue().stream()
                                    .mapToDouble(event -> event.readUnits() + event.writeUnits())
                                    .sum(),
                            "steps",
                            steps);
                })
                .toList();
    }

    private static List<Object> groups(List<Traffic.Event> events) {
        Map<List<String>, List<Traffic.Event>> groups = new LinkedHashMap<>();
        for (Traffic.Event event : events) {
            groups.computeIfAbsent(
                            Arrays.asList(
                                    event.source(),
                                    event.operation(),
                                    event.table(),
                                    event.index(),
                                    event.partition(),
                                    event.refusal()),
                            key -> new ArrayList<>())
                    .add(event);
        }
        return groups.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<List<String>, List<Traffic.Event>> entry) ->
                        -entry.getValue().size()))
                .limit(MOST_GROUPS)
                .map(entry -> {
                    List<String> key = entry.getKey();
                    long[] took = took(entry.getValue());
                    return (Object) Json.map(
                            "source", key.get(0),
                            "operation", key.get(1),
                            "table", key.get(2),
                            "index", key.get(3),
                            "partition", key.get(4),
                            "refusal", key.get(5),
                            "requests", entry.getValue().size(),
                            "items",
                                    entry.getValue().stream()
                                            .mapToInt(Traffic.Event::items)
                                            .sum(),
                            "read",
                                    entry.getValue().stream()
                                            .mapToDouble(Traffic.Event::readUnits)
                                            .sum(),
                            "write",
                                    entry.getValue().stream()
                                            .mapToDouble(Traffic.Event::writeUnits)
                                            .sum(),
                            "p50", took[took.length / 2],
                            "slowest", took[took.length - 1]);
                })
                .toList();
    }

    private static long[] took(List<Traffic.Event> events) {
        return events.stream().mapToLong(Traffic.Event::tookMicros).sorted().toArray();
    }

    private static long number(HttpRequest request, String name, long otherwise) {
        String query = request.query() == null ? "" : request.query();
        for (String part : query.split("&")) {
            if (part.startsWith(name + "=")) {
                return Long.parseLong(part.substring(name.length() + 1));
            }
        }
        return otherwise;
    }
}
