package dev.partita.expression;

import dev.partita.item.AttributeValue;
import dev.partita.item.Limits;
import dev.partita.item.ValueChecks;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads conditions, filters and key conditions.
 *
 * <pre>
 * or      := and (OR and)*
 * and     := not (AND not)*
 * not     := NOT* clause
 * clause  := term | operand comparator operand | operand BETWEEN operand AND operand | operand IN '(' operand, ... ')'
 * term    := '(' or ')' | operand
 * operand := '(' operand ')' | path | :value | function '(' operand, ... ')'
 * </pre>
 *
 * What parentheses hold, and whether a function is an operand or a condition, is known only from what follows.
 */
final class ConditionReader extends ExpressionReader {

    private static final Set<String> TYPE_NAMES = Set.of("B", "NULL", "SS", "BOOL", "L", "BS", "N", "NS", "S", "M");

    static final Set<String> FUNCTIONS =
            Set.of("attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains", "size");

    /** A function call: an operand if it is size, otherwise a condition; neither if there is no such function. */
    private record Call(String function, Operand operand, Condition condition) implements Term {}

    private ConditionReader(String text, ExpressionKind kind, Placeholders placeholders) {
        super(text, kind, placeholders);
    }

    static Condition read(String text, ExpressionKind kind, Placeholders placeholders) {
        ConditionReader reader = new ConditionReader(text, kind, placeholders);
        Condition condition = reader.asCondition(reader.or());
        reader.finish();
        return condition;
    }

    private Term or() {
        Term left = and();
        while (token() == Token.OR) {
            Condition first = asCondition(left);
            lexer.advance();
            left = new Condition.Or(first, asCondition(and()));
            countOperator();
        }
        return left;
    }

    private Term and() {
        Term left = not();
        while (token() == Token.AND) {
            Condition first = asCondition(left);
            lexer.advance();
            left = new Condition.And(first, asCondition(not()));
            countOperator();
        }
        return left;
    }

    private Term not() {
        int nots = 0;
        while (skip(Token.NOT)) {
            nots++;
            countOperator();
        }
        Term term = clause();
        if (nots == 0) {
            return term;
        }
        Condition condition = asCondition(term);
        for (; nots > 0; nots--) {
            condition = new Condition.Not(condition);
        }
        return condition;
    }

    private Term clause() {
        Term term = token() == Token.OPEN ? parentheses() : operandTerm();
        switch (token()) {
            case EQ:
                return compare(term, Condition.Comparator.EQ);
            case NE:
                return compare(term, Condition.Comparator.NE);
            case LT:
                return compare(term, Condition.Comparator.LT);
            case LE:
                return compare(term, Condition.Comparator.LE);
            case GT:
                return compare(term, Condition.Comparator.GT);
            case GE:
                return compare(term, Condition.Comparator.GE);
            case BETWEEN:
                return between(asOperand(term));
            case IN:
                return in(asOperand(term));
            default:
                return term;
        }
    }

    private Term parentheses() {
        open();
        return close(or());
    }

    private Condition compare(Term term, Condition.Comparator comparator) {
        Operand left = asOperand(term);
        lexer.advance();
        Operand right = operand();
        countOperator();
        checkDistinct(comparator.toString(), left, right);
        if (comparator != Condition.Comparator.EQ && comparator != Condition.Comparator.NE) {
            checkOrdered(comparator.toString(), left);
            checkOrdered(comparator.toString(), right);
        }
        return new Condition.Compare(left, comparator, right);
    }

    private Condition between(Operand value) {
        lexer.advance();
        Operand low = operand();
        expect(Token.AND);
        Operand high = operand();
        countOperator();
        checkDistinct("BETWEEN", value, low);
        checkDistinct("BETWEEN", value, high);
        checkOrdered("BETWEEN", value);
        checkOrdered("BETWEEN", low);
        checkOrdered("BETWEEN", high);
        if (low instanceof Operand.Value from && high instanceof Operand.Value to) {
            checkBounds(from.value(), to.value());
        }
        return new Condition.Between(value, low, high);
    }

    private void checkBounds(AttributeValue low, AttributeValue high) {
        boolean ordered = ValueChecks.areOrdered(low, high);
        if (ordered && ValueChecks.compare(low, high) <= 0) {
            return;
        }
        note(
                Fault.OPERAND,
                "The BETWEEN operator requires "
                        + (ordered
                                ? "upper bound to be greater than or equal to lower bound"
                                : "same data type for lower and upper bounds")
                        + "; lower bound operand: " + show(low) + ", upper bound operand: " + show(high));
    }

    private static String show(AttributeValue value) {
        String text = value instanceof AttributeValue.S s
                ? s.value()
                : value instanceof AttributeValue.N n
                        ? n.text()
                        : value instanceof AttributeValue.B b ? b.value().toString() : "";
        return "AttributeValue: {" + value.type() + ":" + text + "}";
    }

