package dev.partita.plan.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import dev.partita.item.Utf8;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.Violation;
import dev.partita.plan.internal.key.Argument;
import dev.partita.plan.internal.key.Arguments;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Comparands;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.key.KeyText;
import dev.partita.plan.internal.value.Coercion;
import dev.partita.plan.internal.value.Conditions;
import dev.partita.plan.internal.value.Times;
import dev.partita.plan.internal.value.Times.Rounding;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a caller gave to a reading pattern, as logical values of attributes: checked, normalised, with what conditions fix and
 * what is derived.
 *
 * <p>With {@code placeholders}, what was not given is shown as {@code ‹name›}: that is how a plan is explained without values.
 */
public final class ReadValues {

    private final Design design;
    private final ReadPlan plan;
    private final Entity entity;
    private final Inputs inputs;
    private final Map<String, Object> given;
    private final boolean placeholders;
    private final Map<String, Object> values = new LinkedHashMap<>();

    /** @throws InvalidValues for arguments that are missing, unknown or of another type */
    public ReadValues(ReadPlan plan, Codec codec, Map<String, Object> given, boolean placeholders) {
        this.design = plan.design();
        this.plan = plan;
        this.entity = codec.entity();
        this.inputs = new Inputs(codec);
        this.given = given;
        this.placeholders = placeholders;
        requireAll();
        for (Template.Variable variable : plan.pattern().by()) {
            if (!isEach(variable)) {
                bind(variable.attribute(), variable, given.get(Arguments.name(variable)));
            }
        }
        for (Where condition : Conditions.all(plan.pattern().where())) {
            fix(condition);
        }
        derive(values);
    }

    /** Everything that is known, by attribute. */
    public Map<String, Object> values() {
        return values;
    }

    /**
     * What the caller gives for {@code each:}.
     *
     * @throws InvalidValues for values that could not be asked for one by one, by their places
     */
    public GivenValues given(Spread.Each each) {
        Object raw = given.get(each.argument());
        return GivenValues.of(
                plan.pattern().name(),
                each,
                entity.attributes().get(each.attribute()),
                inputs,
                raw == null && placeholders ? new KeyText.Formatted("‹" + each.argument() + "[0]›") : raw);
    }

    /** The arguments of conditions, as they were given. */
    Map<String, Object> arguments() {
        Map<String, Object> arguments = new LinkedHashMap<>(given);
        if (placeholders) {
            plan.arguments()
                    .forEach(argument ->
                            arguments.putIfAbsent(argument.name(), new KeyText.Formatted("‹" + argument.name() + "›")));
        }
        return arguments;
    }

    /** An argument that stands in a template as the author wrote it. */
    Object pinned(Template.Variable variable, String name) {
        Object raw = argument(name);
        Attribute attribute = KeyTest.attribute(entity.attributes(), variable.attribute());
        if (raw == null || raw instanceof KeyText.Formatted || attribute == null) {
            return raw;
        }
        boolean isEnd = !entity.attributes().containsKey(name);
        return isEnd
                ? end(attribute, variable.period(), name, raw, name.endsWith("To"))
                : checked(attribute, name, raw);
    }

    /** The same with another value for one attribute, and what derives from it. */
    public Map<String, Object> with(Map<String, Object> base, String attribute, Object value) {
        Map<String, Object> changed = new LinkedHashMap<>(base);
        changed.put(attribute, value);
        entity.attributes().values().forEach(other -> {
            if (other.derive() != null
                    && other.derive().variables().anyMatch(v -> v.attribute().equals(attribute))) {
                changed.remove(other.name());
            }
        });
        derive(changed);
        return changed;
    }

