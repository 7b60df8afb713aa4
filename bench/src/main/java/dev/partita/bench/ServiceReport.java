package dev.partita.bench;

import static dev.partita.bench.Contender.Kind.DYNAMODB_LOCAL;
import static dev.partita.bench.Contender.Kind.PARTITA;
import static dev.partita.bench.Workload.HISTORY_GET;
import static dev.partita.bench.Workload.HISTORY_REST;

import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The part of a report about reads over REST. */
final class ServiceReport {

    private static final double OF_GET_ITEM_AT_LEAST = 0.7;

    private final Results results;
    private final BenchArguments arguments;
    private final StringBuilder text;

    ServiceReport(Results results, BenchArguments arguments, StringBuilder text) {
        this.results = results;
        this.arguments = arguments;
        this.text = text;
    }

    void write() {
        OptionalDouble rest = median(PARTITA, HISTORY_REST, Measurement::perSecond);
        if (rest.isEmpty()) {
            return;
        }
        line("");
        line(
                "one item of 1 KB over REST and by GetItem, %d connections, medians of %d",
                RunReport.TARGET_CONNECTIONS, arguments.rounds());
        line("%-24s %10s %9s %9s %8s", "", "per second", "p50 µs", "p99 µs", "CPU µs");
        row("REST, Partita", PARTITA, HISTORY_REST);
        row("GetItem, Partita", PARTITA, HISTORY_GET);
        row("GetItem, DynamoDB Local", DYNAMODB_LOCAL, HISTORY_GET);
        double share = rest.getAsDouble()
                / median(PARTITA, HISTORY_GET, Measurement::perSecond).orElse(Double.NaN);
        line(
                "REST has %.0f %% of GetItem’s throughput (%s)",
                100 * share, Lines.kept(share >= OF_GET_ITEM_AT_LEAST, "at least 70 %"));
        OptionalDouble theirs = median(DYNAMODB_LOCAL, HISTORY_GET, Measurement::p50Micros);
        if (theirs.isPresent()) {
            double slowest =
                    median(PARTITA, HISTORY_REST, Measurement::p99Micros).orElse(Double.NaN);
            line(
                    "99 of 100 take at most %,.0f µs over REST; half of DynamoDB Local’s GetItems take %,.0f µs or more (%s)",
                    slowest, theirs.getAsDouble(), Lines.kept(slowest < theirs.getAsDouble(), "less than that"));
        }
    }

    private void row(String title, Contender.Kind kind, Workload workload) {
        line(
                "%-24s %10s %9s %9s %8s",
                title,
                Lines.number(median(kind, workload, Measurement::perSecond)),
                Lines.number(median(kind, workload, Measurement::p50Micros)),
                Lines.number(median(kind, workload, Measurement::p99Micros)),
                Lines.number(median(kind, workload, Measurement::serverCpuMicros)));
    }

    private OptionalDouble median(Contender.Kind kind, Workload workload, ToDoubleFunction<Measurement> figure) {
        return results.median(kind, workload, RunReport.TARGET_CONNECTIONS, figure);
    }

    private void line(String format, Object... values) {
        Lines.add(text, format, values);
    }
}
