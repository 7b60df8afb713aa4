package dev.partita.plan.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Template;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import dev.partita.item.AttributeValue;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Comparands;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.key.KeyText;
import dev.partita.plan.internal.value.Times;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The bounds that conditions put on one key, filled with values.
 *
 * <p>Texts in a key of several parts do not lie quite as the values do: a separator is escaped, and stands behind a value where
 * a longer value goes on. So a text is cut before the first character that is not above all of these, and the bound is wider.
 */
public final class BoundedKey {

    private final Codec codec;
    private final KeyTerm.Bounded term;
    private final KeyText text;
    private final String prefix;
    private final Function<Template.Variable, Object> filled;
    private final Map<String, Object> arguments;
    private final Instant now;
    private final Comparands comparands;
    private AttributeValue low;
    private AttributeValue high;

    /** @param prefix the text of the parts that are known */
    BoundedKey(
            Codec codec,
            KeyTerm.Bounded term,
            KeyText text,
            String prefix,
            Function<Template.Variable, Object> filled,
            Map<String, Object> arguments,
            Instant now) {
        this.codec = codec;
        this.term = term;
        this.text = text;
        this.prefix = prefix;
        this.filled = filled;
        this.arguments = arguments;
        this.now = now;
        this.comparands = new Comparands(
                codec.entity().name(),
                codec.entity().attributes(),
                codec.design().zone());
        term.conditions().forEach(this::add);
    }

    /** Null when that end is open. */
    AttributeValue low() {
        return low;
    }

    AttributeValue high() {
        return high;
    }

    private void add(Where where) {
        Narrowing narrowing = Narrowing.of(where);
        if (narrowing.prefix() != null) {
            Object sought = comparands.part(narrowing.prefix(), narrowing.path(), arguments, now);
            String head = begun(String.valueOf(sought));
            if (!head.isEmpty()) {
                raise(new AttributeValue.S(head));
                lower(new AttributeValue.S(KeyExpression.after(head)));
            }
            return;
        }
        List<Operand> least = term.isDescending() ? narrowing.high() : narrowing.low();
        List<Operand> greatest = term.isDescending() ? narrowing.low() : narrowing.high();
        AttributeValue from = outermost(narrowing.path(), least, false);
        if (from != null) {
            raise(from);
        }
        AttributeValue to = outermost(narrowing.path(), greatest, true);
        if (to != null) {
            lower(to);
        }
    }

    /** The known parts and as much of the text as surely stands so in the key. */
    private String begun(String sought) {
        Attribute attribute = codec.entity().attributes().get(term.variable().attribute());
        if (text.isStoredAttribute()) {
            return (attribute.prefix() == null ? "" : attribute.prefix()) + sought;
        }
        return prefix + (term.template().isLone() ? sought : cut(sought));
    }

    /** The least or the greatest of the bounds; null when one of them is open, or does not fit a key. */
    private AttributeValue outermost(Operand.Path path, List<Operand> operands, boolean isUpper) {
        AttributeValue outer = null;
        for (Operand operand : operands) {
            AttributeValue bound = bound(comparands.value(operand, path, Times.Rounding.DOWN, arguments, now), isUpper);
            if (bound == null) {
                return null;
            }
            boolean isFurther = outer == null
                    || (isUpper ? KeyExpression.isAbove(bound, outer) : KeyExpression.isAbove(outer, bound));
            outer = isFurther ? bound : outer;
        }
        return outer;
    }

    private AttributeValue bound(Object value, boolean isUpper) {
        Template.Variable variable = term.variable();
        Attribute attribute = codec.entity().attributes().get(variable.attribute());
        boolean isText = isText(attribute);
        if (value == null || value.equals("")) {
            return null;
        }
        if (!term.template().isLone() && (isText || value instanceof String shown && shown.startsWith("‹"))) {
            String head = prefix + cut(String.valueOf(value));
            return head.isEmpty() ? null : new AttributeValue.S(isUpper ? KeyExpression.after(head) : head);
        }
        try {
            Function<Template.Variable, Object> bounded = other -> other.equals(variable) ? value : filled.apply(other);
            if (term.template().isLone()) {
                return text.value(bounded);
            }
            String made = text.text(bounded, term.parts() + 1);
            return made == null ? null : new AttributeValue.S(isUpper ? KeyExpression.after(made) : made);
        } catch (KeyText.Unfit | ClassCastException | IllegalArgumentException e) {
            // No key has such a part, and the filter says whether an item is asked for.
            return null;
        }
    }

    public static boolean isText(Attribute attribute) {
        return attribute != null
                && (attribute.type() == Type.Simple.STRING || attribute.type() instanceof Type.Enumeration);
    }

    /** Whether something is left of a text in front of other parts: letters that sort before the separator are cut off. */
    public static boolean keepsLetters(Design design) {
        return most(design) < 'z';
    }

    private static int most(Design design) {
        int most = '%';
        for (char c : design.separator().toCharArray()) {
            most = Math.max(most, c);
        }
        return most;
    }

    private String cut(String value) {
        int most = most(codec.design());
        int end = 0;
        while (end < value.length() && value.charAt(end) > most) {
            end++;
        }
        return value.substring(0, end);
    }

    private void raise(AttributeValue bound) {
        low = low == null || KeyExpression.isAbove(bound, low) ? bound : low;
    }

    private void lower(AttributeValue bound) {
        high = high == null || KeyExpression.isAbove(high, bound) ? bound : high;
    }
}