    /** A bound of the range, or null when it is open. The upper bound of a day is its last moment. */
    Object bound(Template.Variable part, String argument, boolean isUpper) {
        Object raw = given.get(argument);
        if (raw == null) {
            return placeholders && given.isEmpty() ? new KeyText.Formatted("‹" + argument + "›") : null;
        }
        Attribute attribute = entity.attributes().get(part.attribute());
        return raw instanceof KeyText.Formatted || attribute == null
                ? raw
                : end(attribute, plan.pattern().range().period(), argument, raw, isUpper);
    }

    private Object end(Attribute attribute, Format.Kind bucket, String argument, Object raw, boolean isUpper) {
        if (attribute.type() instanceof Type.Simple simple && simple.isTime() && simple != Type.Simple.DATE) {
            Instant start = start(bucket == null && isDay(raw) ? Format.Kind.DATE : bucket, raw, argument);
            if (start == null) {
                return simple == Type.Simple.ISO_TIME
                        ? String.valueOf(raw)
                        : checked(attribute, argument, raw, isUpper ? Rounding.DOWN : Rounding.UP);
            }
            Instant moment = isUpper
                    ? lastOf(bucket == null ? Format.Kind.DATE : bucket, start, simple)
                    : Times.rounded(simple, start, Rounding.UP);
            return simple == Type.Simple.ISO_TIME ? Times.stored(Type.Simple.TIMESTAMP, moment) : moment;
        }
        return checked(attribute, argument, raw);
    }

    /** Whether an item lies in the range, both ends included. */
    public boolean holds(KeyTerm.Within range, Codec codec, Map<String, Object> item) {
        Object value = item.get(range.variable().attribute());
        if (value == null) {
            return false;
        }
        KeyText text = codec.text(range.key(), range.template());
        String own = text.plain(range.variable(), value);
        Object from = bound(range.variable(), range.from(), false);
        Object to = bound(range.variable(), range.to(), true);
        return (from == null || Utf8.compare(text.plain(range.variable(), from), own) <= 0)
                && (to == null || Utf8.compare(own, text.plain(range.variable(), to)) <= 0);
    }

    /** The nearest bound that the range or a condition puts on this time; null when that end is open, or not known yet. */
    Instant walked(Template.Variable part, boolean isUpper, Instant now) {
        Instant nearest = ranged(part, isUpper);
        Attribute attribute = entity.attributes().get(part.attribute());
        Comparands comparands = new Comparands(entity.name(), entity.attributes(), design.zone());
        for (Where condition : Conditions.all(plan.pattern().where())) {
            Narrowing narrowing = Narrowing.of(condition);
            if (narrowing == null || narrowing.prefix() != null || !narrowing.bounds(part, attribute, false)) {
                continue;
            }
            Instant outer = null;
            for (Operand operand : isUpper ? narrowing.high() : narrowing.low()) {
                Instant one = moment(
                        comparands.value(operand, narrowing.path(), Rounding.DOWN, arguments(), now),
                        attribute,
                        isUpper);
                if (one == null) {
                    outer = null;
                    break;
                }
                outer = outer == null || (isUpper ? one.isAfter(outer) : one.isBefore(outer)) ? one : outer;
            }
            if (outer != null && (nearest == null || (isUpper ? outer.isBefore(nearest) : outer.isAfter(nearest)))) {
                nearest = outer;
            }
        }
        return nearest;
    }

    /** Whether its values may lie ahead of the moment of the call. */
    boolean mayLieAhead(Template.Variable part) {
        Attribute attribute = entity.attributes().get(part.attribute());
        return attribute != null && attribute.set() == null;
    }

    private Instant moment(Object value, Attribute attribute, boolean isUpper) {
        if (!(value instanceof Instant) && !(value instanceof LocalDate)) {
            return null;
        }
        Instant start = Coercion.asInstant(value, design.zone());
        return isUpper && start != null && attribute.type() == Type.Simple.DATE
                ? start.plus(1, ChronoUnit.DAYS).minusNanos(1)
                : start;
    }

