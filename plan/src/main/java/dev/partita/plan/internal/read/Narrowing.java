package dev.partita.plan.internal.read;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import java.util.List;

/**
 * How a condition bounds the attribute it speaks of: what lies outside need not be read. It stays a filter all the same, so
 * the bounds may be wider than the condition, never narrower.
 *
 * @param path the attribute
 * @param low of these the least is the lower bound; none when that end is open
 * @param high of these the greatest is the upper bound; none when that end is open
 * @param prefix what the text begins with; null unless the condition says so
 */
public record Narrowing(Operand.Path path, List<Operand> low, List<Operand> high, Operand prefix) {

    /** Null when the condition bounds nothing. */
    public static Narrowing of(Where where) {
        if (where instanceof Where.Compare compare) {
            if (compare.left() instanceof Operand.Path path && isValue(compare.right())) {
                return compared(path, compare.operator(), compare.right());
            }
            if (compare.right() instanceof Operand.Path path && isValue(compare.left())) {
                return compared(path, compare.operator().turned(), compare.left());
            }
        }
        if (where instanceof Where.Between between
                && between.value() instanceof Operand.Path path
                && isValue(between.low())
                && isValue(between.high())) {
            return new Narrowing(path, List.of(between.low()), List.of(between.high()), null);
        }
        if (where instanceof Where.In in
                && in.value() instanceof Operand.Path path
                && in.options().stream().allMatch(Narrowing::isValue)) {
            return new Narrowing(path, in.options(), in.options(), null);
        }
        if (where instanceof Where.Call call
                && call.function() == Where.Function.BEGINS_WITH
                && call.value() instanceof Operand.Path path
                && isValue(call.argument())) {
            return new Narrowing(path, List.of(), List.of(), call.argument());
        }
        return null;
    }

    /** Whether the texts of this part lie in the order of the values, so that bounds of one are bounds of the other. */
    public boolean bounds(Template.Variable part, Attribute attribute, boolean isNumber) {
        if (path.names().size() != 1 || !path.attribute().equals(part.attribute()) || attribute == null) {
            return false;
        }
        boolean isPlain = part.formats().isEmpty();
        if (prefix != null) {
            return isPlain && attribute.type() == Type.Simple.STRING;
        }
        if (attribute.type() instanceof Type.Enumeration) {
            return isPlain;
        }
        if (!(attribute.type() instanceof Type.Simple simple)) {
            return false;
        }
        boolean isCounted = part.formats().size() == 1
                && switch (part.formats().get(0).kind()) {
                    case PAD, NEWEST_FIRST, DATE, MONTH, YEAR, HOUR -> true;
                    case LOWER, UPPER, HASH, SHARD, SHORTEN, RAW -> false;
                };
        return switch (simple) {
            case STRING, UUID, ULID -> isPlain;
            case TIMESTAMP, TIMESTAMP_MILLIS, DATE -> isPlain || isCounted && !part.has(Format.Kind.PAD);
            case EPOCH_SECONDS, EPOCH_MILLIS -> isNumber || isCounted;
            case INTEGER -> isNumber || isCounted && part.has(Format.Kind.PAD);
            case DECIMAL -> isNumber;
            case BOOLEAN, FLAG, BINARY, ISO_TIME, PASSWORD, ANY -> false;
        };
    }

    private static Narrowing compared(Operand.Path path, Where.Operator operator, Operand value) {
        return switch (operator) {
            case EQUAL -> new Narrowing(path, List.of(value), List.of(value), null);
            case ABOVE, AT_LEAST -> new Narrowing(path, List.of(value), List.of(), null);
            case BELOW, AT_MOST -> new Narrowing(path, List.of(), List.of(value), null);
            case DIFFERENT -> null;
        };
    }

    private static boolean isValue(Operand operand) {
        return operand instanceof Operand.Text
                || operand instanceof Operand.Number
                || operand instanceof Operand.Argument
                || operand instanceof Operand.Now;
    }
}
