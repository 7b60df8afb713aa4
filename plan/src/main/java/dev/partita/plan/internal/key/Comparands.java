package dev.partita.plan.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where.Operand;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.value.Coercion;
import dev.partita.plan.internal.value.Normalise;
import dev.partita.plan.internal.value.Times;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What conditions compare attributes with, each value as the attribute on the other side would hold it: normalised and of its
 * type. The check of a design, DynamoDB's expressions and our own judgement of an item all take it from here.
 */
public final class Comparands {

    private final String subject;
    private final Map<String, Attribute> attributes;
    private final ZoneId zone;

    /** @param subject whose condition it is, for refusals */
    public Comparands(String subject, Map<String, Attribute> attributes, ZoneId zone) {
        this.subject = subject;
        this.attributes = attributes;
        this.zone = zone;
    }

    /** The attribute, or member of a record, that a path leads to; null for what no attribute describes. */
    public Attribute attribute(Operand operand) {
        if (!(operand instanceof Operand.Path path)) {
            return null;
        }
        Attribute attribute = null;
        Map<String, Attribute> members = attributes;
        for (String name : path.names()) {
            attribute = members.get(name);
            members = attribute == null ? Map.of() : attribute.type().members();
        }
        return attribute;
    }

    /** What stands before the stored text of a path; empty when nothing does. */
    public String prefix(Operand operand) {
        Attribute attribute = attribute(operand);
        return attribute == null || attribute.prefix() == null ? "" : attribute.prefix();
    }

    /** The type of what stands in the item, a size being an integer; null for values and for what the design does not know. */
    public Type type(Operand operand) {
        if (operand instanceof Operand.SizeOf) {
            return Type.Simple.INTEGER;
        }
        if (!(operand instanceof Operand.Path path)) {
            return null;
        }
        Attribute first = attributes.get(path.attribute());
        Type type = first == null ? null : first.type();
        for (String name : path.names().subList(1, path.names().size())) {
            if (type instanceof Type.Record record) {
                Attribute member = record.attributes().get(name);
                type = member == null ? null : member.type();
            } else {
                type = type instanceof Type.MapOf map ? map.element() : null;
            }
        }
        return type;
    }

    /** What {@code contains} looks for in it: an element of a list or set, else a piece of the same text. */
    public static Type element(Type type) {
        return type != null && type.isListOrSet() ? type.element() : null;
    }

    /**
     * A value that stands in a condition, as {@code other} would hold it.
     *
     * @param rounding of a moment that is finer than what {@code other} holds
     * @param violations get what is wrong with it as a value of that type; then it is null
     */
    public Object as(Operand other, Object raw, Times.Rounding rounding, List<Violation> violations) {
        Type type = type(other);
        if (type == null || type == Type.Simple.ANY || raw == null) {
            return raw;
        }
        return convert(attribute(other), type, raw, rounding, violations);
    }

    /** The same for what {@code begins_with} and {@code contains} look for. */
    public Object partOf(Operand other, Object raw, List<Violation> violations) {
        Type type = type(other);
        Type element = element(type);
        if (type == null || type == Type.Simple.ANY || raw == null || element == Type.Simple.ANY) {
            return raw;
        }
        if (element != null) {
            return convert(attribute(other), element, raw, Times.Rounding.NONE, violations);
        }
        Attribute attribute = attribute(other);
        Object plain =
                raw instanceof String text && attribute != null ? Normalise.part(attribute.normalise(), text) : raw;
        return new Coercion(subject, zone, violations).typed(Type.Simple.STRING, "", plain);
    }

    private Object convert(
            Attribute attribute, Type type, Object raw, Times.Rounding rounding, List<Violation> violations) {
        Object plain = attribute == null ? raw : Coercion.normalised(attribute, raw);
        return new Coercion(subject, zone, violations, rounding)
                .typed(type, attribute == null ? "" : attribute.name(), plain);
    }

    /** What {@code begins_with} and {@code contains} look for in {@code other}. */
    public Object part(Operand operand, Operand other, Map<String, Object> arguments, Instant now) {
        return value(operand, other, null, arguments, now);
    }

    /**
     * The value of an operand that is neither path nor size, as the other side would hold it.
     *
     * @param rounding of a moment that is finer than what the other side holds; null for a part of it
     */
    public Object value(
            Operand operand, Operand other, Times.Rounding rounding, Map<String, Object> arguments, Instant now) {
        Object raw = raw(operand, arguments, now);
        if (raw instanceof KeyText.Formatted shown) {
            return shown.text();
        }
        List<Violation> violations = new ArrayList<>();
        Object value = rounding == null
                ? partOf(other, raw, violations)
                : as(
                        other,
                        raw,
                        operand instanceof Operand.Now && rounding == Times.Rounding.NONE
                                ? Times.Rounding.DOWN
                                : rounding,
                        violations);
        if (!violations.isEmpty() && operand instanceof Operand.Argument argument) {
            throw new InvalidValues(violations.stream()
                    .map(v -> new Violation(subject, argument.name(), raw, v.rule(), v.message()))
                    .toList());
        }
        // A literal that is no value of the type was refused when the design was checked; elsewhere it equals nothing.
        return value == null ? raw : value;
    }

    private Object raw(Operand operand, Map<String, Object> arguments, Instant now) {
        if (operand instanceof Operand.Now when) {
            return when.moment().at(now);
        }
        if (!(operand instanceof Operand.Argument argument)) {
            return literal(operand);
        }
        Object given = arguments.get(argument.name());
        if (given == null) {
            throw new InvalidValues(List.of(new Violation(subject, argument.name(), null, "required", "is required")));
        }
        return given;
    }

    /** What the file states: text, a number, true or false; null for everything else. */
    public static Object literal(Operand operand) {
        return operand instanceof Operand.Text text
                ? text.value()
                : operand instanceof Operand.Number number
                        ? number.value()
                        : operand instanceof Operand.Truth truth ? (Object) truth.value() : null;
    }
}
