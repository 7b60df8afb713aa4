package dev.partita.design;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The words and signs of a condition, each with its place. */
final class WhereTokens {

    private static final java.util.regex.Pattern NAME =
            java.util.regex.Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_-]*)*");
    private static final java.util.regex.Pattern TOKEN = java.util.regex.Pattern.compile(
            "\\s+|'[^']*+(?:''[^']*+)*+'|[A-Za-z_][A-Za-z0-9_]*(?:\\.[A-Za-z_][A-Za-z0-9_-]*)*|:[A-Za-z_][A-Za-z0-9_]*"
                    + "|-?[0-9]+(?:\\.[0-9]+)?|<>|<=|>=|==|!=|[=<>(),]");
    private static final int MAX_LENGTH = 4096;

    private final Node.Text node;
    private final List<String> tokens = new ArrayList<>();
    private final List<Integer> offsets = new ArrayList<>();
    private int at;

    WhereTokens(Node.Text node) {
        this.node = node;
        String text = node.value();
        if (text.length() > MAX_LENGTH) {
            throw new Bad(node.place(), "this condition is too long", null);
        }
        var matcher = TOKEN.matcher(text);
        int from = 0;
        while (from < text.length()) {
            if (!matcher.find(from) || matcher.start() != from) {
                char c = text.charAt(from);
                throw new Bad(
                        node.part(from, c == '\'' ? text.length() - from : 1),
                        c == '\'' ? "this text is not closed" : "`" + c + "` means nothing in a condition",
                        c == '"' ? "text goes in single quotes" : c == '\'' ? "close it with a single quote" : null);
            }
            String token = matcher.group();
            if (!token.isBlank()) {
                tokens.add(token);
                offsets.add(from);
            }
            from = matcher.end();
        }
    }

    static boolean isName(String token) {
        return NAME.matcher(token).matches();
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
        return unexpected(message, null);
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
