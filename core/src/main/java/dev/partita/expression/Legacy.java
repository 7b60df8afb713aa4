package dev.partita.expression;

import dev.partita.item.AttributeValue;
import java.util.List;
import java.util.Map;

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
        BEGINS_WITH
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
        throw new UnsupportedOperationException();
    }

    /** The filter that QueryFilter or ScanFilter asks for. */
    public static dev.partita.expression.Condition filter(
            Map<String, Condition> conditions, ConditionalOperator operator, String parameterName) {
        throw new UnsupportedOperationException();
    }

    public static KeyCondition keyCondition(Map<String, Condition> conditions) {
        throw new UnsupportedOperationException();
    }

    /** Absent shows the whole item. */
    public static Projection projection(List<String> attributesToGet) {
        throw new UnsupportedOperationException();
    }

    /** Absent changes nothing. */
    public static Update update(Map<String, AttributeUpdate> attributeUpdates) {
        throw new UnsupportedOperationException();
    }

    /** Refuses a request that has both kinds of parameter; the lists hold the names of those that are present. */
    public static void refuseMixing(List<String> nonExpression, List<String> expression) {
        throw new UnsupportedOperationException();
    }
}
