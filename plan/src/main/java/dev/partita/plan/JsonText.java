package dev.partita.plan;

import dev.partita.item.AttributeValue;
import dev.partita.item.Item;
import java.util.Base64;
import java.util.Collection;
import java.util.Map;

/** Writes DynamoDB's JSON, members in the order they are given. */
final class JsonText {

    private final StringBuilder out = new StringBuilder();

    static String of(Object value) {
        JsonText text = new JsonText();
        text.value(value);
        return text.out.toString();
    }

    private void value(Object value) {
        if (value instanceof Map<?, ?> map) {
            object(map);
        } else if (value instanceof Collection<?> list) {
            array(list);
        } else if (value instanceof Item item) {
            // Core's order is that of the names' bytes: stable.
            object(item.toMap());
        } else if (value instanceof AttributeValue attribute) {
            attribute(attribute);
        } else if (value instanceof String text) {
            string(text);
        } else {
            out.append(value);
        }
    }

    private void object(Map<?, ?> map) {
        out.append('{');
        String comma = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            out.append(comma);
            string(entry.getKey().toString());
            out.append(':');
            value(entry.getValue());
            comma = ",";
        }
        out.append('}');
    }

    private void array(Collection<?> list) {
        out.append('[');
        String comma = "";
        for (Object element : list) {
            out.append(comma);
            value(element);
            comma = ",";
        }
        out.append(']');
    }

    private void attribute(AttributeValue attribute) {
        out.append("{\"").append(attribute.type()).append("\":");
        if (attribute instanceof AttributeValue.S s) {
            string(s.value());
        } else if (attribute instanceof AttributeValue.N n) {
            string(n.text());
        } else if (attribute instanceof AttributeValue.B b) {
            string(Base64.getEncoder().encodeToString(b.value().array()));
        } else if (attribute instanceof AttributeValue.Bool bool) {
            out.append(bool.value());
        } else if (attribute instanceof AttributeValue.Null) {
            out.append(true);
        } else if (attribute instanceof AttributeValue.L l) {
            array(l.values());
        } else if (attribute instanceof AttributeValue.M m) {
            object(new java.util.TreeMap<>(m.values()));
        } else if (attribute instanceof AttributeValue.SS set) {
            array(set.values());
        } else if (attribute instanceof AttributeValue.NS set) {
            array(set.values().stream().map(AttributeValue.N::text).toList());
        } else if (attribute instanceof AttributeValue.BS set) {
            array(set.values().stream()
                    .map(bytes -> Base64.getEncoder().encodeToString(bytes.array()))
                    .toList());
        } else {
            throw new IllegalArgumentException("A value the service refuses: " + attribute);
        }
        out.append('}');
    }

    private void string(String text) {
        out.append('"');
        if (isPlain(text)) {
            out.append(text).append('"');
            return;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20) {
                        out.append(String.format("\\u%04x", (int) c));
                    } else {
                        out.append(c);
                    }
                }
            }
        }
        out.append('"');
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }
}
