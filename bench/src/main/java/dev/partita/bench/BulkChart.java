package dev.partita.bench;

import java.util.List;
import java.util.Locale;

/** How fast a table filled, over how full it was; readable on a light and on a dark page. */
final class BulkChart {

    private static final int WIDTH = 760;
    private static final int HEIGHT = 320;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 60;
    private static final int BOTTOM = 40;

    private static final String STYLE = """
            <style>
              text { font: 12px system-ui, sans-serif; fill: #59636e; }
              .title { font-weight: 600; font-size: 15px; fill: #1f2328; }
              .line { fill: none; stroke: #0969da; stroke-width: 2; }
              .grid { stroke: #d1d9e0; stroke-width: 1; }
              @media (prefers-color-scheme: dark) {
                text { fill: #9198a1; }
                .title { fill: #e6edf3; }
                .line { stroke: #4493f8; }
                .grid { stroke: #3d444d; }
              }
            </style>
            """;

    private final List<Bulk.Step> steps;

    BulkChart(List<Bulk.Step> steps) {
        this.steps = List.copyOf(steps);
    }

    String svg() {
        long most = steps.get(steps.size() - 1).orders();
        double top =
                roundUp(steps.stream().mapToDouble(Bulk.Step::perSecond).max().orElse(1));
        StringBuilder svg = new StringBuilder();
        add(
                svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">",
                WIDTH,
                HEIGHT,
                WIDTH,
                HEIGHT);
        add(svg, "<title>Items of 1 KB a second while a table with two indexes fills</title>");
        svg.append(STYLE);
        add(
                svg,
                "<text x=\"0\" y=\"18\" class=\"title\">Items a second while a table fills to %,d items of 1 KB, two indexes</text>",
                most);
        for (int i = 0; i <= 4; i++) {
            double value = top * i / 4;
            double y = y(value, top);
            add(svg, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" class=\"grid\"/>", LEFT, y, WIDTH - RIGHT, y);
            add(svg, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%,.0f</text>", LEFT - 8, y + 4, value);
            add(
                    svg,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%,d</text>",
                    x(most * i / 4, most),
                    HEIGHT - BOTTOM + 20,
                    i == 4 ? "end" : "middle",
                    most * i / 4);
        }
        StringBuilder points = new StringBuilder();
        for (Bulk.Step step : steps) {
            points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(step.orders(), most), y(step.perSecond(), top)));
        }
        add(svg, "<polyline points=\"%s\" class=\"line\"/>", points.toString().strip());
        return svg.append("</svg>\n").toString();
    }

    private static double x(long orders, long most) {
        return LEFT + (WIDTH - LEFT - RIGHT) * (double) orders / most;
    }

    private static double y(double value, double top) {
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / top;
    }

    /** To a number that divides well by four. */
    private static double roundUp(double value) {
        double unit = Math.pow(10, Math.floor(Math.log10(value)));
        return Math.ceil(value / unit / 2) * 2 * unit;
    }

    private static void add(StringBuilder svg, String format, Object... values) {
        svg.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
