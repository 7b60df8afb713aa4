package dev.partita.expression;

import dev.partita.item.ApiException;
import dev.partita.item.AttributeValue;
import dev.partita.item.Dialect;
import dev.partita.item.ValueChecks;
import dev.partita.item.ValueProblem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The parameters from before expressions, translated onto the same trees. */
public final class Legacy {

    public enum ConditionalOperator {
        AND,
        OR
    }

    public enum ComparisonOperator {
        EQ,
        NE,
        IN,
        LE,
        LT,
        GE,
        GT,
        BETWEEN,
        NOT_NULL,
        NULL,
        CONTAINS,
        NOT_CONTAINS,
        BEGINS_WITH;

        private boolean takes(int arguments) {
            return switch (this) {
                case NULL, NOT_NULL -> arguments == 0;
                case BETWEEN -> arguments == 2;
                case IN -> arguments >= 1;
                case EQ, NE, LE, LT, GE, GT, CONTAINS, NOT_CONTAINS, BEGINS_WITH -> arguments == 1;
            };
        }

        private boolean takes(AttributeValue.Type type) {
            return switch (this) {
                case EQ, NE, NULL, NOT_NULL -> true;
                case CONTAINS, NOT_CONTAINS ->
                    isScalar(type) || type == AttributeValue.Type.BOOL || type == AttributeValue.Type.NULL;
                case BEGINS_WITH -> type == AttributeValue.Type.S || type == AttributeValue.Type.B;
                case IN, LE, LT, GE, GT, BETWEEN -> isScalar(type);
            };
        }

        private static boolean isScalar(AttributeValue.Type type) {
            return type == AttributeValue.Type.S || type == AttributeValue.Type.N || type == AttributeValue.Type.B;
        }
    }

    public enum Action {
        PUT,
        ADD,
        DELETE
    }

    /** One entry of Expected; absent members are null. */
    public record Expected(
            AttributeValue value,
            Boolean exists,
            ComparisonOperator comparisonOperator,
            List<AttributeValue> attributeValueList) {}

    /** One entry of KeyConditions, QueryFilter or ScanFilter. */
    public record Condition(ComparisonOperator comparisonOperator, List<AttributeValue> attributeValueList) {}

    /** One entry of AttributeUpdates; an absent action means PUT. */
    public record AttributeUpdate(AttributeValue value, Action action) {}

    private Legacy() {}

    /** The condition that Expected asks for; absent is one that always holds. */
    public static dev.partita.expression.Condition condition(
            Map<String, Expected> expected, ConditionalOperator operator) {
        List<dev.partita.expression.Condition> conditions = new ArrayList<>();
        if (expected != null) {
            expected.forEach((attribute, entry) -> {
                requireValid(entry.value, Dialect.CURRENT);
                requireValid(entry.attributeValueList, Dialect.CURRENT);
            });
            expected.forEach((attribute, entry) -> conditions.add(condition(attribute, entry)));
        }
        return joined(conditions, operator);
    }

    /** The filter that QueryFilter or ScanFilter asks for; absent is one that lets everything pass. */
    public static dev.partita.expression.Condition filter(
            Map<String, Condition> conditions, ConditionalOperator operator, String parameterName) {
        List<dev.partita.expression.Condition> parts = new ArrayList<>();
        if (conditions != null) {
            Dialect dialect = parameterName.equals("ScanFilter") ? Dialect.OLDER : Dialect.CURRENT;
            conditions.forEach((attribute, entry) -> requireValid(entry.attributeValueList, dialect));
            conditions.forEach((attribute, entry) -> {
                List<AttributeValue> arguments = arguments(entry.attributeValueList);
                check(entry.comparisonOperator, arguments);
                parts.add(condition(attribute, entry.comparisonOperator, arguments));
            });
        }
        return joined(parts, operator);
    }

    /** The clauses that KeyConditions asks for. */
    public static KeyCondition keyCondition(Map<String, Condition> conditions) {
        List<KeyCondition.Clause> clauses = new ArrayList<>(conditions.size());
        conditions.forEach((attribute, entry) -> requireValid(entry.attributeValueList, Dialect.CURRENT));
        conditions.forEach((attribute, entry) -> {
            List<AttributeValue> arguments = arguments(entry.attributeValueList);
            check(entry.comparisonOperator, arguments);
            clauses.add(new KeyCondition.Clause(
                    attribute,
                    keyOperator(entry.comparisonOperator),
                    arguments.get(0),
                    arguments.size() > 1 ? arguments.get(1) : null));
        });
        return new KeyCondition(clauses);
    }

