package dev.partita.bench;

import static dev.partita.bench.TypedWay.ENHANCED;
import static dev.partita.bench.TypedWay.GENERATED_ENDPOINT;
import static dev.partita.bench.TypedWay.GENERATED_SDK;
import static dev.partita.bench.TypedWay.HAND_WRITTEN;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The part of a report about typed reads. */
final class TypedReport {

    private static final double OVER_HAND_WRITTEN_AT_MOST = 1.1;
    private static final double FASTER_THAN_ENHANCED_AT_LEAST = 1.3;
    private static final double OF_ENHANCED_START_BELOW = 0.6;

    private final Results results;
    private final StringBuilder text;

    TypedReport(Results results, StringBuilder text) {
        this.results = results;
        this.text = text;
    }

    void write() {
        if (results.typedCalls().isEmpty()) {
            return;
        }
        line("");
        line("typed reads on the engine in the process, 1 KB items, processor time of a call, medians");
        line("%-22s %8s %8s  %8s %8s  %10s", "", "get µs", "KB", "20 µs", "KB", "first call");
        for (TypedWay way : TypedWay.values()) {
            line(
                    "%-22s %8s %8s  %8s %8s  %10s",
                    way.title(),
                    number(micros(way, "get")),
                    number(kilobytes(way, "get")),
                    number(micros(way, "query")),
                    number(kilobytes(way, "query")),
                    seconds(results.firstCallSeconds(way)));
        }
        for (String operation : new String[] {"get", "query"}) {
            compare(GENERATED_SDK, operation, HAND_WRITTEN);
            compare(GENERATED_ENDPOINT, operation, HAND_WRITTEN);
            double faster = micros(ENHANCED, operation).orElse(Double.NaN)
                    / micros(GENERATED_ENDPOINT, operation).orElse(Double.NaN);
            line(
                    "%-5s %s is %.2f× as fast as the %s (%s)",
                    operation,
                    GENERATED_ENDPOINT.title(),
                    faster,
                    ENHANCED.title(),
                    Lines.kept(faster >= FASTER_THAN_ENHANCED_AT_LEAST, "at least 1.3×"));
        }
        double share = results.firstCallSeconds(GENERATED_ENDPOINT).orElse(Double.NaN)
                / results.firstCallSeconds(ENHANCED).orElse(Double.NaN);
        line(
                "first call: %s takes %.0f %% of the %s’s (%s)",
                GENERATED_ENDPOINT.title(),
                100 * share,
                ENHANCED.title(),
                Lines.kept(share < OF_ENHANCED_START_BELOW, "below 60 %"));
    }

    private void compare(TypedWay way, String operation, TypedWay with) {
        double factor = micros(way, operation).orElse(Double.NaN)
                / micros(with, operation).orElse(Double.NaN);
        line(
                "%-5s %s takes %.2f× of %s (%s)",
                operation,
                way.title(),
                factor,
                with.title(),
                Lines.kept(factor <= OVER_HAND_WRITTEN_AT_MOST, "at most 1.1×"));
    }

    private OptionalDouble micros(TypedWay way, String operation) {
        return results.median(way, operation, Results.TypedCall::micros);
    }

    private OptionalDouble kilobytes(TypedWay way, String operation) {
        ToDoubleFunction<Results.TypedCall> kilobytes = call -> call.bytes() / 1024.0;
        return results.median(way, operation, kilobytes);
    }

    private static String number(OptionalDouble value) {
        return value.isEmpty() ? "–" : String.format(Locale.ROOT, "%,.1f", value.getAsDouble());
    }

    private static String seconds(OptionalDouble value) {
        return value.isEmpty() ? "–" : String.format(Locale.ROOT, "%.2f s", value.getAsDouble());
    }

    private void line(String format, Object... values) {
        Lines.add(text, format, values);
    }
}
