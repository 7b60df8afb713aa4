package dev.partita.meter;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads Prometheus' text format 0.0.4 or OpenMetrics 1.0 by the letter of their specifications, and refuses everything they
 * do not allow. Written apart from {@link Exposition}, and shares nothing with it.
 */
public final class ExpositionReader {

    private static final Pattern NAME = Pattern.compile("[a-zA-Z_:][a-zA-Z0-9_:]*");
    private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");

    /** Samples by name and labels, the labels sorted: {@code a_total{x="1",y="2"}}. */
    public final Map<String, Double> samples = new LinkedHashMap<>();
    /** Types by family. */
    public final Map<String, String> types = new LinkedHashMap<>();

    final Map<String, String> helps = new LinkedHashMap<>();

    private final boolean openMetrics;
    private final Map<String, List<Map.Entry<Map<String, String>, Double>>> byName = new LinkedHashMap<>();
    private String family;

    private ExpositionReader(boolean openMetrics) {
        this.openMetrics = openMetrics;
    }

    public static ExpositionReader read(String text, boolean openMetrics) {
        ExpositionReader reader = new ExpositionReader(openMetrics);
        if (!text.endsWith("\n")) {
            throw new AssertionError("The last line must end");
        }
        String[] lines = text.substring(0, text.length() - 1).split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            boolean isLast = i == lines.length - 1;
            if (openMetrics && isLast) {
                require(lines[i].equals("# EOF"), "# EOF at the end", lines[i]);
            } else {
                reader.line(lines[i]);
            }
        }
        reader.checkFamilies();
        return reader;
    }

    public double value(String series) {
        Double value = samples.get(series);
        if (value == null) {
            throw new AssertionError("No " + series + " among " + samples.keySet());
        }
        return value;
    }

    private void line(String line) {
        if (line.startsWith("# HELP ")) {
            String[] parts = line.split(" ", 4);
            require(NAME.matcher(parts[2]).matches(), "a name", line);
            require(helps.put(parts[2], unescape(parts[3], openMetrics, line)) == null, "one HELP", line);
            family = parts[2];
        } else if (line.startsWith("# TYPE ")) {
            String[] parts = line.split(" ", -1);
            require(parts.length == 4 && parts[2].equals(family), "TYPE of the family begun", line);
            require(List.of("counter", "gauge", "summary", "histogram").contains(parts[3]), "a type", line);
            require(types.put(parts[2], parts[3]) == null, "one TYPE", line);
        } else {
            require(!line.isEmpty() && line.charAt(0) != '#', "a sample", line);
            sample(line);
        }
    }

    private void sample(String line) {
        Matcher name = NAME.matcher(line);
        require(name.lookingAt(), "a name", line);
        int at = name.end();
        Map<String, String> labels = new TreeMap<>();
        if (at < line.length() && line.charAt(at) == '{') {
            at++;
            while (line.charAt(at) != '}') {
                if (!labels.isEmpty()) {
                    require(line.charAt(at++) == ',', "a comma", line);
                }
                Matcher label = LABEL.matcher(line).region(at, line.length());
                require(label.lookingAt(), "a label", line);
                at = label.end();
                require(line.startsWith("=\"", at), "=\"", line);
                int from = at + 2;
                int to = from;
                while (line.charAt(to) != '"') {
                    to += line.charAt(to) == '\\' ? 2 : 1;
                }
                require(
                        labels.put(label.group(), unescape(line.substring(from, to), true, line)) == null,
                        "a label once",
                        line);
                at = to + 1;
            }
            at++;
        }
        require(at < line.length() && line.charAt(at) == ' ', "a space", line);
        double value = number(line.substring(at + 1), line);
        belongs(name.group(), labels, value, line);
        require(samples.put(name.group() + shown(labels), value) == null, "a series once", line);
        byName.computeIfAbsent(name.group(), one -> new ArrayList<>()).add(Map.entry(labels, value));
    }

    private void belongs(String name, Map<String, String> labels, double value, String line) {
        String type = types.get(family);
        require(type != null, "TYPE before samples", line);
        switch (type) {
            case "counter" -> {
                require(name.equals(openMetrics ? family + "_total" : family), "a counter of " + family, line);
                require(name.endsWith("_total") && value >= 0, "a counter's name and value", line);
            }
            case "gauge" -> require(name.equals(family), "a gauge of " + family, line);
            case "summary" ->
                require(
                        name.equals(family) == labels.containsKey("quantile")
                                && List.of(family, family + "_sum", family + "_count")
                                        .contains(name),
                        "a summary of " + family,
                        line);
            default ->
                require(
                        name.equals(family + "_bucket") == labels.containsKey("le")
                                && List.of(family + "_bucket", family + "_sum", family + "_count")
                                        .contains(name),
                        "a histogram of " + family,
                        line);
        }
    }

    /** Buckets ascend and end with what is counted. */
    private void checkFamilies() {
        types.forEach((name, type) -> {
            if (type.equals("histogram")) {
                Map<Map<String, String>, List<double[]>> buckets = new HashMap<>();
                byName.getOrDefault(name + "_bucket", List.of()).forEach(sample -> {
                    Map<String, String> rest = new TreeMap<>(sample.getKey());
                    double bound = number(rest.remove("le"), name);
                    buckets.computeIfAbsent(rest, one -> new ArrayList<>())
                            .add(new double[] {bound, sample.getValue()});
                });
                buckets.forEach((labels, series) -> {
                    for (int i = 1; i < series.size(); i++) {
                        require(
                                series.get(i)[0] > series.get(i - 1)[0] && series.get(i)[1] >= series.get(i - 1)[1],
                                "ascending buckets",
                                name + labels);
                    }
                    double[] last = series.get(series.size() - 1);
                    require(last[0] == Double.POSITIVE_INFINITY, "+Inf at the end", name + labels);
                    require(last[1] == value(name + "_count" + shown(labels)), "+Inf is the count", name + labels);
                });
            }
        });
    }

    private static String shown(Map<String, String> labels) {
        StringBuilder shown = new StringBuilder();
        labels.forEach((name, value) -> shown.append(shown.isEmpty() ? "{" : ",")
                .append(name)
                .append("=\"")
                .append(value)
                .append('"'));
        return shown.isEmpty() ? "" : shown.append('}').toString();
    }

    private static String unescape(String text, boolean quotes, String line) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            require(c != '"' || !quotes, "an escaped quote", line);
            if (c == '\\') {
                char next = text.charAt(++i);
                require(next == '\\' || next == 'n' || next == '"' && quotes, "an escape that is known", line);
                plain.append(next == 'n' ? '\n' : next);
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }

    private static double number(String text, String line) {
        switch (text) {
            case "+Inf":
                return Double.POSITIVE_INFINITY;
            case "-Inf":
                return Double.NEGATIVE_INFINITY;
            case "NaN":
                return Double.NaN;
            default:
                require(NUMBER.matcher(text).matches(), "a number", line);
                return Double.parseDouble(text);
        }
    }

    private static void require(boolean holds, String wanted, String line) {
        if (!holds) {
            throw new AssertionError("Expected " + wanted + " in: " + line);
        }
    }
}