    private Instant ranged(Template.Variable part, boolean isUpper) {
        Template.Variable range = plan.pattern().range();
        if (range == null || !range.attribute().equals(part.attribute())) {
            return null;
        }
        Object bound = bound(part, Arguments.name(range) + (isUpper ? "To" : "From"), isUpper);
        return bound == null || bound instanceof KeyText.Formatted ? null : Coercion.asInstant(bound, design.zone());
    }

    /** The first moment of the span that a text such as {@code 2024-06} names. */
    Instant start(Format.Kind bucket, Object raw, String argument) {
        if (bucket == null) {
            return null;
        }
        ZoneId zone = design.zone();
        String text = raw instanceof Instant instant
                ? instant.atZone(zone).toLocalDateTime().toString()
                : raw.toString();
        String full =
                switch (bucket) {
                    case YEAR -> text.length() == 4 ? text + "-01-01" : text;
                    case MONTH -> text.length() == 7 ? text + "-01" : text;
                    default -> text;
                };
        try {
            if (full.length() == 10) {
                return LocalDate.parse(full).atStartOfDay(zone).toInstant();
            }
            if (bucket == Format.Kind.HOUR && full.length() == 13) {
                return LocalDateTime.parse(full + ":00").atZone(zone).toInstant();
            }
        } catch (java.time.DateTimeException e) {
            throw refuse(
                    argument,
                    raw,
                    "is no "
                            + Arguments.name(new Template.Variable(
                                    argument, List.of(new Format(bucket, 0)), dev.partita.design.model.Place.START)));
        }
        return instant(raw, argument);
    }

    /** The first moment of a span, which has to be one: of an hour or day that clocks skip, the next one begins there. */
    private Instant named(Format.Kind bucket, Object raw, String argument) {
        Instant start = start(bucket, raw, argument);
        LocalDateTime local = start.atZone(design.zone()).toLocalDateTime();
        String text = raw.toString();
        boolean isSkipped = bucket == Format.Kind.HOUR && text.length() == 13
                ? !local.truncatedTo(ChronoUnit.HOURS).equals(LocalDateTime.parse(text + ":00"))
                : bucket == Format.Kind.DATE
                        && isDay(raw)
                        && !local.toLocalDate().equals(LocalDate.parse(text));
        if (isSkipped) {
            throw refuse(argument, raw, "is skipped by the clocks of " + design.zone());
        }
        return start;
    }

    private void requireAll() {
        List<Violation> violations = new ArrayList<>();
        for (Argument argument : plan.arguments()) {
            if (argument.required() && given.get(argument.name()) == null && !placeholders) {
                violations.add(new Violation(plan.pattern().name(), argument.name(), null, "required", "is required"));
            }
        }
        for (String name : given.keySet()) {
            if (!isArgument(name)) {
                violations.add(new Violation(
                        plan.pattern().name(),
                        name,
                        given.get(name),
                        "unknown",
                        "is no argument of " + plan.pattern().name()));
            }
        }
        if (!violations.isEmpty()) {
            throw new InvalidValues(violations);
        }
    }

