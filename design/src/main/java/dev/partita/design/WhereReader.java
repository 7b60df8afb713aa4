package dev.partita.design;

import dev.partita.design.internal.text.MomentText;
import dev.partita.design.internal.text.Quantities;
import dev.partita.design.internal.text.ReaderRule;
import dev.partita.design.internal.text.ReadingProblems;
import dev.partita.design.internal.text.Spelling;
import dev.partita.design.model.Moment;
import dev.partita.design.model.Node;
import dev.partita.design.model.Place;
import dev.partita.design.model.Where;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Conditions: {@code status <> 'SUSPENDED' AND isPublic}. OR binds least, then AND, then NOT. */
final class WhereReader {

    private static final int MAX_DEPTH = 40;
    private static final Set<String> FUNCTIONS = Set.of("begins_with", "contains", "exists", "missing", "size");

    private final WhereTokens tokens;
    private int depth;

    private WhereReader(WhereTokens tokens) {
        this.tokens = tokens;
    }

    /** The condition, or null with a finding. */
    static Where read(Node node, String subject, ReadingProblems problems) {
        if (node == null) {
            return null;
        }
        if (!(node instanceof Node.Text text)) {
            problems.error(
                    ReaderRule.WRONG_KIND,
                    subject,
                    node.place(),
                    "a condition is text, not " + node.kind(),
                    "put the condition in quotes");
            return null;
        }
        try {
            WhereReader reader = new WhereReader(new WhereTokens(text));
            Where where = reader.or();
            if (!reader.tokens.atEnd()) {
                throw reader.tokens.unexpected("the condition ends before this");
            }
            return where;
        } catch (WhereTokens.Bad bad) {
            problems.error(ReaderRule.BAD_CONDITION, subject, bad.place, bad.getMessage(), bad.advice);
            return null;
        }
    }

    private Where or() {
        if (++depth > MAX_DEPTH) {
            throw tokens.unexpected("this condition is nested too deep");
        }
        Place start = tokens.place();
        Where left = and();
        int joined = 0;
        while (tokens.takeWord("or")) {
            countJoined(++joined);
            left = new Where.Or(left, and(), tokens.since(start));
        }
        depth--;
        return left;
    }

    private Where and() {
        Place start = tokens.place();
        Where left = not();
        int joined = 0;
        while (tokens.takeWord("and")) {
            countJoined(++joined);
            left = new Where.And(left, not(), tokens.since(start));
        }
        return left;
    }

    /** Whoever walks the tree does so by recursion: a long chain is as deep as a deep nest. */
    private void countJoined(int joined) {
        if (joined > 200) {
            throw tokens.unexpected("this condition is too long");
        }
    }

    private Where not() {
        Place start = tokens.place();
        if (tokens.takeWord("not")) {
            if (++depth > MAX_DEPTH) {
                throw tokens.unexpected("this condition is nested too deep");
            }
            Where inner = not();
            depth--;
            return not(inner, tokens.since(start));
        }
        if (tokens.take("(")) {
            Where inner = or();
            tokens.expect(")");
            return inner;
        }
        return test(start);
    }

    /** What is not there is missing, however it is said: whoever compares conditions meets one form. */
    private static Where not(Where inner, Place place) {
        return inner instanceof Where.Exists exists
                ? new Where.Exists(exists.path(), !exists.missing(), place)
                : new Where.Not(inner, place);
    }

    private static Where compare(Where.Operand left, Where.Operator operator, Where.Operand right, Place place) {
        boolean isEqual = operator == Where.Operator.EQUAL;
        return (isEqual || operator == Where.Operator.DIFFERENT)
                        && left instanceof Where.Operand.Path path
                        && right instanceof Where.Operand.Null
                ? new Where.Exists(path, isEqual, place)
                : new Where.Compare(left, operator, right, place);
    }

    private Where test(Place start) {
        String function = tokens.functionAhead();
        if (function != null && !function.equals("size")) {
            return call(function, start);
        }
        Where.Operand left = operand();
        String operator = tokens.peek();
        Where.Operator comparison = Where.Operator.of(operator);
        if (comparison != null) {
            tokens.next();
            return compare(left, comparison, operand(), tokens.since(start));
        }
        if (operator != null && (operator.equals("==") || operator.equals("!="))) {
            throw tokens.unexpected(
                    "`" + operator + "` is not a comparison", operator.equals("==") ? "write `=`" : "write `<>`");
        }
        if (tokens.takeWord("between")) {
            Where.Operand low = operand();
            if (!tokens.takeWord("and")) {
                throw tokens.unexpected("BETWEEN wants AND and a second bound here");
            }
            return new Where.Between(left, low, operand(), tokens.since(start));
        }
        if (tokens.takeWord("in")) {
            return new Where.In(left, options(), tokens.since(start));
        }
        if (left instanceof Where.Operand.Path path) {
            return new Where.IsTrue(path, path.place());
        }
        throw tokens.unexpected("a comparison is missing here", "compare it: `= < <= > >= <>`, BETWEEN or IN");
    }

