package dev.partita.expression;

import dev.partita.item.AttributeValue;
import java.util.List;

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
}
