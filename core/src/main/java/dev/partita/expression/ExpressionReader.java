package dev.partita.expression;

import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Limits;
import dev.partita.item.Utf8;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What all four grammars share: tokens, paths, placeholders, parentheses and the bookkeeping of faults.
 *
 * <p>A syntax error is thrown where it is met. Any other fault is only noted, because a syntax error or a fault of lower
 * rank further on wins; {@link #finish} throws the one that won. So one pass is enough, and what was read in the presence
 * of a fault may be nonsense, but is never answered.
 */
abstract class ExpressionReader {

    /** An expression within the operator limit needs no more; so input cannot exhaust the stack. */
    private static final int DEPTH = 320;

    private static final String REDUNDANT = "The expression has redundant parentheses;";

    final Lexer lexer;
    private final ExpressionKind kind;
    private final Placeholders placeholders;
    private int rank = Integer.MAX_VALUE;
    private String message;
    private int operators;
    private int depth;
    private Term lastInParentheses;

    ExpressionReader(String text, ExpressionKind kind, Placeholders placeholders) {
        this.kind = kind;
        this.placeholders = placeholders;
        if (text.isEmpty()) {
            throw error("The expression can not be empty;");
        }
        if (text.length() * 3 > Limits.EXPRESSION_BYTES && Utf8.length(text) > Limits.EXPRESSION_BYTES) {
            boolean shown = kind != ExpressionKind.UPDATE && kind != ExpressionKind.PROJECTION;
            throw error("Expression size has exceeded the maximum allowed size;"
                    + (shown ? " expression size: " + Utf8.length(text) : ""));
        }
        lexer = new Lexer(text);
    }

    final Token token() {
        return lexer.token();
    }

    /** Moves past the current token if it is {@code token}. */
    final boolean skip(Token token) {
        if (lexer.token() != token) {
            return false;
        }
        lexer.advance();
        return true;
    }

    final void expect(Token token) {
        if (!skip(token)) {
            throw syntaxError();
        }
    }

    final ApiException syntaxError() {
        return error("Syntax error; token: \"" + lexer.written() + "\", near: \"" + lexer.near() + "\"");
    }

    final ApiException error(String text) {
        return ApiException.validation("Invalid " + kind.wireName() + ": " + text);
    }

    final void note(Fault fault, String text) {
        if (fault.rank(kind) < rank) {
            rank = fault.rank(kind);
            message = text;
        }
    }

    /** Requires the end of the text and reports the fault that won, if there was one. */
    final void finish() {
        if (token() != Token.END) {
            throw syntaxError();
        }
        if (message != null) {
            throw error(message);
        }
    }

    final void countOperator() {
        operators++;
        if (operators > Limits.EXPRESSION_OPERATORS) {
            note(Fault.TOO_MANY_OPERATORS, "The expression contains too many operators; operator count: " + operators);
        }
    }

    /** Moves past an opening parenthesis, unless that is nested too deeply for the expression to be right. */
    final void open() {
        depth++;
        if (depth > DEPTH) {
            throw tooDeep();
        }
        expect(Token.OPEN);
    }

    final void close() {
        depth--;
        expect(Token.CLOSE);
    }

    /** Closes the parentheses around {@code inner} and answers it. */
    final <T extends Term> T close(T inner) {
        close();
        if (inner == lastInParentheses) {
            note(Fault.REDUNDANT_PARENTHESES, REDUNDANT);
        }
        lastInParentheses = inner;
        return inner;
    }

    /** Parentheses this deep are redundant, or there are too many operators, or they do not match. */
    private ApiException tooDeep() {
        int open = depth - 1;
        while (token() != Token.END && open >= 0) {
            open += token() == Token.OPEN ? 1 : token() == Token.CLOSE ? -1 : 0;
            lexer.advance();
        }
        if (open != 0) {
            return syntaxError();
        }
        return error(message == null ? REDUNDANT : message);
    }

    final Path path() {
        int start = lexer.start();
        String written = lexer.written();
        String name = name(written);
        if (token() != Token.DOT && token() != Token.OPEN_INDEX) {
            return new Path(name, List.of(), written);
        }
        List<Path.Step> steps = new ArrayList<>(4);
        while (true) {
            if (skip(Token.DOT)) {
                steps.add(new Path.Member(name(lexer.written())));
            } else if (skip(Token.OPEN_INDEX)) {
                steps.add(new Path.Element(index()));
                expect(Token.CLOSE_INDEX);
            } else {
                break;
            }
        }
        if (steps.size() >= Limits.NESTING_LEVELS) {
            note(
                    Fault.PATH_TOO_DEEP,
                    "The document path has too many nesting levels; nesting levels: " + (steps.size() + 1));
        }
        return new Path(name, List.copyOf(steps), lexer.writtenSince(start));
    }

    final Operand.Value value() {
        if (token() != Token.VALUE) {
            throw syntaxError();
        }
        String token = lexer.written();
        AttributeValue value = placeholders.value(token);
        if (value == null) {
            note(
                    Fault.UNDEFINED_VALUE,
                    "An expression attribute value used in expression is not defined; attribute value: " + token);
            value = AttributeValue.Null.NULL;
        }
        lexer.advance();
        return new Operand.Value(token, value);
    }

    final void noteOperandCount(String function, int count) {
        note(
                Fault.OPERAND,
                "Incorrect number of operands for operator or function; operator or function: " + function
                        + ", number of operands: " + count);
    }

    final void noteOperandType(String function, Object type) {
        note(
                Fault.OPERAND,
                "Incorrect operand type for operator or function; operator or function: " + function
                        + ", operand type: " + type);
    }

    final void noteNotAPath(String function) {
        note(Fault.OPERAND, "Operator or function requires a document path; operator or function: " + function);
    }

    final void noteMisuse(String function) {
        note(
                Fault.MISUSED_FUNCTION,
                "The function is not allowed to be used this way in an expression; function: " + function);
    }

    /** Refuses a path that is compared with itself. */
    final void checkDistinct(String function, Operand first, Operand other) {
        if (first instanceof Path path && path.equals(other)) {
            note(
                    Fault.OPERAND,
                    "The first operand must be distinct from the remaining operands for this operator or function;"
                            + " operator: " + function + ", first operand: " + path.shown());
        }
    }

    /** Refuses paths that lead into one another; of several such pairs the service shows the last. */
    final void checkPaths(List<Path> paths) {
        if (paths.size() > 16 && areOfDifferentAttributes(paths)) {
            return;
        }
        boolean conflict = false;
        for (int i = paths.size() - 2; i >= 0; i--) {
            Path one = paths.get(i);
            for (int j = paths.size() - 1; j > i; j--) {
                Path two = paths.get(j);
                if (one.overlaps(two)) {
                    note(Fault.OVERLAP, "Two document paths overlap with each other;" + show(one, two));
                    return;
                }
                if (!conflict && one.conflicts(two)) {
                    note(Fault.CONFLICT, "Two document paths conflict with each other;" + show(one, two));
                    conflict = true;
                }
            }
        }
    }

    private static boolean areOfDifferentAttributes(List<Path> paths) {
        Set<String> names = new HashSet<>();
        for (Path path : paths) {
            if (!names.add(path.name())) {
                return false;
            }
        }
        return true;
    }

    private static String show(Path one, Path two) {
        return " must remove or rewrite one of these paths; path one: " + one.shown() + ", path two: " + two.shown();
    }

    private String name(String written) {
        String name = written;
        if (token() == Token.IDENTIFIER) {
            if (ReservedWords.contains(written)) {
                note(Fault.RESERVED_WORD, "Attribute name is a reserved keyword; reserved keyword: " + written);
            }
        } else if (token() == Token.NAME) {
            name = placeholders.name(written);
            if (name == null) {
                note(
                        Fault.UNDEFINED_NAME,
                        "An expression attribute name used in the document path is not defined; attribute name: "
                                + written);
                name = written;
            }
        } else {
            throw syntaxError();
        }
        lexer.advance();
        return name;
    }

    private int index() {
        if (token() != Token.NUMBER) {
            throw syntaxError();
        }
        String digits = lexer.written();
        lexer.advance();
        if (digits.length() > 10 || Long.parseLong(digits) > Integer.MAX_VALUE) {
            note(Fault.INDEX_OUT_OF_RANGE, "List index is not within the allowable range; index: [" + digits + "]");
            return 0;
        }
        return Integer.parseInt(digits);
    }
}
