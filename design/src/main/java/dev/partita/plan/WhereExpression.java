package dev.partita.plan;

import dev.partita.design.Attribute;
import dev.partita.design.Type;
import dev.partita.design.Where;
import dev.partita.design.Where.Operand;
import dev.partita.item.AttributeValue;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A design's condition as DynamoDB's expression, on stored names and stored values. */
public final class WhereExpression {

    private final Map<String, Attribute> attributes;
    private final Aliases aliases;
    private final Map<String, Object> arguments;
    private final Instant now;

    /** @param arguments by name, as the caller gave them */
    public WhereExpression(
            Map<String, Attribute> attributes, Aliases aliases, Map<String, Object> arguments, Instant now) {
        this.attributes = attributes;
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
            Attribute attribute = attributeOf(between.value());
            return operand(between.value(), attribute) + " BETWEEN " + operand(between.low(), attribute) + " AND "
                    + operand(between.high(), attribute);
        }
        if (where instanceof Where.In in) {
            Attribute attribute = attributeOf(in.value());
            return operand(in.value(), attribute) + " IN ("
                    + in.options().stream()
                            .map(option -> operand(option, attribute))
                            .collect(Collectors.joining(", "))
                    + ")";
        }
        if (where instanceof Where.Call call) {
            return call.function() + "(" + operand(call.value(), null) + ", " + aliases.value(sought(call)) + ")";
        }
        if (where instanceof Where.Exists exists) {
            return exists(exists.path(), exists.missing());
        }
        Operand.Path path = ((Where.IsTrue) where).path();
        return path(path) + " = " + aliases.value(truth(attributeOf(path)));
    }

    private String inner(Where where) {
        return isOr(where) ? "(" + text(where) + ")" : text(where);
    }

    static boolean isOr(Where where) {
        return where instanceof Where.Or;
    }

    private String compare(Where.Compare compare) {
        if (compare.right() instanceof Operand.Null && compare.left() instanceof Operand.Path path) {
            return exists(path, compare.operator().equals("="));
        }
        Attribute attribute =
                attributeOf(compare.left()) == null ? attributeOf(compare.right()) : attributeOf(compare.left());
        return operand(compare.left(), attribute) + " " + compare.operator() + " "
                + operand(compare.right(), attribute);
    }

    private String exists(Operand.Path path, boolean missing) {
        Attribute attribute = attributeOf(path);
        boolean mayBeNull = attribute != null
                && attribute.absentIsNull()
                && attribute.type().tag() != null;
        if (!mayBeNull) {
            return (missing ? "attribute_not_exists(" : "attribute_exists(") + path(path) + ")";
        }
        // Where absence is stored as NULL, the attribute is there and has another type than its own.
        String isValue = "attribute_type(" + path(path) + ", "
                + aliases.value(new AttributeValue.S(attribute.type().tag())) + ")";
        return missing ? "NOT " + isValue : isValue;
    }

    private AttributeValue sought(Where.Call call) {
        Attribute attribute = attributeOf(call.value());
        Object raw = literal(call.argument());
        if (attribute == null) {
            return Storing.store(Type.Simple.ANY, raw);
        }
        if (attribute.type() instanceof Type.ListOf list) {
            return Storing.store(list.element(), Coercion.lenient(list.element(), raw));
        }
        if (attribute.type() instanceof Type.SetOf set) {
            return Storing.store(set.element(), Coercion.lenient(set.element(), raw));
        }
        boolean isHead = call.function().equals("begins_with") && attribute.prefix() != null;
        return new AttributeValue.S((isHead ? attribute.prefix() : "") + raw);
    }

    private String operand(Operand operand, Attribute attribute) {
        if (operand instanceof Operand.Path path) {
            return path(path);
        }
        if (operand instanceof Operand.SizeOf size) {
            return "size(" + path(size.path()) + ")";
        }
        Object raw = literal(operand);
        if (attribute == null || raw == null) {
            return aliases.value(Storing.store(Type.Simple.ANY, raw));
        }
        Object value = Coercion.lenient(attribute.type(), raw);
        try {
            return aliases.value(Storing.store(attribute, value));
        } catch (ClassCastException e) {
            // A literal of another type than the attribute's: it equals nothing, and is said as it is.
            return aliases.value(Storing.store(Type.Simple.ANY, raw));
        }
    }

    private Object literal(Operand operand) {
        return operand instanceof Operand.Text text
                ? text.value()
                : operand instanceof Operand.Number number
                        ? number.value()
                        : operand instanceof Operand.Truth truth
                                ? (Object) truth.value()
                                : operand instanceof Operand.Now
                                        ? now
                                        : operand instanceof Operand.Argument argument
                                                ? arguments.get(argument.name())
                                                : null;
    }

    private String path(Operand.Path path) {
        List<String> stored = new ArrayList<>();
        Map<String, Attribute> members = attributes;
        for (String name : path.names()) {
            Attribute attribute = members.get(name);
            stored.add(attribute == null ? name : attribute.stored());
            members = attribute != null && attribute.type() instanceof Type.Record record
                    ? record.attributes()
                    : Map.of();
        }
        return aliases.path(stored);
    }

    private Attribute attributeOf(Operand operand) {
        if (!(operand instanceof Operand.Path path)) {
            return null;
        }
        Attribute attribute = null;
        Map<String, Attribute> members = attributes;
        for (String name : path.names()) {
            attribute = members.get(name);
            members = attribute != null && attribute.type() instanceof Type.Record record
                    ? record.attributes()
                    : Map.of();
        }
        return attribute;
    }

    private static AttributeValue truth(Attribute attribute) {
        return attribute != null && attribute.type() == Type.Simple.FLAG
                ? AttributeValue.N.of(1)
                : AttributeValue.Bool.TRUE;
    }
}