    /** What AttributesToGet shows; absent shows the whole item. */
    public static Projection projection(List<String> attributesToGet) {
        if (attributesToGet == null) {
            return Projection.ALL;
        }
        List<Path> paths = new ArrayList<>(attributesToGet.size());
        Set<String> names = new HashSet<>();
        for (String name : attributesToGet) {
            if (!names.add(name)) {
                throw ApiException.invalidParameter("Duplicate value in attribute name: " + name);
            }
            paths.add(Path.of(name));
        }
        return Projection.of(paths);
    }

    /** What AttributeUpdates does; absent changes nothing. */
    public static Update update(Map<String, AttributeUpdate> attributeUpdates) {
        if (attributeUpdates == null) {
            return Update.NOTHING;
        }
        List<Update.Action> actions = new ArrayList<>(attributeUpdates.size());
        attributeUpdates.forEach((attribute, entry) -> requireValid(entry.value, Dialect.CURRENT));
        attributeUpdates.forEach((attribute, entry) -> actions.add(action(attribute, entry)));
        return Update.of(actions, "Type mismatch for attribute to update");
    }

    /** Refuses a request that has both kinds of parameter; the lists hold the names of those that are present. */
    public static void refuseMixing(List<String> nonExpression, List<String> expression) {
        if (!nonExpression.isEmpty() && !expression.isEmpty()) {
            throw ApiException.validation("Can not use both expression and non-expression parameters in the same"
                    + " request: Non-expression parameters: {" + String.join(", ", nonExpression)
                    + "} Expression parameters: {" + String.join(", ", expression) + "}");
        }
    }

    private static void requireValid(List<AttributeValue> values, Dialect dialect) {
        for (AttributeValue value : arguments(values)) {
            requireValid(value, dialect);
        }
    }

    /** Reports what is wrong with a value that came in, which the service does before it looks at its use. */
    private static void requireValid(AttributeValue value, Dialect dialect) {
        ValueProblem problem = value == null ? null : ValueChecks.problemIn(value, 1);
        if (problem != null) {
            throw problem.asException(dialect);
        }
    }

    private static dev.partita.expression.Condition joined(
            List<dev.partita.expression.Condition> conditions, ConditionalOperator operator) {
        if (operator != null && conditions.size() < 2) {
            throw ApiException.validation(
                    conditions.isEmpty()
                            ? "ConditionalOperator cannot be used without Filter or Expected"
                            : "ConditionalOperator can only be used when Filter or Expected has two or more elements");
        }
        if (conditions.isEmpty()) {
            return dev.partita.expression.Condition.ALWAYS;
        }
        dev.partita.expression.Condition all = conditions.get(0);
        for (dev.partita.expression.Condition condition : conditions.subList(1, conditions.size())) {
            all = operator == ConditionalOperator.OR
                    ? new dev.partita.expression.Condition.Or(all, condition)
                    : new dev.partita.expression.Condition.And(all, condition);
        }
        return all;
    }

    private static dev.partita.expression.Condition condition(String attribute, Expected expected) {
        ComparisonOperator operator = expected.comparisonOperator;
        List<AttributeValue> list = expected.attributeValueList;
        if (expected.value != null && list != null) {
            throw invalid("Value and AttributeValueList cannot be used together", attribute);
        }
        if (operator == null) {
            return presence(attribute, expected);
        }
        if (expected.exists != null) {
            throw invalid("Exists and ComparisonOperator cannot be used together", attribute);
        }
        boolean needsValue = operator != ComparisonOperator.NULL && operator != ComparisonOperator.NOT_NULL;
        if (needsValue && expected.value == null && list == null) {
            throw invalid("Value or AttributeValueList must be used with ComparisonOperator: " + operator, attribute);
        }
        List<AttributeValue> arguments = expected.value == null ? arguments(list) : List.of(expected.value);
        check(operator, arguments);
        return condition(attribute, operator, arguments);
    }

    /** The form without a comparison operator. */
    private static dev.partita.expression.Condition presence(String attribute, Expected expected) {
        if (expected.attributeValueList != null) {
            throw invalid("AttributeValueList can only be used with a ComparisonOperator", attribute);
        }
        if (Boolean.FALSE.equals(expected.exists)) {
            if (expected.value != null) {
                throw invalid("Value cannot be used when Exists is false", attribute);
            }
            return condition(attribute, ComparisonOperator.NULL, List.of());
        }
        if (expected.value == null) {
            throw invalid("Value must be provided when Exists is " + expected.exists, attribute);
        }
        return condition(attribute, ComparisonOperator.EQ, List.of(expected.value));
    }