    private Condition in(Operand value) {
        lexer.advance();
        List<Operand> options = operands();
        countOperator();
        if (options.size() > Limits.EXPRESSION_IN_OPERANDS) {
            note(
                    Fault.OPERAND,
                    "The IN operator is provided with too many operands; number of operands: " + options.size());
        }
        for (Operand option : options) {
            checkDistinct("IN", value, option);
        }
        return new Condition.In(value, options);
    }

    private List<Operand> operands() {
        open();
        List<Operand> operands = new ArrayList<>(2);
        do {
            operands.add(operand());
        } while (skip(Token.COMMA));
        close();
        return operands;
    }

    private Operand operand() {
        if (token() == Token.OPEN) {
            open();
            return close(operand());
        }
        return asOperand(operandTerm());
    }

    private Term operandTerm() {
        if (token() == Token.VALUE) {
            return value();
        }
        if (token() == Token.IDENTIFIER && lexer.isCall()) {
            return call();
        }
        return path();
    }

    private Call call() {
        String function = lexer.written();
        if (!FUNCTIONS.contains(function)) {
            note(
                    Fault.UNKNOWN_FUNCTION,
                    UpdateReader.FUNCTIONS.contains(function)
                            ? "The function is not allowed in a condition expression; function: " + function
                            : "Invalid function name; function: " + function);
        }
        lexer.advance();
        List<Operand> operands = operands();
        countOperator();
        switch (function) {
            case "attribute_exists":
            case "attribute_not_exists":
                return exists(function, operands);
            case "attribute_type":
                return attributeType(function, operands);
            case "begins_with":
                return beginsWith(function, operands);
            case "contains":
                if (isBinary(function, operands)) {
                    return new Call(function, null, new Condition.Contains(operands.get(0), operands.get(1)));
                }
                return nonsense(function);
            case "size":
                return size(function, operands);
            default:
                return nonsense(function);
        }
    }

    private Call exists(String function, List<Operand> operands) {
        if (operands.size() != 1) {
            noteOperandCount(function, operands.size());
            return nonsense(function);
        }
        if (!(operands.get(0) instanceof Path path)) {
            noteNotAPath(function);
            return nonsense(function);
        }
        return new Call(
                function,
                null,
                function.equals("attribute_exists")
                        ? new Condition.AttributeExists(path)
                        : new Condition.AttributeNotExists(path));
    }

    private Call attributeType(String function, List<Operand> operands) {
        if (!isBinary(function, operands)) {
            return nonsense(function);
        }
        Operand type = operands.get(1);
        if (!(type instanceof Operand.Value constant && constant.value() instanceof AttributeValue.S name)) {
            noteOperandType(function, type.type() == null ? "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}" : type.type());
        } else if (!TYPE_NAMES.contains(name.value())) {
            note(
                    Fault.OPERAND,
                    "Invalid attribute type name found; type: " + name.value()
                            + ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
        }
        return new Call(function, null, new Condition.AttributeType(operands.get(0), type));
    }

    private Call beginsWith(String function, List<Operand> operands) {
        if (!isBinary(function, operands)) {
            return nonsense(function);
        }
        for (Operand operand : operands) {
            AttributeValue.Type type = operand.type();
            if (type != null && type != AttributeValue.Type.S && type != AttributeValue.Type.B) {
                noteOperandType(function, type);
            }
        }
        return new Call(function, null, new Condition.BeginsWith(operands.get(0), operands.get(1)));
    }

    private Call size(String function, List<Operand> operands) {
        if (operands.size() != 1) {
            noteOperandCount(function, operands.size());
            return nonsense(function);
        }
        AttributeValue.Type type = operands.get(0).type();
        if (type == AttributeValue.Type.N || type == AttributeValue.Type.BOOL || type == AttributeValue.Type.NULL) {
            noteOperandType(function, type);
        }
        return new Call(function, new Operand.Size(operands.get(0)), null);
    }

    private boolean isBinary(String function, List<Operand> operands) {
        if (operands.size() != 2) {
            noteOperandCount(function, operands.size());
            return false;
        }
        checkDistinct(function, operands.get(0), operands.get(1));
        return true;
    }

    private void checkOrdered(String operator, Operand operand) {
        AttributeValue.Type type = operand.type();
        if (type != null
                && type != AttributeValue.Type.S
                && type != AttributeValue.Type.N
                && type != AttributeValue.Type.B) {
            noteOperandType(operator, type);
        }
    }

    /** Stands for a call that has a fault already noted. */
    private static Call nonsense(String function) {
        return new Call(function, Path.of(function), Condition.ALWAYS);
    }

    private Condition asCondition(Term term) {
        if (term instanceof Condition condition) {
            return condition;
        }
        if (!(term instanceof Call call)) {
            throw syntaxError();
        }
        if (call.condition == null || call.function.equals("size")) {
            noteMisuse(call.function);
            return Condition.ALWAYS;
        }
        return call.condition;
    }

    private Operand asOperand(Term term) {
        if (term instanceof Operand operand) {
            return operand;
        }
        if (!(term instanceof Call call)) {
            throw syntaxError();
        }
        if (call.operand == null || !call.function.equals("size")) {
            noteMisuse(call.function);
            return Path.of(call.function);
        }
        return call.operand;
    }
}
