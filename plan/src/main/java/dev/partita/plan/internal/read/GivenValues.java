package dev.partita.plan.internal.read;

import dev.partita.design.model.Attribute;
import dev.partita.item.AttributeValue;
import dev.partita.json.JsonText;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.key.KeyText;
import dev.partita.plan.internal.value.Sha256;
import dev.partita.plan.internal.value.Storing;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The values that a caller gives for {@code each:}, every one once, as logical values in the order in which they were given.
 *
 * @param argument under which they are given, as a list
 * @param attribute that each of them is a value of
 * @param values by the place in the list where each stands first
 * @param mark other values, or the same in another order, have another one
 */
public record GivenValues(String pattern, String argument, String attribute, Map<Integer, Object> values, String mark) {

    /** So many different values at most: a BatchGetItem has no more keys, and each of other requests is one of its own. */
    public static final int MOST = 100;

    private static final int MARK_CHARACTERS = 16;

    /** @throws InvalidValues when it is no list, is too long, or has what a single value of the attribute could not be */
    static GivenValues of(String pattern, Spread.Each each, Attribute attribute, Inputs inputs, Object given) {
        if (given instanceof KeyText.Formatted shown) {
            return new GivenValues(pattern, each.argument(), each.attribute(), Map.of(0, shown), "");
        }
        if (!(given instanceof Collection<?> list)) {
            throw refused(pattern, each.argument(), given, "type", "must be a list");
        }
        Map<Integer, Object> values = new LinkedHashMap<>();
        List<Violation> violations = new ArrayList<>();
        int place = 0;
        for (Object raw : list) {
            try {
                Object value = value(pattern, place(each.argument(), place), attribute, inputs, raw);
                if (!values.containsValue(value)) {
                    values.put(place, value);
                }
            } catch (InvalidValues e) {
                violations.addAll(e.violations());
            }
            if (values.size() > MOST || violations.size() > MOST) {
                break;
            }
            place++;
        }
        if (!violations.isEmpty()) {
            throw new InvalidValues(violations);
        }
        if (values.size() > MOST) {
            throw refused(
                    pattern, each.argument(), null, "size", "takes " + MOST + " different values at most in one call");
        }
        return new GivenValues(pattern, each.argument(), each.attribute(), values, mark(attribute, values.values()));
    }

    /** What a cursor calls the place in front of a value: in another list there is none of this name. */
    public String label(int place) {
        return place + " of " + mark;
    }

    /** Keys, by the places of their values; a value that fits into none is refused by its place. */
    public <K> Map<Integer, K> each(Function<Object, K> made) {
        Map<Integer, K> all = new LinkedHashMap<>();
        List<Violation> violations = new ArrayList<>();
        values.forEach((place, value) -> {
            try {
                all.put(place, made.apply(value));
            } catch (InvalidValues e) {
                e.violations().forEach(violation -> violations.add(at(place, violation)));
            }
        });
        if (!violations.isEmpty()) {
            throw new InvalidValues(violations);
        }
        return all;
    }

    private Violation at(int place, Violation violation) {
        return violation.attribute().equals(attribute)
                ? new Violation(
                        pattern, place(argument, place), violation.value(), violation.rule(), violation.message())
                : violation;
    }

    private static Object value(String pattern, String place, Attribute attribute, Inputs inputs, Object raw) {
        if (raw == null) {
            throw refused(pattern, place, null, "required", "is required");
        }
        try {
            return inputs.argument(attribute, raw);
        } catch (InvalidValues e) {
            throw new InvalidValues(e.violations().stream()
                    .map(v -> new Violation(pattern, place, raw, v.rule(), v.message()))
                    .toList());
        }
    }

    private static String place(String argument, int place) {
        return argument + "[" + place + "]";
    }

    private static String mark(Attribute attribute, Collection<Object> values) {
        List<AttributeValue> stored = new ArrayList<>();
        values.forEach(value -> stored.add(Storing.store(attribute.type(), value)));
        return Sha256.hex(JsonText.of(stored)).substring(0, MARK_CHARACTERS);
    }

    private static InvalidValues refused(String pattern, String argument, Object given, String rule, String message) {
        return new InvalidValues(List.of(new Violation(pattern, argument, given, rule, message)));
    }
}