    private Where call(String function, Place start) {
        if (!FUNCTIONS.contains(function)) {
            throw tokens.unexpected(
                    "`" + function + "` is not a function",
                    Spelling.advice(function, new java.util.TreeSet<>(FUNCTIONS)));
        }
        tokens.next();
        tokens.expect("(");
        Where.Operand value = operand();
        Where result;
        if (function.equals("exists") || function.equals("missing")) {
            if (!(value instanceof Where.Operand.Path path)) {
                throw new WhereTokens.Bad(value.place(), "`" + function + "` takes an attribute", null);
            }
            tokens.expect(")");
            result = new Where.Exists(path, function.equals("missing"), tokens.since(start));
        } else {
            tokens.expect(",");
            Where.Operand argument = operand();
            tokens.expect(")");
            result = new Where.Call(
                    Where.Function.valueOf(function.toUpperCase(java.util.Locale.ROOT)),
                    value,
                    argument,
                    tokens.since(start));
        }
        return result;
    }

    private List<Where.Operand> options() {
        tokens.expect("(");
        List<Where.Operand> options = new ArrayList<>();
        do {
            if (options.size() == 100) {
                throw tokens.unexpected("IN takes at most 100 values");
            }
            options.add(operand());
        } while (tokens.take(","));
        tokens.expect(")");
        return options;
    }

    private Where.Operand operand() {
        Place place = tokens.place();
        if ("size".equals(tokens.functionAhead())) {
            tokens.next();
            tokens.expect("(");
            Where.Operand inner = operandPath();
            tokens.expect(")");
            return new Where.Operand.SizeOf((Where.Operand.Path) inner, tokens.since(place));
        }
        String token = tokens.peek();
        if (token == null) {
            throw tokens.unexpected("the condition ends too early");
        }
        char first = token.charAt(0);
        if (first == '\'') {
            tokens.next();
            return new Where.Operand.Text(tokens.unquoted(token), place);
        }
        if (first == ':') {
            tokens.next();
            return new Where.Operand.Argument(token.substring(1), place);
        }
        if (first == '-' || Character.isDigit(first)) {
            BigDecimal number = Quantities.number(token);
            if (number == null) {
                throw tokens.unexpected("`" + token + "` is not a number");
            }
            tokens.next();
            return new Where.Operand.Number(number, place);
        }
        switch (token) {
            case "true":
            case "false":
                tokens.next();
                return new Where.Operand.Truth(token.equals("true"), place);
            case "null":
                tokens.next();
                return new Where.Operand.Null(place);
            case "now":
                tokens.next();
                return new Where.Operand.Now(moment(), tokens.since(place));
            default:
                return operandPath();
        }
    }

    /** What follows {@code now}: nothing, or {@code + 10 minutes}. */
    private Moment moment() {
        boolean isBefore = tokens.take("-");
        if (!isBefore && !tokens.take("+")) {
            return Moment.NOW;
        }
        Place place = tokens.place();
        String number = taken();
        String unit = taken();
        Moment moment = unit == null ? null : MomentText.shifted(isBefore, number + " " + unit);
        if (moment == null) {
            throw new WhereTokens.Bad(
                    unit == null ? place : tokens.since(place), "this is no duration", MomentText.HOW);
        }
        return moment;
    }

    /** The next token, taken; null at the end. */
    private String taken() {
        String token = tokens.peek();
        if (token != null) {
            tokens.next();
        }
        return token;
    }

    private Where.Operand operandPath() {
        Place place = tokens.place();
        String token = tokens.peek();
        if (token == null || !WhereTokens.isName(token)) {
            throw tokens.unexpected(
                    token == null ? "the condition ends too early" : "`" + token + "` stands where an attribute should",
                    "text goes in single quotes, arguments after a colon: `:status`");
        }
        List<String> names = List.of(token.split("\\."));
        if (names.size() > 20) {
            throw tokens.unexpected("this path is too long");
        }
        tokens.next();
        return new Where.Operand.Path(names, place);
    }
}
