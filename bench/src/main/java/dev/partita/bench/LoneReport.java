package dev.partita.bench;

import static dev.partita.bench.Contender.Kind.BARE;
import static dev.partita.bench.Contender.Kind.DYNAMODB_LOCAL;
import static dev.partita.bench.Contender.Kind.PARTITA;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The part of a report about one connection, on an idle machine and beside a busy thread. */
final class LoneReport {

    static final List<Workload> WORKLOADS =
            List.of(Workload.PUT_ITEM, Workload.UPDATE_ITEM, Workload.TRANSACT_WRITE, Workload.MIXED);

    private static final double OF_BARE_AT_LEAST = 0.8;
    private static final double P99_MICROS_BELOW = 1000;

    private final Results results;
    private final BenchArguments arguments;
    private final StringBuilder text;

    LoneReport(Results results, BenchArguments arguments, StringBuilder text) {
        this.results = results;
        this.arguments = arguments;
        this.text = text;
    }

    void write() {
        if (results.measurements().stream().noneMatch(Measurement::isCrowded)) {
            return;
        }
        line("");
        line("one connection, medians of %d: operations a second and p99 in µs", arguments.rounds());
        line(
                "%-16s %9s %7s %9s %7s %9s %7s   %9s %7s %9s %7s %9s %7s",
                "", "idle", "", "Local", "", "bare", "", "crowded", "", "Local", "", "bare", "");
        for (Workload workload : WORKLOADS) {
            line(
                    "%-16s %9s %7s %9s %7s %9s %7s   %9s %7s %9s %7s %9s %7s",
                    workload.title(),
                    perSecond(PARTITA, workload, false),
                    p99(PARTITA, workload, false),
                    perSecond(DYNAMODB_LOCAL, workload, false),
                    p99(DYNAMODB_LOCAL, workload, false),
                    perSecond(BARE, workload, false),
                    p99(BARE, workload, false),
                    perSecond(PARTITA, workload, true),
                    p99(PARTITA, workload, true),
                    perSecond(DYNAMODB_LOCAL, workload, true),
                    p99(DYNAMODB_LOCAL, workload, true),
                    perSecond(BARE, workload, true),
                    p99(BARE, workload, true));
        }
        for (boolean isCrowded : new boolean[] {false, true}) {
            double share = median(PARTITA, Workload.PUT_ITEM, isCrowded, Measurement::perSecond)
                            .orElse(Double.NaN)
                    / median(BARE, Workload.PUT_ITEM, isCrowded, Measurement::perSecond)
                            .orElse(Double.NaN);
            double slowest = median(PARTITA, Workload.PUT_ITEM, isCrowded, Measurement::p99Micros)
                    .orElse(Double.NaN);
            line(
                    "%s: PutItem has %.0f %% of the bare server’s throughput (%s), 99 of 100 take at most %,.0f µs (%s)",
                    isCrowded ? "beside a busy thread" : "on an idle machine",
                    100 * share,
                    Lines.kept(share >= OF_BARE_AT_LEAST, "at least 80 %"),
                    slowest,
                    Lines.kept(slowest < P99_MICROS_BELOW, "below 1 ms"));
        }
    }

    private String perSecond(Contender.Kind kind, Workload workload, boolean isCrowded) {
        return Lines.number(median(kind, workload, isCrowded, Measurement::perSecond));
    }

    private String p99(Contender.Kind kind, Workload workload, boolean isCrowded) {
        return Lines.number(median(kind, workload, isCrowded, Measurement::p99Micros));
    }

    private OptionalDouble median(
            Contender.Kind kind, Workload workload, boolean isCrowded, ToDoubleFunction<Measurement> figure) {
        return results.median(kind, workload, 1, isCrowded, figure);
    }

    private void line(String format, Object... values) {
        Lines.add(text, format, values);
    }
}
