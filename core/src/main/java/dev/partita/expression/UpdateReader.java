package dev.partita.expression;

import dev.partita.item.AttributeValue;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Reads an update.
 *
 * <pre>
 * update  := (SET path '=' value, ... | REMOVE path, ... | ADD path :value, ... | DELETE path :value, ...)+
 * value   := '(' value ')' | operand | operand '+' operand | operand '-' operand
 * operand := '(' operand ')' | path | :value | function '(' operand, ... ')'
 * </pre>
 */
final class UpdateReader extends ExpressionReader {

    static final Set<String> FUNCTIONS = Set.of("if_not_exists", "list_append");

    private final List<Update.Action> actions = new ArrayList<>();
    private final Set<Token> sections = EnumSet.noneOf(Token.class);

    private UpdateReader(String text, Placeholders placeholders) {
        super(text, ExpressionKind.UPDATE, placeholders);
    }

    static Update read(String text, Placeholders placeholders) {
        UpdateReader reader = new UpdateReader(text, placeholders);
        do {
            reader.section();
        } while (reader.token() != Token.END);
        List<Path> targets = new ArrayList<>(reader.actions.size());
        for (Update.Action action : reader.actions) {
            targets.add(action.path());
        }
        reader.checkPaths(targets);
        reader.finish();
        return Update.of(reader.actions);
    }

    private void section() {
        Token section = token();
        if (section != Token.SET && section != Token.REMOVE && section != Token.ADD && section != Token.DELETE) {
            throw syntaxError();
        }
        if (!sections.add(section)) {
            note(
                    Fault.REPEATED_SECTION,
                    "The \"" + section + "\" section can only be used once in an update expression;");
        }
        lexer.advance();
        do {
            action(section);
        } while (skip(Token.COMMA));
    }

    private void action(Token section) {
        Path path = path();
        if (section == Token.SET) {
            expect(Token.EQ);
            actions.add(new Update.Put(path, setValue()));
        } else if (section == Token.REMOVE) {
            actions.add(new Update.Remove(path));
        } else {
            Operand.Value value = value();
            boolean fits = value.value() instanceof AttributeValue.SS
                    || value.value() instanceof AttributeValue.NS
                    || value.value() instanceof AttributeValue.BS
                    || section == Token.ADD && value.value() instanceof AttributeValue.N;
            if (!fits && value.type() != null) {
                note(
                        Fault.SECTION_OPERAND,
                        "Incorrect operand type for operator or function; operator: " + section + ", operand type: "
                                + value.type().longName() + ", typeSet: ALLOWED_FOR_" + section + "_OPERAND");
            }
            actions.add(section == Token.ADD ? new Update.Add(path, value) : new Update.Delete(path, value));
        }
    }

    private Operand setValue() {
        Operand left;
        if (token() == Token.OPEN) {
            open();
            left = close(setValue());
            if (left instanceof Operand.Arithmetic) {
                return left;
            }
        } else {
            left = operand();
        }
        if (token() != Token.PLUS && token() != Token.MINUS) {
            return left;
        }
        boolean minus = token() == Token.MINUS;
        lexer.advance();
        Operand right = operand();
        countOperator();
        checkOperand(minus ? "-" : "+", left, AttributeValue.Type.N);
        checkOperand(minus ? "-" : "+", right, AttributeValue.Type.N);
        return new Operand.Arithmetic(left, minus, right);
    }

    private Operand operand() {
        if (token() == Token.OPEN) {
            open();
            return close(operand());
        }
        if (token() == Token.VALUE) {
            return value();
        }
        if (token() == Token.IDENTIFIER && lexer.isCall()) {
            return call();
        }
        return path();
    }

    private Operand call() {
        String function = lexer.written();
        if (!FUNCTIONS.contains(function)) {
            note(
                    Fault.UNKNOWN_FUNCTION,
                    ConditionReader.FUNCTIONS.contains(function)
                            ? "The function is not allowed in an update expression; function: " + function
                            : "Invalid function name; function: " + function);
        }
        lexer.advance();
        open();
        List<Operand> operands = new ArrayList<>(2);
        do {
            operands.add(operand());
        } while (skip(Token.COMMA));
        close();
        countOperator();
        for (Operand operand : operands) {
            if (operand instanceof Operand.ListAppend) {
                noteMisuse("list_append");
            }
        }
        if (operands.size() != 2) {
            noteOperandCount(function, operands.size());
            return Path.of(function);
        }
        return function.equals("if_not_exists")
                ? ifNotExists(function, operands.get(0), operands.get(1))
                : listAppend(function, operands.get(0), operands.get(1));
    }

    private Operand ifNotExists(String function, Operand first, Operand otherwise) {
        checkDistinct(function, first, otherwise);
        if (first instanceof Path path) {
            return new Operand.IfNotExists(path, otherwise);
        }
        noteNotAPath(function);
        return first;
    }

    private Operand listAppend(String function, Operand first, Operand second) {
        checkOperand(function, first, AttributeValue.Type.L);
        checkOperand(function, second, AttributeValue.Type.L);
        return new Operand.ListAppend(first, second);
    }

    private void checkOperand(String function, Operand operand, AttributeValue.Type wanted) {
        if (operand instanceof Operand.ListAppend) {
            noteMisuse("list_append");
        } else if (operand instanceof Operand.Value value && value.type() != null && value.type() != wanted) {
            noteOperandType(function, value.type());
        }
    }
}
