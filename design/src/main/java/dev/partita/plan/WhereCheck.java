package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Type;
import dev.partita.design.Where;
import dev.partita.design.Where.Operand;
import dev.partita.item.Bytes;
import dev.partita.item.Utf8;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;

/** Whether a condition holds for logical values, as DynamoDB would judge it on the stored ones: what is absent only differs. */
final class WhereCheck {

    private final Map<String, Attribute> attributes;
    private final Map<String, Object> values;
    private final Map<String, Object> arguments;
    private final Instant now;

    WhereCheck(
            Map<String, Attribute> attributes, Map<String, Object> values, Map<String, Object> arguments, Instant now) {
        this.attributes = attributes;
        this.values = values;
        this.arguments = arguments;
        this.now = now;
    }

    boolean holds(Where where) {
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
            Type type = typeOf(between.value());
            Integer low = order(value(between.value(), type), value(between.low(), type));
            Integer high = order(value(between.value(), type), value(between.high(), type));
            return low != null && high != null && low >= 0 && high <= 0;
        }
        if (where instanceof Where.In in) {
            Type type = typeOf(in.value());
            Object value = value(in.value(), type);
            return value != null && in.options().stream().anyMatch(option -> same(value, value(option, type)));
        }
        if (where instanceof Where.Call call) {
            return call(call);
        }
        if (where instanceof Where.Exists exists) {
            return (value(exists.path(), null) != null) != exists.missing();
        }
        return Boolean.TRUE.equals(value(((Where.IsTrue) where).path(), null));
    }

    private boolean compare(Where.Compare compare) {
        Type type = typeOf(compare.left()) == null ? typeOf(compare.right()) : typeOf(compare.left());
        Object left = value(compare.left(), type);
        Object right = value(compare.right(), type);
        if (compare.operator().equals("=")) {
            return same(left, right);
        }
        if (compare.operator().equals("<>")) {
            return !same(left, right);
        }
        Integer order = order(left, right);
        return order != null
                && switch (compare.operator()) {
                    case "<" -> order < 0;
                    case "<=" -> order <= 0;
                    case ">" -> order > 0;
                    default -> order >= 0;
                };
    }

    private boolean call(Where.Call call) {
        Object value = value(call.value(), null);
        if (value instanceof Collection<?> list) {
            Object wanted = value(call.argument(), null);
            return list.stream().anyMatch(element -> same(element, wanted));
        }
        Object argument = value(call.argument(), null);
        return value instanceof String text
                && argument instanceof String part
                && (call.function().equals("begins_with") ? text.startsWith(part) : text.contains(part));
    }

    private Object value(Operand operand, Type type) {
        if (operand instanceof Operand.Path path) {
            Object value = values.get(path.attribute());
            for (String name : path.names().subList(1, path.names().size())) {
                value = value instanceof Map<?, ?> map ? map.get(name) : null;
            }
            return value;
        }
        if (operand instanceof Operand.SizeOf size) {
            Object value = value(size.path(), null);
            return value instanceof String text
                    ? (Object) (long) text.length()
                    : value instanceof Collection<?> list
                            ? (Object) (long) list.size()
                            : value instanceof Map<?, ?> map ? (Object) (long) map.size() : null;
        }
        if (operand instanceof Operand.Now) {
            return now;
        }
        if (operand instanceof Operand.Null) {
            return null;
        }
        Object raw = operand instanceof Operand.Text text
                ? text.value()
                : operand instanceof Operand.Number number
                        ? number.value()
                        : operand instanceof Operand.Truth truth
                                ? (Object) truth.value()
                                : arguments.get(((Operand.Argument) operand).name());
        return type == null || raw == null ? raw : Coercion.lenient(type, raw);
    }

    private Type typeOf(Operand operand) {
        if (!(operand instanceof Operand.Path path)) {
            return null;
        }
        Attribute attribute = attributes.get(path.attribute());
        for (String name : path.names().subList(1, path.names().size())) {
            attribute = attribute != null && attribute.type() instanceof Type.Record record
                    ? record.attributes().get(name)
                    : null;
        }
        return attribute == null ? null : attribute.type();
    }

    private static boolean same(Object left, Object right) {
        if (left instanceof Number && right instanceof Number) {
            return Storing.decimal(left).compareTo(Storing.decimal(right)) == 0;
        }
        return Objects.equals(left, right);
    }

    /** Null when the two have no order. */
    private static Integer order(Object left, Object right) {
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