    private boolean isArgument(String name) {
        for (Argument argument : plan.arguments()) {
            if (argument.name().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** The argument of its values may be called as it is: a plural, such as {@code series}. */
    private boolean isEach(Template.Variable variable) {
        return plan.pattern().isEach(variable.attribute());
    }

    private void bind(String name, Template.Variable variable, Object raw) {
        Attribute attribute = entity.attributes().get(name);
        if (raw == null) {
            if (placeholders) {
                values.put(name, new KeyText.Formatted("‹" + Arguments.name(variable) + "›"));
            }
            return;
        }
        Format.Kind bucket = variable.period();
        if (raw instanceof KeyText.Formatted) {
            values.put(name, raw);
        } else if (bucket != null) {
            values.put(name, named(bucket, raw, Arguments.name(variable)));
        } else {
            values.put(name, attribute == null ? raw : checked(attribute, name, raw));
        }
    }

    private void fix(Where condition) {
        if (condition instanceof Where.IsTrue isTrue) {
            put(isTrue.path(), true);
        } else if (condition instanceof Where.Not not && not.inner() instanceof Where.IsTrue isTrue) {
            put(isTrue.path(), false);
        } else if (condition instanceof Where.Compare compare
                && compare.isEquality()
                && compare.left() instanceof Operand.Path path) {
            Operand right = compare.right();
            put(
                    path,
                    right instanceof Operand.Text text
                            ? text.value()
                            : right instanceof Operand.Number number
                                    ? number.value()
                                    : right instanceof Operand.Truth truth
                                            ? (Object) truth.value()
                                            : right instanceof Operand.Argument argument
                                                    ? argument(argument.name())
                                                    : null);
        }
    }

    private Object argument(String name) {
        Object raw = given.get(name);
        return raw == null && placeholders ? new KeyText.Formatted("‹" + name + "›") : raw;
    }

    private void put(Operand.Path path, Object raw) {
        Attribute attribute = entity.attributes().get(path.attribute());
        if (raw != null && attribute != null && path.names().size() == 1) {
            values.putIfAbsent(
                    attribute.name(),
                    raw instanceof KeyText.Formatted ? raw : checked(attribute, attribute.name(), raw));
        }
    }

    private void derive(Map<String, Object> known) {
        for (Attribute attribute : entity.attributes().values()) {
            Template derived = attribute.derive();
            if (derived == null || known.containsKey(attribute.name())) {
                continue;
            }
            List<Object> parts =
                    derived.variables().map(v -> known.get(v.attribute())).toList();
            if (parts.isEmpty() || parts.contains(null)) {
                continue;
            }
            if (parts.stream().anyMatch(KeyText.Formatted.class::isInstance)) {
                known.put(attribute.name(), parts.get(0));
            } else {
                Map<String, Object> computed = new LinkedHashMap<>(known);
                computed.values().removeIf(KeyText.Formatted.class::isInstance);
                inputs.compute(computed);
                if (computed.get(attribute.name()) != null) {
                    known.put(attribute.name(), computed.get(attribute.name()));
                }
            }
        }
    }

    private Object checked(Attribute attribute, String argument, Object raw) {
        return checked(attribute, argument, raw, Rounding.NONE);
    }

    private Object checked(Attribute attribute, String argument, Object raw, Rounding rounding) {
        try {
            return inputs.argument(attribute, raw, rounding);
        } catch (InvalidValues e) {
            throw new InvalidValues(e.violations().stream()
                    .map(v -> new Violation(plan.pattern().name(), argument, raw, v.rule(), v.message()))
                    .toList());
        }
    }

    private static boolean isDay(Object raw) {
        return raw instanceof LocalDate || raw instanceof String text && text.matches("\\d{4}-\\d{2}-\\d{2}");
    }

    private Instant instant(Object raw, String argument) {
        Instant instant = Coercion.asInstant(raw, design.zone());
        if (instant == null) {
            throw refuse(argument, raw, "is no time");
        }
        return instant;
    }

    private Instant lastOf(Format.Kind bucket, Instant start, Type.Simple type) {
        var begin = start.atZone(design.zone());
        var next =
                switch (bucket) {
                    case YEAR -> begin.plusYears(1);
                    case MONTH -> begin.plusMonths(1);
                    // By the clock on the wall, since an hour that comes twice is one.
                    case HOUR -> begin.toLocalDateTime().plusHours(1).atZone(design.zone());
                    default -> begin.plusDays(1);
                };
        return next.toInstant().minus(1, Times.hasMillis(type) ? ChronoUnit.MILLIS : ChronoUnit.SECONDS);
    }

    private InvalidValues refuse(String argument, Object raw, String message) {
        return new InvalidValues(List.of(new Violation(plan.pattern().name(), argument, raw, "type", message)));
    }
}
