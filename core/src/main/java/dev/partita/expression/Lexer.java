package dev.partita.expression;

/**
 * Cuts expression text into tokens, one at a time and without copying.
 *
 * <p>A character that starts no token is a token of its own, so that the syntax error names it.
 */
final class Lexer {

    private final String text;
    private int previousStart = -1;
    private int previousEnd;
    private int start;
    private int end;
    private Token token;

    Lexer(String text) {
        this.text = text;
        token = scan(0);
    }

    Token token() {
        return token;
    }

    /** The current token as written. */
    String written() {
        return token == Token.END ? "<EOF>" : text.substring(start, end);
    }

    void advance() {
        previousStart = start;
        previousEnd = end;
        token = scan(end);
    }

    /** Whether an opening parenthesis follows the current token. */
    boolean isCall() {
        int at = end;
        while (at < text.length() && isSpace(text.charAt(at))) {
            at++;
        }
        return at < text.length() && text.charAt(at) == '(';
    }

    /** Where the current token starts. */
    int start() {
        return start;
    }

    /** The text from {@code from} to the end of the token before the current one. */
    String writtenSince(int from) {
        return text.substring(from, previousEnd);
    }

    /** The current token with its neighbours, as a syntax error shows it. */
    String near() {
        int from = Math.max(previousStart, 0);
        if (token == Token.END) {
            return text.substring(from);
        }
        Lexer next = new Lexer(text.substring(end));
        return text.substring(from, next.token == Token.END ? text.length() : end + next.end);
    }

    private Token scan(int at) {
        int length = text.length();
        while (at < length && isSpace(text.charAt(at))) {
            at++;
        }
        start = at;
        if (at == length) {
            end = at;
            return Token.END;
        }
        char c = text.charAt(at);
        if (isLetter(c)) {
            end = skipWord(at + 1);
            return keyword();
        }
        if (c == '#' || c == ':') {
            end = skipWord(at + 1);
            return end == at + 1 ? Token.UNKNOWN : c == '#' ? Token.NAME : Token.VALUE;
        }
        if (isDigit(c)) {
            end = at + 1;
            while (c != '0' && end < length && isDigit(text.charAt(end))) {
                end++;
            }
            return Token.NUMBER;
        }
        return symbol(c, at + 1 < length ? text.charAt(at + 1) : ' ');
    }

    private Token symbol(char c, char following) {
        end = start + 1;
        switch (c) {
            case '(':
                return Token.OPEN;
            case ')':
                return Token.CLOSE;
            case '[':
                return Token.OPEN_INDEX;
            case ']':
                return Token.CLOSE_INDEX;
            case ',':
                return Token.COMMA;
            case '.':
                return Token.DOT;
            case '+':
                return Token.PLUS;
            case '-':
                return Token.MINUS;
            case '=':
                return Token.EQ;
            case '<':
                if (following == '>' || following == '=') {
                    end++;
                    return following == '>' ? Token.NE : Token.LE;
                }
                return Token.LT;
            case '>':
                if (following == '=') {
                    end++;
                    return Token.GE;
                }
                return Token.GT;
            default:
                return Token.UNKNOWN;
        }
    }

    private Token keyword() {
        switch (end - start) {
            case 2:
                return is("OR") ? Token.OR : is("IN") ? Token.IN : Token.IDENTIFIER;
            case 3:
                return is("AND")
                        ? Token.AND
                        : is("NOT") ? Token.NOT : is("SET") ? Token.SET : is("ADD") ? Token.ADD : Token.IDENTIFIER;
            case 6:
                return is("REMOVE") ? Token.REMOVE : is("DELETE") ? Token.DELETE : Token.IDENTIFIER;
            case 7:
                return is("BETWEEN") ? Token.BETWEEN : Token.IDENTIFIER;
            default:
                return Token.IDENTIFIER;
        }
    }

    private boolean is(String word) {
        return text.regionMatches(true, start, word, 0, word.length());
    }

    private int skipWord(int at) {
        while (at < text.length() && isWordPart(text.charAt(at))) {
            at++;
        }
        return at;
    }

    static boolean isWordPart(char c) {
        return isLetter(c) || isDigit(c) || c == '_';
    }

    static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }
}
