package dev.partita.item;

import java.util.Map;

/** Checks that hold for any value, whatever request it came in. */
public final class ValueChecks {

    /** A value below the deepest level an item may have. */
    public static final ValueProblem TOO_DEEP = ValueProblem.of(
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported"
                    + " limit");

    private ValueChecks() {}

    /** Whether both are there and of one type that has an order: S, N or B. */
    public static boolean areOrdered(AttributeValue left, AttributeValue right) {
        return left instanceof AttributeValue.S && right instanceof AttributeValue.S
                || left instanceof AttributeValue.N && right instanceof AttributeValue.N
                || left instanceof AttributeValue.B && right instanceof AttributeValue.B;
    }

    /** Compares two values that {@link #areOrdered}. */
    public static int compare(AttributeValue left, AttributeValue right) {
        if (left instanceof AttributeValue.S a) {
            return Utf8.compare(a.value(), ((AttributeValue.S) right).value());
        }
        if (left instanceof AttributeValue.N a) {
            return a.compareTo((AttributeValue.N) right);
        }
        return ((AttributeValue.B) left).value().compareTo(((AttributeValue.B) right).value());
    }

    /** The first refused part of {@code value}, which stands at {@code level} (1 for an attribute itself), or null. */
    public static ValueProblem problemIn(AttributeValue value, int level) {
        if (value instanceof AttributeValue.Invalid invalid) {
            return invalid.problem();
        }
        boolean container = value instanceof AttributeValue.L || value instanceof AttributeValue.M;
        // Also an empty list or map at the deepest level is one wrapper too many.
        if (level > Limits.NESTING_LEVELS || container && level == Limits.NESTING_LEVELS) {
            return TOO_DEEP;
        }
        if (value instanceof AttributeValue.L list) {
            for (AttributeValue element : list.values()) {
                ValueProblem problem = problemIn(element, level + 1);
                if (problem != null) {
                    return problem;
                }
            }
        } else if (value instanceof AttributeValue.M map) {
            for (Map.Entry<String, AttributeValue> entry : map.values().entrySet()) {
                ValueProblem problem = entry.getKey().isEmpty()
                        ? ValueProblem.of("Empty attribute name")
                        : problemIn(entry.getValue(), level + 1);
                if (problem != null) {
                    return problem;
                }
            }
        }
        return null;
    }
}
