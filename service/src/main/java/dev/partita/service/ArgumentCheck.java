package dev.partita.service;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Type;
import dev.partita.item.Limits;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.read.Plan;
import dev.partita.plan.run.Plans;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Whether arguments are known, and have the JSON type that the design's type is written as. Plans are lenient with what Java and
 * the command line give them; JSON has types of its own, and a number where text belongs is a mistake of the caller's.
 *
 * <p>Only a number may also come as text, since JavaScript cannot hold one of 38 digits.
 */
final class ArgumentCheck {

    private final Plans plans;
    private final String pattern;
    private final List<Violation> violations = new ArrayList<>();

    private ArgumentCheck(Plans plans, String pattern) {
        this.plans = plans;
        this.pattern = pattern;
    }

    /** @throws InvalidValues naming every argument that is unknown or has another shape */
    static void require(Plans plans, Plan plan, Map<String, Object> arguments) {
        ArgumentCheck check = new ArgumentCheck(plans, plan.pattern().name());
        check.arguments(plan, "", arguments);
        if (!check.violations.isEmpty()) {
            throw new InvalidValues(check.violations);
        }
    }

    private void arguments(Plan plan, String path, Map<?, ?> given) {
        Pattern called = plan.pattern();
        given.forEach((key, value) -> {
            String name = String.valueOf(key);
            Argument argument = find(plan, name);
            if (argument != null) {
                Entity child = argument.isChildrenOf(called)
                        ? plans.design().entities().get(called.with())
                        : null;
                if (child == null) {
                    attribute(argument.type(), path + name, value);
                } else {
                    children(child, path + name, value);
                }
            } else if (called.verb() == Pattern.Verb.TRANSACT
                    && called.entities().contains(name)) {
                part(name, value);
            } else {
                refuse(path + name, "unknown", "is no argument of " + called.name() + taken(plan));
            }
        });
    }

    /** A part of a transaction may have its arguments under its name. */
    private void part(String name, Object value) {
        if (value instanceof Map<?, ?> members) {
            arguments(plans.plan(name), name + ".", members);
        } else {
            refuse(name, "type", "must be an object with the arguments of " + name);
        }
    }

    private void children(Entity child, String path, Object value) {
        if (value == null) {
            return;
        }
        if (!(value instanceof List<?> list)) {
            refuse(path, "type", "must be a list");
            return;
        }
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof Map<?, ?> members) {
                String inside = path + "[" + i + "].";
                members.forEach((name, member) -> {
                    Attribute attribute = child.attributes().get(String.valueOf(name));
                    // An unknown one is the plan's to refuse; but its numbers are looked at, whatever becomes of it.
                    attribute(attribute == null ? Type.Simple.ANY : attribute.type(), inside + name, member);
                });
            } else {
                refuse(path + "[" + i + "]", "type", "must be an object");
            }
        }
    }

    private void members(Map<String, Attribute> attributes, String path, Map<?, ?> members) {
        members.forEach((name, value) -> {
            Attribute attribute = attributes.get(String.valueOf(name));
            value(attribute == null ? Type.Simple.ANY : attribute.type(), path + name, value);
        });
    }

    private void attribute(Type type, String path, Object value) {
        if (isTooDeep(value, 1)) {
            refuse(path, "size", "is nested deeper than " + Limits.NESTING_LEVELS + " levels");
        } else {
            value(type, path, value);
        }
    }

    private void value(Type type, String path, Object value) {
        if (value == null) {
            return;
        }
        if (value instanceof Number number && !isStorable(number)) {
            refuse(path, "type", "has more than " + Limits.NUMBER_DIGITS + " digits, or is too large or too small");
        } else if (type instanceof Type.Simple simple) {
            simple(simple, path, value);
        } else if (type instanceof Type.Enumeration) {
            require(value instanceof String, path, "must be text");
        } else if (type instanceof Type.ListOf list) {
            elements(list.element(), path, value);
        } else if (type instanceof Type.SetOf set) {
            elements(set.element(), path, value);
        } else if (!(value instanceof Map<?, ?> map)) {
            refuse(path, "type", "must be an object");
        } else if (type instanceof Type.Record record) {
            members(record.attributes(), path + ".", map);
        } else {
            map.forEach((name, element) -> value(((Type.MapOf) type).element(), path + "." + name, element));
        }
    }

    private void simple(Type.Simple type, String path, Object value) {
        switch (type) {
            case STRING, PASSWORD, ULID, UUID, ISO_TIME, DATE, TIMESTAMP, TIMESTAMP_MILLIS ->
                require(value instanceof String, path, "must be text");
            case BINARY -> require(value instanceof String, path, "must be text in base64");
            case EPOCH_SECONDS, EPOCH_MILLIS ->
                require(
                        value instanceof String || value instanceof Number,
                        path,
                        "must be a time, as text or as a number");
            case INTEGER, DECIMAL ->
                require(value instanceof String || value instanceof Number, path, "must be a number");
            case BOOLEAN, FLAG -> require(value instanceof Boolean, path, "must be true or false");
            case ANY -> any(path, value);
        }
    }

    private void any(String path, Object value) {
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, element) -> value(Type.Simple.ANY, path + "." + name, element));
        } else if (value instanceof Collection<?>) {
            elements(Type.Simple.ANY, path, value);
        }
    }

    private void elements(Type element, String path, Object value) {
        if (!(value instanceof Collection<?> list)) {
            refuse(path, "type", "must be a list");
            return;
        }
        int index = 0;
        for (Object member : list) {
            value(element, path + "[" + index++ + "]", member);
        }
    }

    /** As DynamoDB counts: also an empty list at the deepest level is one too many. */
    private static boolean isTooDeep(Object value, int level) {
        Collection<?> inside =
                value instanceof Map<?, ?> map ? map.values() : value instanceof Collection<?> list ? list : null;
        if (inside == null) {
            return level > Limits.NESTING_LEVELS;
        }
        if (level >= Limits.NESTING_LEVELS) {
            return true;
        }
        for (Object member : inside) {
            if (isTooDeep(member, level + 1)) {
                return true;
            }
        }
        return false;
    }

    /** Whether DynamoDB has such a number; it is asked before anything is made of it, since its exponent may be a trap. */
    private static boolean isStorable(Number number) {
        if (!(number instanceof BigDecimal decimal) || decimal.signum() == 0) {
            return true;
        }
        long exponent = (long) decimal.precision() - decimal.scale() - 1;
        return exponent <= Limits.NUMBER_MAX_EXPONENT
                && exponent >= -Limits.NUMBER_MAX_EXPONENT - 5
                && (decimal.precision() <= Limits.NUMBER_DIGITS
                        || decimal.stripTrailingZeros().precision() <= Limits.NUMBER_DIGITS);
    }

    private void require(boolean isSo, String path, String message) {
        if (!isSo) {
            refuse(path, "type", message);
        }
    }

    private void refuse(String path, String rule, String message) {
        violations.add(new Violation(pattern, path, null, rule, message));
    }

    private static Argument find(Plan plan, String name) {
        for (Argument argument : plan.arguments()) {
            if (argument.name().equals(name)) {
                return argument;
            }
        }
        return null;
    }

    private static String taken(Plan plan) {
        List<String> names = plan.arguments().stream().map(Argument::name).toList();
        return names.isEmpty() ? ", which takes none" : "; it takes " + String.join(", ", names);
    }
}
