package dev.partita.plan.internal.request;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import dev.partita.item.AttributeValue;
import dev.partita.item.NumberText;
import dev.partita.item.Utf8;
import dev.partita.plan.internal.key.Comparands;
import dev.partita.plan.internal.value.Storing;
import dev.partita.plan.internal.value.Times.Rounding;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A design's condition as DynamoDB's expression, on stored names and stored values. */
public final class WhereExpression {

    private final Map<String, Attribute> attributes;
    private final Comparands comparands;
    private final Aliases aliases;
    private final Map<String, Object> arguments;
    private final Instant now;

    /** @param arguments by name, as the caller gave them */
    public WhereExpression(Entity entity, ZoneId zone, Aliases aliases, Map<String, Object> arguments, Instant now) {
        this.attributes = entity.attributes();
        this.comparands = new Comparands(entity.name(), attributes, zone);
        this.aliases = aliases;
        this.arguments = arguments;
        this.now = now;
    }

    /** The expression; an OR at its top stands without parentheses. */
    public String text(Where where) {
        if (where instanceof Where.And and) {
            return inner(and.left()) + " AND " + inner(and.right());
        }
        if (where instanceof Where.Or or) {
            return text(or.left()) + " OR " + text(or.right());
        }
        if (where instanceof Where.Not not) {
            return "NOT (" + text(not.inner()) + ")";
        }
        if (where instanceof Where.Compare compare) {
            return compare(compare);
        }
        if (where instanceof Where.Between between) {
            return isBackward(between)
                    ? operand(between.value()) + " >= " + low(between) + " AND " + operand(between.value()) + " <= "
                            + high(between)
                    : operand(between.value()) + " BETWEEN " + low(between) + " AND " + high(between);
        }
        if (where instanceof Where.In in) {
            return operand(in.value()) + " IN ("
                    + in.options().stream()
                            .map(option -> operand(option, in.value(), Rounding.NONE))
                            .collect(Collectors.joining(", "))
                    + ")";
        }
        if (where instanceof Where.Call call) {
            return call.function().word() + "(" + operand(call.value()) + ", " + aliases.value(sought(call)) + ")";
        }
        if (where instanceof Where.Exists exists) {
            return exists(exists.path(), exists.missing());
        }
        Operand.Path path = ((Where.IsTrue) where).path();
        return path(path) + " = " + aliases.value(truth(comparands.attribute(path)));
    }

    private String inner(Where where) {
        return isOr(where) ? "(" + text(where) + ")" : text(where);
    }

    public static boolean isOr(Where where) {
        return where instanceof Where.Or;
    }

    private String compare(Where.Compare compare) {
        Where.Operator operator = compare.operator();
        return operand(compare.left(), compare.right(), Rounding.of(operator.turned())) + " " + operator.sign() + " "
                + operand(compare.right(), compare.left(), Rounding.of(operator));
    }

    private String low(Where.Between between) {
        return operand(between.low(), between.value(), Rounding.UP);
    }

    private String high(Where.Between between) {
        return operand(between.high(), between.value(), Rounding.DOWN);
    }

    private String exists(Operand.Path path, boolean missing) {
        Attribute attribute = comparands.attribute(path);
        if (attribute == null || !attribute.absentIsNull()) {
            return (missing ? "attribute_not_exists(" : "attribute_exists(") + path(path) + ")";
        }
        // Where absence is stored as NULL, the attribute is there and has another type than its own.
        String tag = attribute.type().tag();
        String isOfType = "attribute_type(" + path(path) + ", "
                + aliases.value(new AttributeValue.S(tag == null ? "NULL" : tag)) + ")";
        if (tag != null) {
            return missing ? "NOT " + isOfType : isOfType;
        }
        String isThere = "attribute_exists(" + path(path) + ") AND NOT " + isOfType;
        return missing ? "NOT (" + isThere + ")" : isThere;
    }

    /** BETWEEN whose bounds are given the wrong way round is refused by DynamoDB; in other words it holds for nothing. */
    private boolean isBackward(Where.Between between) {
        AttributeValue low = value(between.low(), between.value(), Rounding.UP);
        AttributeValue high = value(between.high(), between.value(), Rounding.DOWN);
        return low instanceof AttributeValue.N one && high instanceof AttributeValue.N other
                ? one.compareTo(other) > 0
                : low instanceof AttributeValue.S first
                        && high instanceof AttributeValue.S second
                        && Utf8.compare(first.value(), second.value()) > 0;
    }

    private AttributeValue sought(Where.Call call) {
        Attribute attribute = comparands.attribute(call.value());
        Object part = comparands.part(call.argument(), call.value(), arguments, now);
        Type element = Comparands.element(comparands.type(call.value()));
        boolean isHead =
                call.function() == Where.Function.BEGINS_WITH && attribute != null && attribute.prefix() != null;
        return stored(element, null, isHead ? attribute.prefix() + part : part);
    }

    private String operand(Operand operand) {
        return operand(operand, null, Rounding.NONE);
    }

    private String operand(Operand operand, Operand other, Rounding rounding) {
        if (operand instanceof Operand.Path path) {
            return path(path);
        }
        if (operand instanceof Operand.SizeOf size) {
            return "size(" + path(size.path()) + ")";
        }
        return aliases.value(value(operand, other, rounding));
    }

    /** Null for what stands in the item. */
    private AttributeValue value(Operand operand, Operand other, Rounding rounding) {
        AttributeValue value = plain(operand, other, rounding);
        if (!(value instanceof AttributeValue.N number) || !(other instanceof Operand.SizeOf size)) {
            return value;
        }
        // The service sizes what is stored, and that begins with the prefix.
        int prefix = comparands.prefix(size.path()).length();
        return prefix == 0
                ? value
                : NumberText.parse(
                        number.value().add(BigDecimal.valueOf(prefix)).toPlainString());
    }

    private AttributeValue plain(Operand operand, Operand other, Rounding rounding) {
        return operand instanceof Operand.Path || operand instanceof Operand.SizeOf
                ? null
                : stored(
                        comparands.type(other),
                        comparands.attribute(other),
                        comparands.value(operand, other, rounding, arguments, now));
    }

    /** With the prefix of {@code attribute}, when there is one. */
    private static AttributeValue stored(Type type, Attribute attribute, Object value) {
        if (type == null || value == null) {
            return Storing.store(Type.Simple.ANY, value);
        }
        try {
            return attribute == null ? Storing.store(type, value) : Storing.store(attribute, value);
        } catch (ClassCastException e) {
            // A literal of another type than the attribute's: it equals nothing, and is said as it is.
            return Storing.store(Type.Simple.ANY, value);
        }
    }

    private String path(Operand.Path path) {
        List<String> stored = new ArrayList<>();
        Map<String, Attribute> members = attributes;
        for (String name : path.names()) {
            Attribute attribute = members.get(name);
            stored.add(attribute == null ? name : attribute.stored());
            members = attribute == null ? Map.of() : attribute.type().members();
        }
        return aliases.path(stored);
    }

    private static AttributeValue truth(Attribute attribute) {
        return attribute != null && attribute.type() == Type.Simple.FLAG
                ? AttributeValue.N.of(1)
                : AttributeValue.Bool.TRUE;
    }
}
