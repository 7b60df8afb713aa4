package dev.partita.meter;

import java.util.Arrays;
import java.util.List;

/** Writes metrics as Prometheus reads them: its text format 0.0.4, or OpenMetrics 1.0. */
final class Exposition {

    static final String TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    static final String OPEN_METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    static final double[] QUANTILES = {0.5, 0.99, 0.999};

    private final boolean openMetrics;
    private final StringBuilder out = new StringBuilder(32 << 10);
    private MetricFamily family;

    Exposition(boolean openMetrics) {
        this.openMetrics = openMetrics;
    }

    /** Begins a family; what follows belongs to it. */
    Exposition family(MetricFamily next) {
        family = next;
        // OpenMetrics names a counter without the suffix that its samples have.
        String name = openMetrics ? next.base() : next.fullName();
        out.append("# HELP ").append(name).append(' ');
        escape(next.help(), openMetrics);
        out.append("\n# TYPE ")
                .append(name)
                .append(' ')
                .append(next.type().word())
                .append('\n');
        return this;
    }

    /** A counter or gauge. */
    void value(double value, String... labels) {
        sample(family.fullName(), value, null, null, labels);
    }

    /** A summary. */
    void summary(long[] recent, long count, double sum, String... labels) {
        for (double quantile : QUANTILES) {
            sample(family.base(), Histogram.quantile(recent, quantile), "quantile", Double.toString(quantile), labels);
        }
        sample(family.base() + "_sum", sum, null, null, labels);
        sample(family.base() + "_count", count, null, null, labels);
    }

    /** @param counts one for each bound, and one for what is larger than all of them */
    void histogram(long[] bounds, long[] counts, double sum, String... labels) {
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            sample(
                    family.base() + "_bucket",
                    seen,
                    "le",
                    i == bounds.length ? "+Inf" : openMetrics ? bounds[i] + ".0" : Long.toString(bounds[i]),
                    labels);
        }
        sample(family.base() + "_sum", sum, null, null, labels);
        sample(family.base() + "_count", seen, null, null, labels);
    }

    String end() {
        if (openMetrics) {
            out.append("# EOF\n");
        }
        return out.toString();
    }

    private void sample(String name, double value, String extraName, String extraValue, String... labels) {
        List<String> names = family.labels();
        if (names.size() != labels.length) {
            throw new IllegalArgumentException(family + " has labels " + names + ", not " + Arrays.toString(labels));
        }
        out.append(name);
        char before = '{';
        for (int i = 0; i < labels.length; i++) {
            label(before, names.get(i), labels[i]);
            before = ',';
        }
        if (extraName != null) {
            label(before, extraName, extraValue);
            before = ',';
        }
        out.append(before == ',' ? "} " : " ");
        number(value);
        out.append('\n');
    }

    private void label(char before, String name, String value) {
        out.append(before).append(name).append("=\"");
        escape(value, true);
        out.append('"');
    }

    private void escape(String text, boolean quotes) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                out.append("\\\\");
            } else if (c == '\n') {
                out.append("\\n");
            } else if (c == '"' && quotes) {
                out.append("\\\"");
            } else {
                out.append(c);
            }
        }
    }

    private void number(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            out.append((long) value);
        } else if (Double.isInfinite(value)) {
            out.append(value > 0 ? "+Inf" : "-Inf");
        } else {
            out.append(value);
        }
    }
}
