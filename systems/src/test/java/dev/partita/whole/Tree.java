package dev.partita.whole;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Nested maps, lists and plain values: what YAML and JSON are made of. */
final class Tree {

    private Tree() {}

    /** The map, or an empty one for nothing. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    /** The list; one value stands for a list of one. */
    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return value == null ? List.of() : value instanceof List<?> ? (List<Object>) value : List.of(value);
    }

    static List<String> names(Object value) {
        return list(value).stream().map(String::valueOf).toList();
    }

    static Map<String, Object> of(Object... namesAndValues) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return map;
    }

    static Object copy(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, member) -> copy.put((String) name, copy(member)));
            return copy;
        }
        if (value instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(element -> copy.add(copy(element)));
            return copy;
        }
        return value;
    }

    /** As YAML: maps as blocks as long as they are long, all else in one line. */
    static String yaml(Object value) {
        StringBuilder out = new StringBuilder();
        block(out, map(value), "");
        return out.toString();
    }

    private static final int LINE = 110;

    private static void block(StringBuilder out, Map<String, Object> map, String indent) {
        map.forEach((name, value) -> {
            String flow = flow(value);
            out.append(indent).append(text(name)).append(':');
            if (value instanceof Map<?, ?> inner && !inner.isEmpty() && flow.length() > LINE - indent.length()) {
                out.append('\n');
                block(out, map(inner), indent + "  ");
            } else if (value instanceof List<?> inner && !inner.isEmpty() && flow.length() > LINE - indent.length()) {
                out.append('\n');
                inner.forEach(element ->
                        out.append(indent).append("  - ").append(flow(element)).append('\n'));
            } else {
                out.append(' ').append(flow).append('\n');
            }
        });
    }

    private static String flow(Object value) {
        if (value instanceof Map<?, ?> map) {
            List<String> members = new ArrayList<>();
            map.forEach((name, member) -> members.add(text((String) name) + ": " + flow(member)));
            return members.isEmpty() ? "{}" : "{ " + String.join(", ", members) + " }";
        }
        if (value instanceof List<?> list) {
            return "[" + String.join(", ", list.stream().map(Tree::flow).toList()) + "]";
        }
        return value instanceof String text ? text(text) : String.valueOf(value);
    }

    private static String text(String text) {
        boolean isPlain = text.matches("[A-Za-z][A-Za-z0-9_-]*( [A-Za-z0-9_-]+)*")
                && !text.matches("(?i)true|false|null|yes|no|on|off|~|y|n");
        if (isPlain) {
            return text;
        }
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (c < 32 || c == 127) {
                quoted.append(String.format("\\x%02x", c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }
}
