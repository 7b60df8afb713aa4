package dev.partita.design.internal.text;

import dev.partita.design.model.Place;
import java.util.List;
import org.snakeyaml.engine.v2.exceptions.Mark;

/**
 * The lines of a file, to find places in. YAML counts columns in code points and from zero; a {@link Place} counts UTF-16
 * units from one, as editors do.
 */
public final class SourceLines {

    private final String text;
    private final List<String> lines;
    private final boolean marked;

    public SourceLines(String text) {
        this.text = text;
        this.lines = text.lines().toList();
        this.marked = text.startsWith("\ufeff");
    }

    /** From {@code start} to {@code end}, or to the end of the first line. */
    Place place(Mark start, Mark end) {
        String line = line(start.getLine());
        int from = units(line, start.getLine(), start.getColumn());
        int to = end.getLine() == start.getLine()
                ? units(line, end.getLine(), end.getColumn())
                : line.stripTrailing().length();
        return new Place(start.getLine() + 1, from + 1, Math.max(1, to - from));
    }

    /** A bracket and what it holds, or the rest of its line when it closes on another. */
    Place bracketed(int lineIndex, int column) {
        String line = line(lineIndex);
        int from = units(line, lineIndex, column);
        int depth = 0;
        char quote = 0;
        for (int i = from; i < line.length(); i++) {
            char c = line.charAt(i);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'' && !Character.isLetterOrDigit(line.charAt(Math.max(0, i - 1)))) {
                quote = c;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return new Place(lineIndex + 1, from + 1, i + 1 - from);
            }
        }
        return new Place(
                lineIndex + 1, from + 1, Math.max(1, line.stripTrailing().length() - from));
    }

    /** The word that begins here. */
    Place word(int lineIndex, int column) {
        String line = line(lineIndex);
        int from = units(line, lineIndex, column);
        int to = from;
        while (to < line.length() && !Character.isWhitespace(line.charAt(to)) && line.charAt(to) != ':') {
            to++;
        }
        return new Place(lineIndex + 1, from + 1, Math.max(1, to - from));
    }

    /** One character, by its offset in the whole text. */
    public Place placeAt(int offset) {
        int line = 1;
        int start = 0;
        for (int i = 0; i < offset; i++) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\r' && (i + 1 == text.length() || text.charAt(i + 1) != '\n')) {
                line++;
                start = i + 1;
            }
        }
        return new Place(line, offset - start + 1, 1);
    }

    String line(int index) {
        return index >= 0 && index < lines.size() ? lines.get(index) : "";
    }

    private int units(String line, int lineIndex, int column) {
        int points = column + (marked && lineIndex == 0 ? 1 : 0);
        int most = line.codePointCount(0, line.length());
        if (most == line.length()) {
            return Math.min(points, most);
        }
        return line.offsetByCodePoints(0, Math.max(0, Math.min(points, most)));
    }
}
