package dev.partita.plan.internal.read;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern;
import dev.partita.design.model.Table;
import dev.partita.design.model.Template;
import dev.partita.item.AttributeValue;
import dev.partita.item.Limits;
import dev.partita.item.NumberText;
import dev.partita.item.Utf8;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.key.KeyText;
import dev.partita.plan.internal.request.Aliases;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The key condition of a query, or the key of an item, filled with values. */
final class KeyExpression {

    private final Function<Entity, Codec> codecs;
    private final ReadValues values;
    private final Function<Template.Variable, Object> filled;
    private final Instant now;

    /** @param filled what each variable of the key stands for */
    KeyExpression(
            Function<Entity, Codec> codecs,
            ReadValues values,
            Function<Template.Variable, Object> filled,
            Instant now) {
        this.codecs = codecs;
        this.values = values;
        this.filled = filled;
        this.now = now;
    }

    /** The whole key, by key attribute. */
    Map<String, AttributeValue> key(List<KeyTerm> terms) {
        Map<String, AttributeValue> key = new LinkedHashMap<>();
        for (KeyTerm term : terms) {
            Template template = term instanceof KeyTerm.Equal equal
                    ? equal.template()
                    : ((KeyTerm.Pinned) term).test().templates().get(0);
            key.put(term.key(), value(term, template));
        }
        return key;
    }

    /** The condition, or null when the bounds leave nothing between them. */
    String condition(List<KeyTerm> terms, Aliases aliases) {
        List<String> conditions = new ArrayList<>();
        for (KeyTerm term : terms) {
            if (term instanceof KeyTerm.Within within) {
                if (!range(within, aliases, conditions)) {
                    return null;
                }
                continue;
            }
            if (term instanceof KeyTerm.Bounded bounded) {
                if (!bounded(bounded, aliases, conditions)) {
                    return null;
                }
                continue;
            }
            String name = aliases.name(term.key());
            if (term instanceof KeyTerm.Equal equal) {
                conditions.add(name + " = " + aliases.value(value(term, equal.template())));
            } else if (term instanceof KeyTerm.Begins begins) {
                String prefix = text(term, begins.template(), begins.parts(), filled);
                conditions.add("begins_with(" + name + ", " + aliases.value(new AttributeValue.S(prefix)) + ")");
            } else {
                String pinned = pinned((KeyTerm.Pinned) term, name, aliases);
                if (pinned == null) {
                    return null;
                }
                conditions.add(pinned);
            }
        }
        return String.join(" AND ", conditions);
    }

    private boolean range(KeyTerm.Within within, Aliases aliases, List<String> conditions) {
        Object from = values.bound(within.variable(), within.from(), false);
        Object to = values.bound(within.variable(), within.to(), true);
        KeyText whole = text(within, within.template());
        int start = isNumber(whole) || from == null ? 0 : whole.outside(within.variable(), from);
        int end = isNumber(whole) || to == null ? 0 : whole.outside(within.variable(), to);
        if (start > 0 || end < 0) {
            // No key holds a value there.
            return false;
        }
        from = start < 0 ? null : from;
        to = end > 0 ? null : to;
        AttributeValue low = bound(within, within.isDescending() ? to : from, false);
        AttributeValue high = bound(within, within.isDescending() ? from : to, true);
        String prefix = within.parts() == 0 ? "" : text(within, within.template(), within.parts(), filled);
        if (low == null && high == null) {
            if (!prefix.isEmpty()) {
                conditions.add("begins_with(" + aliases.name(within.key()) + ", "
                        + aliases.value(new AttributeValue.S(prefix)) + ")");
            }
            return true;
        }
        String name = aliases.name(within.key());
        if (!prefix.isEmpty()) {
            // An open end stays inside the known parts: behind them other items may begin.
            low = low == null ? new AttributeValue.S(prefix) : low;
            high = high == null ? new AttributeValue.S(after(prefix)) : high;
        }
        if (low == null) {
            conditions.add(name + " <= " + aliases.value(high));
        } else if (high == null) {
            conditions.add(name + " >= " + aliases.value(low));
        } else if (isAbove(low, high)) {
            return false;
        } else {
            conditions.add(name + " BETWEEN " + aliases.value(low) + " AND " + aliases.value(high));
        }
        return true;
    }

