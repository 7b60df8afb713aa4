package dev.partita.bench;

import static dev.partita.bench.Contender.Kind.DYNAMODB_LOCAL;
import static dev.partita.bench.Contender.Kind.PARTITA;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** Throughput at 16 connections as a bar chart that is readable on a light and on a dark page. */
final class Chart {

    private static final int CONNECTIONS = 16;
    private static final int WIDTH = 760;
    private static final int LABELS = 140;
    private static final int RATIOS = 130;
    private static final int ROW = 44;
    private static final int TOP = 64;
    private static final int BAR = 14;

    private static final String STYLE = """
            <style>
              text { font: 13px system-ui, sans-serif; fill: #1f2328; }
              .title { font-weight: 600; font-size: 15px; }
              .quiet { fill: #59636e; font-size: 12px; }
              .ratio { font-weight: 600; }
              .ours { fill: #0969da; }
              .theirs { fill: #afb8c1; }
              @media (prefers-color-scheme: dark) {
                text { fill: #e6edf3; }
                .quiet { fill: #9198a1; }
                .ours { fill: #4493f8; }
                .theirs { fill: #57606a; }
              }
            </style>
            """;

    private final Results results;

    Chart(Results results) {
        this.results = results;
    }

    String svg() {
        List<Workload> workloads = Arrays.stream(Workload.values())
                .filter(workload -> !workload.isOfService())
                .filter(workload -> perSecond(PARTITA, workload).isPresent()
                        && perSecond(DYNAMODB_LOCAL, workload).isPresent())
                .sorted(Comparator.comparingDouble(this::ratio).reversed())
                .toList();
        int height = TOP + ROW * workloads.size() + 12;
        StringBuilder svg = new StringBuilder();
        add(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">",
                WIDTH,
                height,
                WIDTH,
                height);
        add(svg, "<title>Operations a second, Partita against DynamoDB Local</title>");
        svg.append(STYLE);
        add(
                svg,
                "<text x=\"0\" y=\"18\" class=\"title\">Operations a second over HTTP, %d connections</text>",
                CONNECTIONS);
        add(svg, "<rect x=\"0\" y=\"31\" width=\"12\" height=\"12\" rx=\"2\" class=\"ours\"/>");
        add(svg, "<text x=\"18\" y=\"42\" class=\"quiet\">Partita, every write fsynced</text>");
        add(svg, "<rect x=\"204\" y=\"31\" width=\"12\" height=\"12\" rx=\"2\" class=\"theirs\"/>");
        add(svg, "<text x=\"222\" y=\"42\" class=\"quiet\">DynamoDB Local, in memory</text>");
        for (int i = 0; i < workloads.size(); i++) {
            row(svg, workloads.get(i), TOP + i * ROW);
        }
        return svg.append("</svg>\n").toString();
    }

    private void row(StringBuilder svg, Workload workload, int top) {
        double ours = perSecond(PARTITA, workload).orElseThrow();
        double theirs = perSecond(DYNAMODB_LOCAL, workload).orElseThrow();
        // Each row has a scale of its own: gets and batches differ a hundredfold, and the ratio is what counts.
        double scale = (WIDTH - LABELS - RATIOS) / Math.max(ours, theirs);
        add(svg, "<text x=\"0\" y=\"%d\">%s</text>", top + BAR + 5, workload.title());
        bar(svg, "ours", top, ours, scale);
        bar(svg, "theirs", top + BAR + 2, theirs, scale);
        add(
                svg,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" class=\"ratio\">%.1f×</text>",
                WIDTH,
                top + BAR + 5,
                ratio(workload));
    }

    private static void bar(StringBuilder svg, String style, int top, double value, double scale) {
        double width = Math.max(1, value * scale);
        add(
                svg,
                "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\" class=\"%s\"/>",
                LABELS,
                top,
                width,
                BAR,
                style);
        add(svg, "<text x=\"%.1f\" y=\"%d\" class=\"quiet\">%,.0f</text>", LABELS + width + 6, top + BAR - 3, value);
    }

    private double ratio(Workload workload) {
        return perSecond(PARTITA, workload).orElseThrow()
                / perSecond(DYNAMODB_LOCAL, workload).orElseThrow();
    }

    private OptionalDouble perSecond(Contender.Kind kind, Workload workload) {
        return results.median(kind, workload, CONNECTIONS, Measurement::perSecond);
    }

    private static void add(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
