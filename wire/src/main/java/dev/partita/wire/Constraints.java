package dev.partita.wire;

import dev.partita.item.ApiException;
import dev.partita.item.Dialect;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The model's constraints on single members, all reported together.
 *
 * <p>The service's two validation layers word some of them differently, and the current one reports a few problems
 * alone; when a required member is missing it falls back to the older layer's report. So each problem is kept in both
 * wordings until {@link #check()} knows which is due.
 */
final class Constraints {

    private static final int REPORTED_AT_MOST = 10;
    private static final int TABLE_NAME_CHARS = 255;
    private static final int ARN_CHARS = 1024;

    private record Violation(String older, String current, boolean reportedAlone) {}

    private final Dialect dialect;
    private List<Violation> violations = List.of();
    private boolean memberMissing;

    Constraints(Dialect dialect) {
        this.dialect = dialect;
    }

    Dialect dialect() {
        return dialect;
    }

    boolean isSatisfied() {
        return violations.isEmpty();
    }

    /** Reports what was found, if anything. */
    void check() {
        if (violations.isEmpty()) {
            return;
        }
        boolean current = dialect == Dialect.CURRENT && !memberMissing;
        List<String> texts = new ArrayList<>();
        for (Violation violation : violations) {
            if (current && violation.reportedAlone) {
                texts = List.of(violation.current);
                break;
            }
            texts.add(current ? violation.current : violation.older);
        }
        if (texts.size() > REPORTED_AT_MOST) {
            texts = texts.subList(0, REPORTED_AT_MOST);
        }
        throw ApiException.validation(texts.size() + " validation error" + (texts.size() > 1 ? "s" : "") + " detected: "
                + String.join("; ", texts));
    }

    Constraints required(String path, Object value) {
        if (value == null) {
            memberMissing = true;
            add(path, null, "Member must not be null");
        }
        return this;
    }

    /** A required table name or ARN, as the operations on items take it. */
    Constraints tableName(String path, String value) {
        return required(path, value).optionalTableName(path, value, 1);
    }

    Constraints optionalTableName(String path, String value, int atLeast) {
        if (value == null) {
            return this;
        }
        if (value.isEmpty()) {
            String constraint = "Member must have length greater than or equal to " + atLeast;
            violation(older(path, "", constraint), current(path, constraint), true);
            return this;
        }
        if (value.startsWith("arn:")) {
            return length(path, value, atLeast, ARN_CHARS);
        }
        pattern(path, value);
        return length(path, value, atLeast, TABLE_NAME_CHARS);
    }

    /** A name of a table or index in the characters that names may have. */
    Constraints name(String path, String value) {
        if (value != null) {
            pattern(path, value);
            length(path, value, 3, TABLE_NAME_CHARS);
        }
        return this;
    }

    Constraints length(String path, String value, int atLeast, int atMost) {
        return value == null ? this : size(path, value.length(), value, atLeast, atMost);
    }

    /** {@code shown} stands for a collection in the report. */
    Constraints size(String path, int size, Object shown, int atLeast, int atMost) {
        if (size > atMost) {
            add(path, shown, "Member must have length less than or equal to " + atMost);
        }
        if (size < atLeast) {
            add(path, shown, "Member must have length greater than or equal to " + atLeast);
        }
        return this;
    }

    Constraints range(String path, Integer value, int atLeast, int atMost) {
        return value == null ? this : range(path, value.longValue(), atLeast, atMost);
    }

    Constraints range(String path, Long value, long atLeast, long atMost) {
        if (value != null && value < atLeast) {
            String constraint = "Member must have value greater than or equal to " + atLeast;
            violation(older(path, value, constraint), current(path, constraint), false);
        } else if (value != null && value > atMost) {
            String constraint = "Member must have value less than or equal to " + atMost;
            violation(older(path, value, constraint), current(path, constraint), false);
        }
        return this;
    }

    /** The constant that {@code text} names; null when it is absent or names none. */
    <E extends Enum<E>> E oneOf(String path, String text, EnumText<E> constants) {
        if (text == null) {
            return null;
        }
        E constant = constants.of(text);
        if (constant == null) {
            String older = older(path, text, constants.constraint());
            violation(older, constants.current() == null ? older : constants.current(), false);
        }
        return constant;
    }

    /** As {@link #oneOf}, for the one operation whose current layer reports this problem and no other. */
    <E extends Enum<E>> E oneOfAlone(String path, String text, EnumText<E> constants) {
        E constant = text == null ? null : constants.of(text);
        if (text != null && constant == null) {
            violation(older(path, text, constants.constraint()), constants.current(), true);
        }
        return constant;
    }

    /** A collection that the current layer reports without its value. */
    Constraints members(String path, int size, Object shown, int atLeast, int atMost) {
        if (size < atLeast || size > atMost) {
            String constraint = size < atLeast
                    ? "Member must have length greater than or equal to " + atLeast
                    : "Member must have length less than or equal to " + atMost;
            violation(older(path, shown, constraint), current(path, constraint), false);
        }
        return this;
    }

    /** Takes over what was found inside a member, at the place where the service reports that member. */
    Constraints include(Constraints inner) {
        for (Violation violation : inner.violations) {
            violation(violation.older, violation.current, violation.reportedAlone);
        }
        memberMissing |= inner.memberMissing;
        return this;
    }

    /** A problem that has one wording for each layer. */
    Constraints violation(String older, String current) {
        violation(older, current, false);
        return this;
    }

    Constraints add(String path, Object value, String constraint) {
        String text = older(path, value, constraint);
        violation(text, text, false);
        return this;
    }

    /** Stands for a collection whose objects the service prints in full, hash codes and all. */
    static String shown(Collection<?> collection, String type) {
        return collection.isEmpty() ? "[]" : "[" + collection.size() + " " + type + "]";
    }

    static String older(String path, Object value, String constraint) {
        return "Value " + (value == null ? "null" : "'" + value + "'") + " at '" + path
                + "' failed to satisfy constraint: " + constraint;
    }

    private static String current(String path, String constraint) {
        return "Value at '" + Character.toUpperCase(path.charAt(0)) + path.substring(1)
                + "' failed to satisfy constraint: " + constraint;
    }

    private void pattern(String path, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            boolean allowed = c >= 'a' && c <= 'z'
                    || c >= 'A' && c <= 'Z'
                    || c >= '0' && c <= '9'
                    || c == '_'
                    || c == '.'
                    || c == '-';
            if (!allowed) {
                add(path, value, "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
                return;
            }
        }
        if (value.isEmpty()) {
            add(path, value, "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
        }
    }

    private void violation(String older, String current, boolean reportedAlone) {
        if (violations.isEmpty()) {
            violations = new ArrayList<>();
        }
        violations.add(new Violation(older, current, reportedAlone));
    }
}