    private boolean bounded(KeyTerm.Bounded term, Aliases aliases, List<String> conditions) {
        String prefix = term.parts() == 0 ? "" : text(term, term.template(), term.parts(), filled);
        BoundedKey key = new BoundedKey(
                codecs.apply(term.entity()),
                term,
                text(term, term.template()),
                prefix,
                filled,
                values.arguments(),
                now);
        AttributeValue low = key.low();
        AttributeValue high = key.high();
        if (!prefix.isEmpty()) {
            // An open end stays inside the known parts: behind them other items may begin.
            low = low == null ? new AttributeValue.S(prefix) : low;
            high = high == null ? new AttributeValue.S(after(prefix)) : high;
        }
        if (low != null && high != null && isAbove(low, high)) {
            return false;
        }
        if (low != null || high != null) {
            String name = aliases.name(term.key());
            conditions.add(
                    low == null
                            ? name + " <= " + aliases.value(high)
                            : high == null
                                    ? name + " >= " + aliases.value(low)
                                    : name + " BETWEEN " + aliases.value(low) + " AND " + aliases.value(high));
        }
        return true;
    }

    private AttributeValue bound(KeyTerm.Within within, Object value, boolean isUpper) {
        if (value == null) {
            return null;
        }
        Function<Template.Variable, Object> bounded =
                variable -> variable.equals(within.variable()) ? value : filled.apply(variable);
        Template template = within.template();
        KeyText text = text(within, template);
        if (template.isLone()) {
            return value instanceof KeyText.Formatted shown ? new AttributeValue.S(shown.text()) : text.value(bounded);
        }
        if (within.isEscaped() && !(value instanceof KeyText.Formatted)) {
            return new AttributeValue.S(
                    text(within, template, within.parts(), filled) + text.bound(within.variable(), value, isUpper));
        }
        String made = text(within, template, within.parts() + 1, bounded);
        if (isUpper && within.parts() + 1 < template.parts().size()) {
            // The last value is included with all that follows it: up to the character after the one that follows.
            made += template.parts().get(within.parts() + 1) instanceof Template.Literal next
                    ? String.valueOf((char) (next.text().charAt(0) + 1))
                    : KeyText.LAST;
        }
        return new AttributeValue.S(made);
    }

    /** Whether the values stand in the key as numbers, so that all of them sort. */
    private static boolean isNumber(KeyText text) {
        return text.isStoredAttribute() || text.tag().equals("N");
    }

    /** Null when its bounds are the wrong way round: DynamoDB refuses them, and nothing lies between. */
    private String pinned(KeyTerm.Pinned term, String name, Aliases aliases) {
        List<AttributeValue> sides = new ArrayList<>();
        for (int i = 0; i < term.test().templates().size(); i++) {
            sides.add(value(term, term.test().templates().get(i), pinned(term.test(), i)));
        }
        if (term.test().operator() == Pattern.KeyTest.Operator.BETWEEN && isAbove(sides.get(0), sides.get(1))) {
            return null;
        }
        List<String> made = sides.stream().map(aliases::value).toList();
        return switch (term.test().operator()) {
            case EQUALS -> name + " = " + made.get(0);
            case BEGINS_WITH -> "begins_with(" + name + ", " + made.get(0) + ")";
            case BETWEEN -> name + " BETWEEN " + made.get(0) + " AND " + made.get(1);
            case AT_LEAST -> name + " >= " + made.get(0);
            case AT_MOST -> name + " <= " + made.get(0);
            case ABOVE -> name + " > " + made.get(0);
            case BELOW -> name + " < " + made.get(0);
        };
    }

    private Function<Template.Variable, Object> pinned(Pattern.KeyTest test, int number) {
        return variable -> values.pinned(variable, KeyTerm.Pinned.argument(test, number, variable));
    }

