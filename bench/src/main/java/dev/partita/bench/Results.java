package dev.partita.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** Everything a run measured, answered as medians. */
final class Results {

    /** Latency and memory of one server with few and with many orders. */
    record Growth(Contender.Kind kind, int orders, double residentMegabytes, double getMicros, double queryMicros) {}

    /** One round of typed reads in one way: processor time and memory of a call. */
    record TypedCall(TypedWay way, String operation, double micros, long bytes) {}

    private final List<Measurement> measurements = new ArrayList<>();
    private final List<TypedCall> typedCalls = new ArrayList<>();
    private final Map<TypedWay, List<Double>> firstCalls = new EnumMap<>(TypedWay.class);
    private final List<Growth> growth = new ArrayList<>();
    private final List<Bulk.Step> bulk = new ArrayList<>();
    private long bulkRefused;
    private long bulkGivenUp;
    private final Map<Contender.Kind, List<Double>> starts = new EnumMap<>(Contender.Kind.class);

    void add(Measurement measurement) {
        measurements.add(measurement);
    }

    void add(Growth step) {
        growth.add(step);
    }

    void add(TypedCall call) {
        typedCalls.add(call);
    }

    void addFirstCall(TypedWay way, double seconds) {
        firstCalls.computeIfAbsent(way, w -> new ArrayList<>()).add(seconds);
    }

    void addStart(Contender.Kind kind, double seconds) {
        starts.computeIfAbsent(kind, k -> new ArrayList<>()).add(seconds);
    }

    void addBulk(List<Bulk.Step> steps, long refused, long givenUp) {
        bulk.addAll(steps);
        bulkRefused += refused;
        bulkGivenUp += givenUp;
    }

    List<Bulk.Step> bulk() {
        return List.copyOf(bulk);
    }

    /** Requests of a bulk load that were refused and sent again. */
    long bulkRefused() {
        return bulkRefused;
    }

    /** Requests of a bulk load that an SDK would have given up. */
    long bulkGivenUp() {
        return bulkGivenUp;
    }

    List<Measurement> measurements() {
        return List.copyOf(measurements);
    }

    List<Growth> growth() {
        return List.copyOf(growth);
    }

    List<TypedCall> typedCalls() {
        return List.copyOf(typedCalls);
    }

    OptionalDouble firstCallSeconds(TypedWay way) {
        return median(firstCalls.getOrDefault(way, List.of()));
    }

    /** The median over all rounds of typed reads. */
    OptionalDouble median(TypedWay way, String operation, ToDoubleFunction<TypedCall> figure) {
        return median(typedCalls.stream()
                .filter(call -> call.way() == way && call.operation().equals(operation))
                .map(figure::applyAsDouble)
                .toList());
    }

    OptionalDouble startSeconds(Contender.Kind kind) {
        return median(starts.getOrDefault(kind, List.of()));
    }

    /** The median over all rounds of one figure. */
    OptionalDouble median(
            Contender.Kind kind, Workload workload, int connections, ToDoubleFunction<Measurement> figure) {
        return median(kind, workload, connections, false, figure);
    }

    OptionalDouble median(
            Contender.Kind kind,
            Workload workload,
            int connections,
            boolean isCrowded,
            ToDoubleFunction<Measurement> figure) {
        return median(measurements.stream()
                .filter(m -> m.kind() == kind && m.workload() == workload && m.connections() == connections)
                .filter(m -> m.isCrowded() == isCrowded)
                .map(figure::applyAsDouble)
                .toList());
    }

    private static OptionalDouble median(List<Double> values) {
        if (values.isEmpty()) {
            return OptionalDouble.empty();
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return OptionalDouble.of(
                sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2);
    }
}
