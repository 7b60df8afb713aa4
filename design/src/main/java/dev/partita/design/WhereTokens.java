package dev.partita.design;

import dev.partita.design.model.Node;
import dev.partita.design.model.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The words and signs of a condition, each with its place. */
final class WhereTokens {

    private static final int MAX_LENGTH = 4096;
    private static final List<String> SIGNS = List.of("<>", "<=", ">=", "==", "!=", "=", "<", ">", "(", ")", ",");

    private final Node.Text node;
    private final List<String> tokens = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private int at;

    WhereTokens(Node.Text node) {
        this.node = node;
        String text = node.value();
        if (text.length() > MAX_LENGTH) {
            throw new Bad(node.place(), "this condition is too long", "say it in fewer words");
        }
        int from = 0;
        while (from < text.length()) {
            int to = end(text, from);
            if (!Character.isWhitespace(text.charAt(from))) {
                tokens.add(text.substring(from, to));
                offsets.add(from);
            }
            from = to;
        }
    }

    /** Where the token that begins at {@code from} ends. By hand: a regular expression would recurse. */
    private int end(String text, int from) {
        char c = text.charAt(from);
        int to = from + 1;
        if (Character.isWhitespace(c)) {
            return to;
        }
        if (c == '\'') {
            return endOfText(text, from);
        }
        if ((c == '+' || c == '-') && !tokens.isEmpty() && last().equals("now")) {
            return to;
        }
        if (isLetter(c) || c == ':' && to < text.length() && isLetter(text.charAt(to))) {
            while (to < text.length() && isInName(text, to)) {
                to++;
            }
            return to;
        }
        if (isDigit(c) || c == '-' && to < text.length() && isDigit(text.charAt(to))) {
            while (to < text.length() && (isDigit(text.charAt(to)) || text.charAt(to) == '.')) {
                to++;
            }
            return to;
        }
        for (String sign : SIGNS) {
            if (text.startsWith(sign, from)) {
                return from + sign.length();
            }
        }
        throw new Bad(
                node.part(from, Character.charCount(text.codePointAt(from))),
                "`" + Character.toString(text.codePointAt(from)) + "` means nothing in a condition",
                c == '"'
                        ? "text goes in single quotes"
                        : c == '+' || c == '-'
                                ? "a duration stands behind `now`: `dueAt < now - 5 minutes`"
                                : "leave it out");
    }

    private String last() {
        return tokens.get(tokens.size() - 1);
    }

    /** A quote inside the text is written twice. */
    private int endOfText(String text, int from) {
        int to = from + 1;
        while (to < text.length()) {
            if (text.charAt(to) != '\'') {
                to++;
            } else if (text.startsWith("''", to)) {
                to += 2;
            } else {
                return to + 1;
            }
        }
        throw new Bad(node.part(from, text.length() - from), "this text is not closed", "close it with a single quote");
    }

    private static boolean isInName(String text, int at) {
        char c = text.charAt(at);
        boolean dotted = c == '.' && at + 1 < text.length() && isLetter(text.charAt(at + 1));
        return isLetter(c) || isDigit(c) || dotted;
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    static boolean isName(String token) {
        return isLetter(token.charAt(0));
    }

    boolean atEnd() {
        return at == tokens.size();
    }

    String peek() {
        return atEnd() ? null : tokens.get(at);
    }

    void next() {
        at++;
    }

    boolean take(String sign) {
        if (sign.equals(peek())) {
            at++;
            return true;
        }
        return false;
    }

    boolean takeWord(String lower) {
        if (!atEnd() && tokens.get(at).toLowerCase(Locale.ROOT).equals(lower)) {
            at++;
            return true;
        }
        return false;
    }

    void expect(String sign) {
        if (!take(sign)) {
            throw unexpected("`" + sign + "` is missing here");
        }
    }

    /** The name before an opening bracket, or null. */
    String functionAhead() {
        boolean call = at + 1 < tokens.size() && tokens.get(at + 1).equals("(") && isName(tokens.get(at));
        String name = call ? tokens.get(at) : null;
        return name == null || List.of("and", "or", "not", "in").contains(name.toLowerCase(Locale.ROOT)) ? null : name;
    }

    String unquoted(String token) {
        return token.substring(1, token.length() - 1).replace("''", "'");
    }

    Place place() {
        return atEnd()
                ? node.part(Math.max(0, node.value().length() - 1), 1)
                : node.part(offsets.get(at), tokens.get(at).length());
    }

    /** From a token's place to the last one taken. */
    Place since(Place start) {
        Place last = node.part(offsets.get(at - 1), tokens.get(at - 1).length());
        return new Place(
                start.line(), start.column(), Math.max(start.length(), last.column() + last.length() - start.column()));
    }

    Bad unexpected(String message) {
        return unexpected(message, "write `attribute = 'text'` and the like, joined by AND, OR and NOT");
    }

    Bad unexpected(String message, String advice) {
        return new Bad(place(), message, advice);
    }

    /** Leaves the condition at its first fault: what follows would only be guesses. */
    static final class Bad extends RuntimeException {
        private static final long serialVersionUID = 1;

        final transient Place place;
        final String advice;

        Bad(Place place, String message, String advice) {
            super(message, null, false, false);
            this.place = place;
            this.advice = advice;
        }
    }
}
