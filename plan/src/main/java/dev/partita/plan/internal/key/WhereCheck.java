package dev.partita.plan.internal.key;

import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import dev.partita.item.AttributeValue;
import dev.partita.item.Bytes;
import dev.partita.item.Utf8;
import dev.partita.plan.internal.value.Conditions;
import dev.partita.plan.internal.value.Storing;
import dev.partita.plan.internal.value.Times.Rounding;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;

/** Whether a condition holds for logical values, as DynamoDB would judge it on the stored ones: what is absent only differs. */
public final class WhereCheck {

    private final Comparands comparands;
    private final Map<String, Object> values;
    private final Map<String, Object> arguments;
    private final Instant now;

    /** @param arguments by name, as the caller gave them */
    public WhereCheck(
            Entity entity, ZoneId zone, Map<String, Object> values, Map<String, Object> arguments, Instant now) {
        this.comparands = new Comparands(entity.name(), entity.attributes(), zone);
        this.values = values;
        this.arguments = arguments;
        this.now = now;
    }

    /**
     * Whether a read with this condition shows an item to somebody who chooses its arguments. Of what is not among the values nobody
     * knows here whether the item has it, so nothing is believed of it.
     */
    public static boolean mayShow(ZoneId zone, Entity entity, Where where, Map<String, Object> values, Instant now) {
        if (where instanceof Where.And and) {
            return mayShow(zone, entity, and.left(), values, now) && mayShow(zone, entity, and.right(), values, now);
        }
        if (where instanceof Where.Or or) {
            return mayShow(zone, entity, or.left(), values, now) || mayShow(zone, entity, or.right(), values, now);
        }
        if (where == null) {
            return true;
        }
        if (!values.keySet().containsAll(Conditions.attributes(where))) {
            return false;
        }
        return Conditions.arguments(where).isEmpty()
                ? new WhereCheck(entity, zone, values, Map.of(), now).holds(where)
                : !(where instanceof Where.Not);
    }

    public boolean holds(Where where) {
        if (where instanceof Where.And and) {
            return holds(and.left()) && holds(and.right());
        }
        if (where instanceof Where.Or or) {
            return holds(or.left()) || holds(or.right());
        }
        if (where instanceof Where.Not not) {
            return !holds(not.inner());
        }
        if (where instanceof Where.Compare compare) {
            return compare(compare);
        }
        if (where instanceof Where.Between between) {
            Object value = value(between.value());
            Integer low = order(value, value(between.low(), between.value(), Rounding.UP));
            Integer high = order(value, value(between.high(), between.value(), Rounding.DOWN));
            return low != null && high != null && low >= 0 && high <= 0;
        }
        if (where instanceof Where.In in) {
            Object value = value(in.value());
            return value != null
                    && in.options().stream().anyMatch(option -> same(value, value(option, in.value(), Rounding.NONE)));
        }
        if (where instanceof Where.Call call) {
            return call(call);
        }
        if (where instanceof Where.Exists exists) {
            return (value(exists.path()) != null) != exists.missing();
        }
        return Boolean.TRUE.equals(value(((Where.IsTrue) where).path()));
    }

    private boolean compare(Where.Compare compare) {
        Object left = value(
                compare.left(), compare.right(), Rounding.of(compare.operator().turned()));
        Object right = value(compare.right(), compare.left(), Rounding.of(compare.operator()));
        if (compare.isEquality()) {
            return same(left, right);
        }
        if (compare.operator() == Where.Operator.DIFFERENT) {
            return !same(left, right);
        }
        Integer order = order(left, right);
        return order != null && compare.operator().holds(order);
    }

    private boolean call(Where.Call call) {
        Object value = value(call.value());
        Object part = call.argument() instanceof Operand.Path || call.argument() instanceof Operand.SizeOf
                ? value(call.argument())
                : comparands.part(call.argument(), call.value(), arguments, now);
        if (value instanceof Collection<?> list) {
            return call.function() == Where.Function.CONTAINS && list.stream().anyMatch(element -> same(element, part));
        }
        String text = text(call.value(), value);
        return text != null
                && part instanceof String sought
                && (call.function() == Where.Function.BEGINS_WITH ? text.startsWith(sought) : text.contains(sought));
    }

    /** What of a value is text in the item: times are, too, unless they are numbers. */
    private String text(Operand operand, Object value) {
        return value instanceof String text
                ? text
                : stored(operand, value) instanceof AttributeValue.S stored ? stored.value() : null;
    }

    private AttributeValue stored(Operand operand, Object value) {
        Type type = comparands.type(operand);
        try {
            return value == null ? null : Storing.store(type == null ? Type.Simple.ANY : type, value);
        } catch (ClassCastException e) {
            return null;
        }
    }

    private Object value(Operand operand) {
        return value(operand, null, Rounding.NONE);
    }

    private Object value(Operand operand, Operand other, Rounding rounding) {
        if (operand instanceof Operand.Path path) {
            Object value = values.get(path.attribute());
            for (String name : path.names().subList(1, path.names().size())) {
                value = value instanceof Map<?, ?> map ? map.get(name) : null;
            }
            return value;
        }
        if (operand instanceof Operand.SizeOf size) {
            return size(size.path());
        }
        return operand instanceof Operand.Null ? null : comparands.value(operand, other, rounding, arguments, now);
    }

    /** As DynamoDB reckons it, without the prefix; null where nothing has a size. */
    private Long size(Operand.Path path) {
        AttributeValue value = stored(path, value(path));
        if (value instanceof AttributeValue.S text) {
            return (long) text.value().length();
        }
        return value instanceof AttributeValue.B binary
                ? Long.valueOf(binary.value().length())
                : value instanceof AttributeValue.L list
                        ? Long.valueOf(list.values().size())
                        : value instanceof AttributeValue.M map
                                ? Long.valueOf(map.values().size())
                                : value(path) instanceof Collection<?> set && !set.isEmpty()
                                        ? Long.valueOf(set.size())
                                        : null;
    }

    private static boolean same(Object left, Object right) {
        if (left instanceof Number && right instanceof Number) {
            return Storing.decimal(left).compareTo(Storing.decimal(right)) == 0;
        }
        return Objects.equals(left, right);
    }

    /** Null when the two have no order. */
    public static Integer order(Object left, Object right) {
        if (left instanceof Number && right instanceof Number) {
            BigDecimal exact = Storing.decimal(left);
            return exact.compareTo(Storing.decimal(right));
        }
        if (left instanceof String first && right instanceof String second) {
            return Utf8.compare(first, second);
        }
        Instant first = moment(left);
        Instant second = moment(right);
        if (first != null && second != null) {
            return first.compareTo(second);
        }
        return left instanceof Bytes a && right instanceof Bytes b ? (Integer) a.compareTo(b) : null;
    }

    private static Instant moment(Object value) {
        return value instanceof Instant instant
                ? instant
                : value instanceof LocalDate date
                        ? date.atStartOfDay(ZoneOffset.UTC).toInstant()
                        : null;
    }
}
