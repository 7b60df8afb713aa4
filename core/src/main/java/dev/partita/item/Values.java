package dev.partita.item;

import java.util.Map;

/** Checks that hold for any value, whatever request it came in. */
public final class Values {

    /** A value below the deepest level an item may have. */
    public static final Problem TOO_DEEP = Problem.of(
            "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported"
                    + " limit");

    private Values() {}

    /** The first refused part of {@code value}, which stands at {@code level} (1 for an attribute itself), or null. */
    public static Problem problemIn(AttributeValue value, int level) {
        if (value instanceof AttributeValue.Invalid invalid) {
            return invalid.problem();
        }
        if (level > Limits.NESTING_LEVELS) {
            return TOO_DEEP;
        }
        if (value instanceof AttributeValue.L list) {
            for (AttributeValue element : list.values()) {
                Problem problem = problemIn(element, level + 1);
                if (problem != null) {
                    return problem;
                }
            }
        } else if (value instanceof AttributeValue.M map) {
            for (Map.Entry<String, AttributeValue> entry : map.values().entrySet()) {
                Problem problem = entry.getKey().isEmpty()
                        ? Problem.of("Empty attribute name")
                        : problemIn(entry.getValue(), level + 1);
                if (problem != null) {
                    return problem;
                }
            }
        }
        return null;
    }
}