    private static void check(ComparisonOperator operator, List<AttributeValue> arguments) {
        if (!operator.takes(arguments.size())) {
            throw ApiException.invalidParameter(
                    "Invalid number of argument(s) for the " + operator + " ComparisonOperator");
        }
        for (AttributeValue argument : arguments) {
            if (argument.type() != arguments.get(0).type()) {
                throw ApiException.invalidParameter("AttributeValues inside AttributeValueList must be of same type");
            }
        }
        for (AttributeValue argument : arguments) {
            if (!operator.takes(argument.type())) {
                throw ApiException.invalidParameter("ComparisonOperator " + operator + " is not valid for "
                        + argument.type() + " AttributeValue type");
            }
        }
        if (operator == ComparisonOperator.BETWEEN && ValueChecks.compare(arguments.get(0), arguments.get(1)) > 0) {
            throw ApiException.validation("The BETWEEN condition was provided a range where the lower bound is greater"
                    + " than the upper bound");
        }
    }

    private static dev.partita.expression.Condition condition(
            String attribute, ComparisonOperator operator, List<AttributeValue> arguments) {
        Path path = Path.of(attribute);
        List<Operand> values = new ArrayList<>(arguments.size());
        for (AttributeValue argument : arguments) {
            values.add(new Operand.Value(":" + values.size(), argument));
        }
        return switch (operator) {
            case EQ -> compare(path, dev.partita.expression.Condition.Comparator.EQ, values);
            case NE -> compare(path, dev.partita.expression.Condition.Comparator.NE, values);
            case LT -> compare(path, dev.partita.expression.Condition.Comparator.LT, values);
            case LE -> compare(path, dev.partita.expression.Condition.Comparator.LE, values);
            case GT -> compare(path, dev.partita.expression.Condition.Comparator.GT, values);
            case GE -> compare(path, dev.partita.expression.Condition.Comparator.GE, values);
            case IN -> new dev.partita.expression.Condition.In(path, values);
            case BETWEEN -> new dev.partita.expression.Condition.Between(path, values.get(0), values.get(1));
            case NULL -> new dev.partita.expression.Condition.AttributeNotExists(path);
            case NOT_NULL -> new dev.partita.expression.Condition.AttributeExists(path);
            case CONTAINS -> new dev.partita.expression.Condition.Contains(path, values.get(0));
            case NOT_CONTAINS ->
                new dev.partita.expression.Condition.And(
                        new dev.partita.expression.Condition.AttributeExists(path),
                        new dev.partita.expression.Condition.Not(
                                new dev.partita.expression.Condition.Contains(path, values.get(0))));
            case BEGINS_WITH -> new dev.partita.expression.Condition.BeginsWith(path, values.get(0));
        };
    }

    private static dev.partita.expression.Condition compare(
            Path path, dev.partita.expression.Condition.Comparator comparator, List<Operand> values) {
        return new dev.partita.expression.Condition.Compare(path, comparator, values.get(0));
    }

    private static KeyCondition.Operator keyOperator(ComparisonOperator operator) {
        return switch (operator) {
            case EQ -> KeyCondition.Operator.EQ;
            case LT -> KeyCondition.Operator.LT;
            case LE -> KeyCondition.Operator.LE;
            case GT -> KeyCondition.Operator.GT;
            case GE -> KeyCondition.Operator.GE;
            case BETWEEN -> KeyCondition.Operator.BETWEEN;
            case BEGINS_WITH -> KeyCondition.Operator.BEGINS_WITH;
            case NE, IN, NOT_NULL, NULL, CONTAINS, NOT_CONTAINS ->
                throw ApiException.validation("Attempted conditional constraint is not an indexable operation");
        };
    }

    private static Update.Action action(String attribute, AttributeUpdate update) {
        Path path = Path.of(attribute);
        Action action = update.action == null ? Action.PUT : update.action;
        if (update.value == null) {
            if (action != Action.DELETE) {
                throw ApiException.invalidParameter(
                        "Only DELETE action is allowed when no attribute value is specified");
            }
            return new Update.Remove(path);
        }
        Operand.Value value = new Operand.Value(":0", update.value);
        AttributeValue.Type type = update.value.type();
        boolean set =
                type == AttributeValue.Type.SS || type == AttributeValue.Type.NS || type == AttributeValue.Type.BS;
        return switch (action) {
            case PUT -> new Update.Put(path, value);
            case ADD -> {
                if (!set && type != AttributeValue.Type.N && type != AttributeValue.Type.L) {
                    throw ApiException.invalidParameter("ADD action is not supported for the type " + type.longName());
                }
                yield new Update.Add(path, value);
            }
            case DELETE -> {
                if (!set) {
                    throw ApiException.invalidParameter(
                            "DELETE action with value is not supported for the type " + type.longName());
                }
                yield new Update.Delete(path, value);
            }
        };
    }

    private static List<AttributeValue> arguments(List<AttributeValue> list) {
        return list == null ? List.of() : list;
    }

    private static ApiException invalid(String detail, String attribute) {
        return ApiException.invalidParameter(detail + " for Attribute: " + attribute);
    }
}