    private AttributeValue value(KeyTerm term, Template template) {
        return value(term, template, term instanceof KeyTerm.Pinned pinned ? pinned(pinned.test(), 0) : filled);
    }

    private AttributeValue value(KeyTerm term, Template template, Function<Template.Variable, Object> filled) {
        if (template.parts().isEmpty()) {
            return new AttributeValue.S("");
        }
        Object only = template.isLone()
                ? filled.apply((Template.Variable) template.parts().get(0))
                : null;
        if (only instanceof KeyText.Formatted shown) {
            Attribute stored = term.entity().storedAs(term.key());
            String prefix = stored == null || stored.prefix() == null ? "" : stored.prefix();
            return new AttributeValue.S(prefix + shown.text());
        }
        KeyText text = text(term, template);
        try {
            AttributeValue value = text.value(filled);
            if (value instanceof AttributeValue.S plain && text.isDeclaredNumber()) {
                return NumberText.parse(plain.value());
            }
            if (value != null) {
                return fitting(term, template, filled, value);
            }
        } catch (KeyText.Unfit e) {
            throw new InvalidValues(List.of(e.of(term.entity().name())));
        }
        throw missing(term, template, filled);
    }

    private String text(KeyTerm term, Template template, int parts, Function<Template.Variable, Object> values) {
        try {
            String made = text(term, template).text(values, parts);
            if (made != null) {
                return made;
            }
        } catch (KeyText.Unfit e) {
            throw new InvalidValues(List.of(e.of(term.entity().name())));
        }
        throw missing(term, template, values);
    }

    /** A key that is too long is nobody's, and DynamoDB refuses to look for it: so the values are what is wrong. */
    private AttributeValue fitting(
            KeyTerm term, Template template, Function<Template.Variable, Object> filled, AttributeValue value) {
        // A character takes three bytes at most, and nearly every key is shorter than any limit.
        if (value instanceof AttributeValue.S text && text.value().length() <= Limits.SORT_KEY_BYTES / 3) {
            return value;
        }
        Table table = codecs.apply(term.entity()).table();
        boolean isPartition = table.partition().name().equals(term.key())
                || table.indexes().values().stream()
                        .flatMap(index -> index.partition().stream())
                        .anyMatch(key -> key.name().equals(term.key()));
        int most = isPartition ? Limits.PARTITION_KEY_BYTES : Limits.SORT_KEY_BYTES;
        if (!(value instanceof AttributeValue.S text) || Utf8.bytes(text.value()).length <= most) {
            return value;
        }
        throw new InvalidValues(template.variables()
                .map(variable -> new Violation(
                        term.entity().name(),
                        variable.attribute(),
                        filled.apply(variable),
                        "key",
                        "makes a key longer than the " + most + " bytes that DynamoDB takes"))
                .toList());
    }

    private KeyText text(KeyTerm term, Template template) {
        return codecs.apply(term.entity()).text(term.key(), template);
    }

    private static InvalidValues missing(KeyTerm term, Template template, Function<Template.Variable, Object> filled) {
        List<Violation> violations = new ArrayList<>();
        template.variables().forEach(variable -> {
            Object value = filled.apply(variable);
            if (value == null || value.equals("")) {
                violations.add(new Violation(
                        term.entity().name(), variable.attribute(), value, "required", "may not be empty"));
            }
        });
        return new InvalidValues(violations);
    }

    /** The text with its last character moved on by one: behind all that begin with it, before all others. */
    static String after(String prefix) {
        int last = prefix.codePointBefore(prefix.length());
        String head = prefix.substring(0, prefix.length() - Character.charCount(last));
        return last >= Character.MIN_SURROGATE - 1 ? prefix + KeyText.LAST : head + (char) (last + 1);
    }

    static boolean isAbove(AttributeValue low, AttributeValue high) {
        if (low instanceof AttributeValue.S one && high instanceof AttributeValue.S other) {
            return Utf8.compare(one.value(), other.value()) > 0;
        }
        return low instanceof AttributeValue.N one
                && high instanceof AttributeValue.N other
                && one.compareTo(other) > 0;
    }
}
