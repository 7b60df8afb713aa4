package dev.partita.log;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.event.KeyValuePair;
import org.slf4j.event.Level;

/**
 * What is to be logged.
 *
 * <p>As text and as JSON it is one line whatever is in it, so that nobody can forge another; only a stack trace follows the
 * text, on lines that are indented.
 *
 * @param problem may be null
 */
record LogLine(String logger, Level level, String message, List<KeyValuePair> values, Throwable problem) {

    private static final char REPLACED = '\uFFFD';
    private static final String INDENT = "    ";
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter();
    private static final Set<String> TAKEN = Set.of("time", "level", "logger", "message", "error", "stack");

    String toText(Instant time) {
        StringBuilder out = new StringBuilder(200);
        TIME.formatTo(time, out);
        out.append(' ').append(level).append(level.toString().length() == 4 ? "  " : " ");
        out.append(logger.substring(logger.lastIndexOf('.') + 1)).append(": ");
        escape(out, message, false);
        for (KeyValuePair pair : values) {
            out.append(' ');
            escape(out, pair.key, false);
            out.append('=');
            String value = String.valueOf(pair.value);
            if (isPlain(value)) {
                out.append(value);
            } else {
                quote(out, value);
            }
        }
        out.append('\n');
        if (problem != null) {
            for (String one : stack().split("\\R", -1)) {
                if (!one.isEmpty()) {
                    escape(out.append(INDENT), one.replace("\t", INDENT), false);
                    out.append('\n');
                }
            }
        }
        return out.toString();
    }

    String toJson(Instant time) {
        StringBuilder out = new StringBuilder(300).append("{\"time\":\"");
        TIME.formatTo(time, out);
        out.append("\",\"level\":\"").append(level).append('"');
        member(out, "logger", logger);
        member(out, "message", message);
        Set<String> names = new HashSet<>(TAKEN);
        for (KeyValuePair pair : values) {
            // A name twice would make the line unreadable for some.
            if (names.add(pair.key)) {
                member(out, pair.key, pair.value);
            }
        }
        if (problem != null) {
            member(out, "error", problem.getClass().getName());
            member(out, "stack", stack());
        }
        return out.append("}\n").toString();
    }

    private String stack() {
        StringWriter written = new StringWriter();
        problem.printStackTrace(new PrintWriter(written, true));
        return written.toString();
    }

    private static void member(StringBuilder out, String name, Object value) {
        out.append(',');
        quote(out, name);
        out.append(':');
        boolean isNumber = value instanceof Number number && Double.isFinite(number.doubleValue());
        if (value == null || isNumber || value instanceof Boolean) {
            out.append(value);
        } else {
            quote(out, value.toString());
        }
    }

    private static boolean isPlain(String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c <= ' ' || c == '"' || c == '=' || c == '\\' || c >= 0x7F) {
                return false;
            }
        }
        return !value.isEmpty();
    }

    private static void quote(StringBuilder out, String text) {
        out.append('"');
        escape(out, text, true);
        out.append('"');
    }

    private static void escape(StringBuilder out, String text, boolean quotes) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                out.append("\\n");
            } else if (c == '\t') {
                out.append("\\t");
            } else if (quotes && (c == '"' || c == '\\')) {
                out.append('\\').append(c);
            } else if (c < ' ' || c >= 0x7F && c < 0xA0 || c == 0x2028 || c == 0x2029) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(isAlone(text, i) ? REPLACED : c);
            }
        }
    }

    /** Half of a pair without the other half is no character; some parsers refuse the whole line for it. */
    private static boolean isAlone(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }
}
