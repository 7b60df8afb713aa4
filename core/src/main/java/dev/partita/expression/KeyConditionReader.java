package dev.partita.expression;

import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import java.util.ArrayList;
import java.util.List;

/** Takes a parsed condition apart into what a Query may ask of keys, clause by clause in written order. */
final class KeyConditionReader {

    private static final String PREFIX = "Invalid KeyConditionExpression: KeyConditionExpressions ";

    private final List<KeyCondition.Clause> clauses = new ArrayList<>(2);

    private KeyConditionReader() {}

    static KeyCondition read(Condition condition) {
        KeyConditionReader reader = new KeyConditionReader();
        reader.add(condition);
        return new KeyCondition(reader.clauses);
    }

    private void add(Condition condition) {
        if (condition instanceof Condition.And and) {
            add(and.left());
            add(and.right());
        } else if (condition instanceof Condition.Compare compare) {
            addComparison(compare);
        } else if (condition instanceof Condition.Between between) {
            requireFirst("BETWEEN", between.value());
            String attribute = attribute(between.value(), between.low(), between.high());
            addClause(attribute, KeyCondition.Operator.BETWEEN, value(between.low()), value(between.high()));
        } else if (condition instanceof Condition.BeginsWith beginsWith) {
            requireFirst("begins_with", beginsWith.operand());
            String attribute = attribute(beginsWith.operand(), beginsWith.prefix());
            addClause(attribute, KeyCondition.Operator.BEGINS_WITH, value(beginsWith.prefix()), null);
        } else {
            throw invalidOperator(operatorOf(condition));
        }
    }

    private void addComparison(Condition.Compare compare) {
        KeyCondition.Operator operator =
                switch (compare.comparator()) {
                    case EQ -> KeyCondition.Operator.EQ;
                    case LT -> KeyCondition.Operator.LT;
                    case LE -> KeyCondition.Operator.LE;
                    case GT -> KeyCondition.Operator.GT;
                    case GE -> KeyCondition.Operator.GE;
                    case NE -> throw invalidOperator("<>");
                };
        String attribute = attribute(compare.left(), compare.right());
        if (compare.left() instanceof Path) {
            addClause(attribute, operator, value(compare.right()), null);
        } else {
            addClause(attribute, flipped(operator), value(compare.left()), null);
        }
    }

    private void addClause(
            String attribute, KeyCondition.Operator operator, AttributeValue first, AttributeValue second) {
        for (KeyCondition.Clause clause : clauses) {
            if (clause.attribute().equals(attribute)) {
                throw ApiException.validation(PREFIX + "must only contain one condition per key");
            }
        }
        clauses.add(new KeyCondition.Clause(attribute, operator, first, second));
    }

    private static void requireFirst(String operator, Operand first) {
        if (first instanceof Operand.Value) {
            throw invalidCondition(operator + " operator must have the key attribute as its first operand");
        }
    }

    /** The one attribute among {@code operands}; the others must be values. */
    private static String attribute(Operand... operands) {
        String attribute = null;
        for (Operand operand : operands) {
            if (operand instanceof Operand.Size) {
                throw ApiException.validation(PREFIX + "cannot contain nested operations");
            }
            if (operand instanceof Path path) {
                if (attribute != null) {
                    throw invalidCondition("Multiple attribute names used in one condition");
                }
                if (path.isNested()) {
                    throw ApiException.validation(PREFIX + "cannot have conditions on nested attributes");
                }
                attribute = path.name();
            }
        }
        if (attribute == null) {
            throw invalidCondition("No key attribute specified");
        }
        return attribute;
    }

    private static AttributeValue value(Operand operand) {
        return ((Operand.Value) operand).value();
    }

    private static KeyCondition.Operator flipped(KeyCondition.Operator operator) {
        return switch (operator) {
            case LT -> KeyCondition.Operator.GT;
            case LE -> KeyCondition.Operator.GE;
            case GT -> KeyCondition.Operator.LT;
            case GE -> KeyCondition.Operator.LE;
            case EQ, BETWEEN, BEGINS_WITH -> operator;
        };
    }

    private static String operatorOf(Condition condition) {
        if (condition instanceof Condition.Or) {
            return "OR";
        } else if (condition instanceof Condition.Not) {
            return "NOT";
        } else if (condition instanceof Condition.In) {
            return "IN";
        } else if (condition instanceof Condition.Contains) {
            return "contains";
        } else if (condition instanceof Condition.AttributeExists) {
            return "attribute_exists";
        } else if (condition instanceof Condition.AttributeNotExists) {
            return "attribute_not_exists";
        }
        return "attribute_type";
    }

    private static ApiException invalidOperator(String operator) {
        return ApiException.validation("Invalid operator used in KeyConditionExpression: " + operator);
    }

    private static ApiException invalidCondition(String detail) {
        return ApiException.validation("Invalid condition in KeyConditionExpression: " + detail);
    }
}
