package dev.partita.expression;

import dev.partita.item.AttributeValue;
import java.util.List;

/** What a Query asks of the keys: one clause an attribute, in written order. */
public record KeyCondition(List<Clause> clauses) {

    public enum Operator {
        EQ,
        LT,
        LE,
        GT,
        GE,
        BETWEEN,
        BEGINS_WITH
    }

    /** {@code second} is null unless the operator is BETWEEN. */
    public record Clause(String attribute, Operator operator, AttributeValue first, AttributeValue second) {}

    public KeyCondition {
        clauses = List.copyOf(clauses);
    }
}
