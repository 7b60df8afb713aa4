package dev.partita.bench;

import java.util.Locale;
import java.util.OptionalDouble;

/** The text of a report, line by line, and how figures and verdicts look in it. */
final class Lines {

    private Lines() {}

    static void add(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }

    static String kept(boolean kept, String promise) {
        return promise + ": " + (kept ? "yes" : "NO");
    }

    static String number(OptionalDouble value) {
        return value.isEmpty() ? "–" : String.format(Locale.ROOT, "%,.0f", value.getAsDouble());
    }
}
