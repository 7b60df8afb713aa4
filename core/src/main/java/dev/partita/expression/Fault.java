package dev.partita.expression;

/**
 * What can be wrong with an expression that has no syntax error, and which fault is reported when there are several: the
 * one of lowest rank, and of equal ranks the first in the text.
 */
enum Fault {
    REDUNDANT_PARENTHESES(0, 0),
    UNKNOWN_FUNCTION(1, 2),
    MISUSED_FUNCTION(2, 3),
    RESERVED_WORD(3, 1),
    INDEX_OUT_OF_RANGE(3, 1),
    REPEATED_SECTION(4, 4),
    UNDEFINED_NAME(4, 5),
    PATH_TOO_DEEP(4, 5),
    UNDEFINED_VALUE(4, 6),
    OVERLAP(4, 7),
    CONFLICT(4, 8),
    SECTION_OPERAND(4, 9),
    OPERAND(4, 10),
    TOO_MANY_OPERATORS(4, 10);

    private final int inCondition;
    private final int inUpdate;

    Fault(int inCondition, int inUpdate) {
        this.inCondition = inCondition;
        this.inUpdate = inUpdate;
    }

    int rank(ExpressionKind kind) {
        return switch (kind) {
            case CONDITION, FILTER, KEY_CONDITION -> inCondition;
            case UPDATE, PROJECTION -> inUpdate;
        };
    }
}
