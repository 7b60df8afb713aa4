package dev.partita.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A run as JSON, every single measurement included, for whoever wants to compute with it. */
final class ResultsJson {

    private final Results results;
    private final BenchArguments arguments;

    ResultsJson(Results results, BenchArguments arguments) {
        this.results = results;
        this.arguments = arguments;
    }

    String text(Instant when) {
        List<String> starts = new ArrayList<>();
        for (Contender.Kind kind : Contender.Kind.values()) {
            results.startSeconds(kind)
                    .ifPresent(seconds -> starts.add(
                            String.format(Locale.ROOT, "{\"system\":\"%s\",\"seconds\":%.3f}", kind.title(), seconds)));
        }
        List<String> firstCalls = new ArrayList<>();
        for (TypedWay way : TypedWay.values()) {
            results.firstCallSeconds(way)
                    .ifPresent(seconds -> firstCalls.add(
                            String.format(Locale.ROOT, "{\"way\":\"%s\",\"seconds\":%.3f}", way.title(), seconds)));
        }
        return String.format(
                Locale.ROOT,
                """
                {
                  "when": "%s",
                  "machine": {"processors": %d, "os": "%s", "java": "%s"},
                  "rounds": %d, "seconds": %.1f, "items": %d,
                  "starts": [%s],
                  "firstCalls": [%s],
                  "typedCalls": [
                    %s
                  ],
                  "growth": [
                    %s
                  ],
                  "bulk": {"refused": %d, "givenUp": %d, "steps": [
                    %s
                  ]},
                  "measurements": [
                    %s
                  ]
                }
                """,
                when,
                Machine.processors(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                System.getProperty("java.version"),
                arguments.rounds(),
                arguments.seconds(),
                arguments.loaded(),
                String.join(", ", starts),
                String.join(", ", firstCalls),
                String.join(
                        ",\n    ",
                        results.typedCalls().stream().map(ResultsJson::typed).toList()),
                String.join(
                        ",\n    ",
                        results.growth().stream().map(ResultsJson::growth).toList()),
                results.bulkRefused(),
                results.bulkGivenUp(),
                String.join(
                        ",\n    ",
                        results.bulk().stream().map(ResultsJson::bulk).toList()),
                String.join(
                        ",\n    ",
                        results.measurements().stream()
                                .map(ResultsJson::measurement)
                                .toList()));
    }

    private static String bulk(Bulk.Step step) {
        return String.format(
                Locale.ROOT,
                "{\"items\":%d,\"seconds\":%.1f,\"perSecond\":%.0f}",
                step.orders(),
                step.seconds(),
                step.perSecond());
    }

    private static String typed(Results.TypedCall call) {
        return String.format(
                Locale.ROOT,
                "{\"way\":\"%s\",\"operation\":\"%s\",\"micros\":%.2f,\"bytes\":%d}",
                call.way().title(),
                call.operation(),
                call.micros(),
                call.bytes());
    }

    private static String growth(Results.Growth step) {
        return String.format(
                Locale.ROOT,
                "{\"system\":\"%s\",\"items\":%d,\"residentMegabytes\":%.0f,\"getMicros\":%.1f,\"queryMicros\":%.1f}",
                step.kind().title(),
                step.orders(),
                step.residentMegabytes(),
                step.getMicros(),
                step.queryMicros());
    }

    private static String measurement(Measurement measurement) {
        return String.format(
                Locale.ROOT,
                "{\"system\":\"%s\",\"operation\":\"%s\",\"connections\":%d,\"perSecond\":%.0f,\"p50Micros\":%.1f,"
                        + "\"p99Micros\":%.1f,\"serverCpuMicros\":%.1f,\"clientCpuMicros\":%.1f,\"foreignShare\":%.2f,\"crowded\":%s}",
                measurement.kind().title(),
                measurement.workload().title(),
                measurement.connections(),
                measurement.perSecond(),
                measurement.p50Micros(),
                measurement.p99Micros(),
                measurement.serverCpuMicros(),
                measurement.clientCpuMicros(),
                measurement.foreignShare(),
                measurement.isCrowded());
    }
}
