package dev.partita.bench;

import static dev.partita.bench.Contender.Kind.DYNAMODB_LOCAL;
import static dev.partita.bench.Contender.Kind.PARTITA;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** A run as a table for people: figures, ratios, and whether each promise was kept. */
final class RunReport {

    static final int TARGET_CONNECTIONS = 16;
    private static final double START_SECONDS_AT_MOST = 0.8;
    private static final double START_RATIO_AT_LEAST = 3;
    private static final double RESIDENT_MEGABYTES_BELOW = 600;
    private static final double FLAT_WITHIN = 1.3;
    private static final double FOREIGN_SHARE_AT_MOST = 0.05;

    private final Results results;
    private final BenchArguments arguments;
    private final StringBuilder text = new StringBuilder();

    RunReport(Results results, BenchArguments arguments) {
        this.results = results;
        this.arguments = arguments;
    }

    String text() {
        text.setLength(0);
        if (!results.measurements().isEmpty()) {
            foreign();
        }
        if (arguments.stages().contains(BenchArguments.Stage.SPEED)
                && results.measurements().stream()
                        .anyMatch(one -> !one.workload().isOfService())) {
            arguments.connections().forEach(this::speed);
        }
        start();
        growth();
        new TypedReport(results, text).write();
        new ServiceReport(results, arguments, text).write();
        new LoneReport(results, arguments, text).write();
        bulk();
        return text.toString();
    }

    private void foreign() {
        double share = results.measurements().stream()
                .mapToDouble(Measurement::foreignShare)
                .average()
                .orElse(0);
        if (share > FOREIGN_SHARE_AT_MOST) {
            line(
                    "Other processes used %.0f %% of this machine meanwhile: the figures below are not to be trusted.",
                    100 * share);
            line("");
        }
    }

    private void speed(int connections) {
        boolean promised = connections == TARGET_CONNECTIONS;
        line(
                "%d connection%s, 1 KB items, two GSIs, medians of %d",
                connections, connections == 1 ? "" : "s", arguments.rounds());
        line(
                "%-16s %10s %10s %7s %-8s  %9s %9s  %9s %9s  %8s %8s %7s %s",
                "",
                "Partita/s",
                "Local/s",
                "ratio",
                "target",
                "p50 µs",
                "Local",
                "p99 µs",
                "Local",
                "CPU µs",
                "Local",
                "ratio",
                "target");
        for (Workload workload : arguments.workloads().stream().sorted().toList()) {
            double speedRatio = ratio(
                    median(PARTITA, workload, connections, Measurement::perSecond),
                    median(DYNAMODB_LOCAL, workload, connections, Measurement::perSecond));
            double cpuRatio = ratio(
                    median(DYNAMODB_LOCAL, workload, connections, Measurement::serverCpuMicros),
                    median(PARTITA, workload, connections, Measurement::serverCpuMicros));
            line(
                    "%-16s %10s %10s %6s× %-8s  %9s %9s  %9s %9s  %8s %8s %6s× %s",
                    workload.title(),
                    Lines.number(median(PARTITA, workload, connections, Measurement::perSecond)),
                    Lines.number(median(DYNAMODB_LOCAL, workload, connections, Measurement::perSecond)),
                    decimal(speedRatio),
                    promised ? verdict(speedRatio, workload.speedTarget()) : "",
                    Lines.number(median(PARTITA, workload, connections, Measurement::p50Micros)),
                    Lines.number(median(DYNAMODB_LOCAL, workload, connections, Measurement::p50Micros)),
                    Lines.number(median(PARTITA, workload, connections, Measurement::p99Micros)),
                    Lines.number(median(DYNAMODB_LOCAL, workload, connections, Measurement::p99Micros)),
                    Lines.number(median(PARTITA, workload, connections, Measurement::serverCpuMicros)),
                    Lines.number(median(DYNAMODB_LOCAL, workload, connections, Measurement::serverCpuMicros)),
                    decimal(cpuRatio),
                    promised && workload.cpuTarget() > 0 ? verdict(cpuRatio, workload.cpuTarget()) : "");
        }
        line("");
    }

    private void start() {
        OptionalDouble ours = results.startSeconds(PARTITA);
        OptionalDouble theirs = results.startSeconds(DYNAMODB_LOCAL);
        if (ours.isPresent()) {
            line(
                    "start to first answer: Partita %.2f s (%s)",
                    ours.getAsDouble(), Lines.kept(ours.getAsDouble() < START_SECONDS_AT_MOST, "below 0.8 s"));
        }
        if (theirs.isPresent()) {
            line("                       DynamoDB Local %.2f s", theirs.getAsDouble());
        }
        if (ours.isPresent() && theirs.isPresent()) {
            double ratio = theirs.getAsDouble() / ours.getAsDouble();
            line("                       %.1f× (%s)", ratio, Lines.kept(ratio > START_RATIO_AT_LEAST, "more than 3×"));
        }
    }

    private void growth() {
        Results.Growth before = null;
        for (Results.Growth step : results.growth()) {
            boolean ours = step.kind() == PARTITA;
            boolean grown = before != null && before.kind() == step.kind();
            String memory = grown && ours
                    ? " (" + Lines.kept(step.residentMegabytes() < RESIDENT_MEGABYTES_BELOW, "below 600 MB") + ")"
                    : "";
            line(
                    "%-14s with %,7d items: %,5.0f MB%s, GetItem %.0f µs, Query %.0f µs",
                    step.kind().title(),
                    step.orders(),
                    step.residentMegabytes(),
                    memory,
                    step.getMicros(),
                    step.queryMicros());
            if (grown) {
                flat("GetItem", step.getMicros() / before.getMicros(), ours);
                flat("Query", step.queryMicros() / before.queryMicros(), ours);
            }
            before = step;
        }
    }

    private void bulk() {
        if (results.bulk().isEmpty()) {
            return;
        }
        Bulk.Step last = results.bulk().get(results.bulk().size() - 1);
        line(
                "%,d items loaded in %,.0f s (%,.0f a second), %,d requests refused and sent again, %,d given up (%s)",
                last.orders(),
                last.seconds(),
                last.orders() / last.seconds(),
                results.bulkRefused(),
                results.bulkGivenUp(),
                Lines.kept(results.bulkGivenUp() == 0, "none"));
    }

    private void flat(String operation, double factor, boolean promised) {
        line(
                "               %s takes %.2f× as long%s",
                operation, factor, promised ? " (" + Lines.kept(factor <= FLAT_WITHIN, "within 1.3×") + ")" : "");
    }

    private OptionalDouble median(
            Contender.Kind kind, Workload workload, int connections, ToDoubleFunction<Measurement> figure) {
        return results.median(kind, workload, connections, figure);
    }

    private static double ratio(OptionalDouble above, OptionalDouble below) {
        return above.isPresent() && below.isPresent() ? above.getAsDouble() / below.getAsDouble() : Double.NaN;
    }

    private static String verdict(double ratio, double target) {
        if (Double.isNaN(ratio)) {
            return "";
        }
        return String.format(Locale.ROOT, "%s%.0f %s", "≥ ", target, ratio >= target ? "yes" : "NO");
    }

    private static String decimal(double value) {
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.1f", value);
    }

    private void line(String format, Object... values) {
        Lines.add(text, format, values);
    }
}
