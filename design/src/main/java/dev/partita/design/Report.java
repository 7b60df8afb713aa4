package dev.partita.design;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Place;
import dev.partita.design.model.Severity;
import java.util.Collection;
import java.util.List;

/**
 * Findings as a compiler prints them: where, what, the line itself with the fault underlined, and what to write instead.
 *
 * <pre>
 * orders.yaml:12:15: error[unknown-name]: there is no type `strng`
 *    12 |   id: { type: strng }
 *       |               ^^^^^
 *       = help: did you mean `string`?
 * </pre>
 */
public final class Report {

    private static final int TAB = 4;
    /** A longer line is cut around the fault: a terminal would wrap it and the carets would point nowhere. */
    private static final int WIDTH = 160;

    private static final String RED = "\u001b[1;31m";
    private static final String YELLOW = "\u001b[1;33m";
    private static final String BLUE = "\u001b[1;34m";
    private static final String BOLD = "\u001b[1m";
    private static final String END = "\u001b[0m";

    private final Source source;
    private final List<String> lines;
    private final boolean colour;

    public Report(Source source, boolean colour) {
        this.source = source;
        this.lines = source.lines();
        this.colour = colour;
    }

    /** All of them and a summary, ready to print. Empty when there are none. */
    public String text(Collection<Finding> findings) {
        if (findings.isEmpty()) {
            return "";
        }
        StringBuilder out = new StringBuilder();
        findings.forEach(finding -> out.append(text(finding)).append('\n'));
        return out.append(summary(findings)).append('\n').toString();
    }

    /** One finding, several lines. */
    public String text(Finding finding) {
        Place place = finding.place();
        StringBuilder out = new StringBuilder();
        String tint = tint(finding.severity());
        out.append(paint(BOLD, source.name() + ":" + place.line() + ":" + place.column() + ":"))
                .append(' ')
                .append(paint(tint, finding.severity().word() + "[" + finding.rule() + "]"))
                .append(paint(BOLD, ": " + visible(finding.message())))
                .append('\n');
        String gutter = String.format("%5d", place.line());
        String margin = " ".repeat(gutter.length());
        if (place.line() <= lines.size()) {
            Excerpt excerpt = Excerpt.of(lines.get(place.line() - 1), place);
            out.append(paint(BLUE, gutter + " |"))
                    .append(' ')
                    .append(excerpt.line)
                    .append('\n');
            out.append(paint(BLUE, margin + " |"))
                    .append(' ')
                    .append(" ".repeat(excerpt.from))
                    .append(paint(tint, "^".repeat(excerpt.length)))
                    .append('\n');
        }
        if (finding.advice() != null) {
            out.append(paint(BLUE, margin + " ="))
                    .append(' ')
                    .append(paint(BOLD, "help:"))
                    .append(' ')
                    .append(visible(finding.advice()))
                    .append('\n');
        }
        return out.toString();
    }

    /** {@code 3 errors, 1 warning}; {@code no findings} when there are none. */
    public static String summary(Collection<Finding> findings) {
        StringBuilder out = new StringBuilder();
        for (Severity severity : Severity.values()) {
            long count = findings.stream().filter(f -> f.severity() == severity).count();
            if (count > 0) {
                boolean plural = count > 1 && severity != Severity.ADVICE;
                out.append(out.length() == 0 ? "" : ", ")
                        .append(count)
                        .append(' ')
                        .append(
                                severity == Severity.ADVICE
                                        ? "piece" + (count > 1 ? "s" : "") + " of advice"
                                        : severity.word())
                        .append(plural ? "s" : "");
            }
        }
        return out.length() == 0 ? "no findings" : out.toString();
    }

    private static String tint(Severity severity) {
        switch (severity) {
            case ERROR:
                return RED;
            case WARNING:
                return YELLOW;
            case ADVICE:
                return BLUE;
        }
        throw new AssertionError(severity);
    }

    private String paint(String tint, String text) {
        return colour ? tint + text + END : text;
    }

    /** What a file holds must not reach the terminal as a command. */
    private static String visible(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(isSilent(c) ? 0xfffd : c));
        return out.toString();
    }

    private static boolean isSilent(int c) {
        int type = Character.getType(c);
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    /** A line as a terminal shows it, and the columns of the screen its fault takes. */
    private record Excerpt(String line, int from, int length) {

        static Excerpt of(String line, Place place) {
            int start = Math.min(place.column() - 1, line.length());
            int end = Math.min(line.length(), start + place.length());
            StringBuilder out = new StringBuilder();
            int column = 0;
            int from = -1;
            int to = 0;
            int firstShown = start > WIDTH / 2 && line.length() > WIDTH ? start - WIDTH / 4 : 0;
            if (firstShown > 0 && Character.isLowSurrogate(line.charAt(firstShown))) {
                firstShown--;
            }
            if (firstShown > 0) {
                out.append('…');
                column = 1;
            }
            for (int i = firstShown; i < line.length(); ) {
                int c = line.codePointAt(i);
                if (i >= start && from < 0) {
                    from = column;
                }
                int wide = width(c, column);
                if (column + wide > WIDTH) {
                    out.append('…');
                    break;
                }
                if (c == '\t') {
                    out.append(" ".repeat(wide));
                } else {
                    out.appendCodePoint(isSilent(c) ? 0xfffd : c);
                }
                column += wide;
                i += Character.charCount(c);
                if (i <= end) {
                    to = column;
                }
            }
            int shown = from < 0 ? column : from;
            return new Excerpt(out.toString(), shown, Math.max(1, to - shown));
        }

        private static int width(int c, int column) {
            if (c == '\t') {
                return TAB - column % TAB;
            }
            int type = Character.getType(c);
            if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
                return 0;
            }
            return isWide(c) ? 2 : 1;
        }

        /** East Asian wide and full-width characters, and pictures. */
        private static boolean isWide(int c) {
            return c >= 0x1100 && c <= 0x115f
                    || c >= 0x2e80 && c <= 0xa4cf && c != 0x303f
                    || c >= 0xac00 && c <= 0xd7a3
                    || c >= 0xf900 && c <= 0xfaff
                    || c >= 0xfe30 && c <= 0xfe6f
                    || c >= 0xff00 && c <= 0xff60
                    || c >= 0xffe0 && c <= 0xffe6
                    || c >= 0x1f300 && c <= 0x1faff
                    || c >= 0x20000 && c <= 0x3fffd;
        }
    }
}
