package dev.partita.cache;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Place;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Template.Variable;
import dev.partita.plan.InvalidValues;
import dev.partita.plan.internal.key.Codec;
import dev.partita.plan.internal.key.Inputs;
import dev.partita.plan.internal.key.KeyText;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * The items of an entity in groups, by the attributes that a cached pattern is asked by. A group is a scope; so is the whole,
 * which stands for writes that do not tell their group.
 */
final class Grouping {

    /**
     * What is known of an item at one moment.
     *
     * @param whole whether an attribute that is not here is not in the item
     */
    record Image(Map<String, Object> values, boolean whole) {}

    private final Design design;
    private final Entity entity;
    private final Inputs inputs;
    private final List<Variable> by;
    private final KeyText text;
    private final String whole;

    Grouping(Design design, Codec codec, List<Variable> by) {
        this.design = design;
        this.entity = codec.entity();
        this.inputs = new Inputs(codec);
        this.by = List.copyOf(by);
        List<Template.Part> parts = new ArrayList<>();
        for (Variable variable : by) {
            if (!parts.isEmpty()) {
                parts.add(new Template.Literal(design.separator(), Place.START));
            }
            parts.add(variable);
        }
        this.text = KeyText.of(design, entity, "", new Template("", parts, Place.START));
        this.whole = name(entity, by);
    }

    /** The scope of all groups: {@code UsageLog/userId,createdAt:date}. */
    static String name(Entity entity, List<Variable> by) {
        List<String> names = new ArrayList<>();
        for (Variable variable : by) {
            StringBuilder name = new StringBuilder(variable.attribute());
            variable.formats()
                    .forEach(format -> name.append(':').append(format.kind()).append(format.number()));
            names.add(name.toString());
        }
        return entity.name() + "/" + String.join(",", names);
    }

    String whole() {
        return whole;
    }

    /** The group that these arguments ask for; null when they do not tell. */
    String asked(Map<String, Object> arguments) {
        try {
            return group(variable -> argument(variable, arguments.get(argument(variable))));
        } catch (InvalidValues | KeyText.Unfit | DateTimeException | ClassCastException | IllegalArgumentException e) {
            return null;
        }
    }

    /** The group an item is in, null when it is in none, and the whole when that cannot be told. */
    String of(Image image) {
        for (Variable variable : by) {
            if (image.values().get(variable.attribute()) == null) {
                Attribute attribute = entity.attributes().get(variable.attribute());
                return image.whole() && attribute.isStored() ? null : whole;
            }
        }
        try {
            String group = group(variable -> image.values().get(variable.attribute()));
            return group == null ? whole : group;
        } catch (KeyText.Unfit | DateTimeException | ClassCastException | IllegalArgumentException e) {
            // What others wrote need not have the type that the design says.
            return whole;
        }
    }

    /** The name an argument has: {@code userId} for an attribute as it is, {@code date} for {@code createdAt:date}. */
    private static String argument(Variable variable) {
        Format.Kind span = span(variable);
        return span == null ? variable.attribute() : span.name().toLowerCase(Locale.ROOT);
    }

    private static Format.Kind span(Variable variable) {
        for (Format format : variable.formats()) {
            switch (format.kind()) {
                case DATE, MONTH, YEAR, HOUR -> {
                    return format.kind();
                }
                case PAD, NEWEST_FIRST, LOWER, UPPER, HASH, SHARD, SHORTEN, RAW -> {}
            }
        }
        return null;
    }

    private Object argument(Variable variable, Object raw) {
        if (raw == null) {
            return null;
        }
        Format.Kind span = span(variable);
        if (span == null) {
            return inputs.argument(entity.attributes().get(variable.attribute()), raw);
        }
        if (raw instanceof Instant || raw instanceof LocalDate) {
            return raw;
        }
        String given = raw.toString();
        return switch (span) {
            case YEAR -> LocalDate.parse(given.length() == 4 ? given + "-01-01" : given);
            case MONTH -> LocalDate.parse(given.length() == 7 ? given + "-01" : given);
            case HOUR ->
                LocalDateTime.parse(given + ":00").atZone(design.zone()).toInstant();
            default -> LocalDate.parse(given);
        };
    }

    /** Keys may hold values in small or capital letters, so those that differ in nothing else are one group. */
    private String group(Function<Variable, Object> values) {
        String group = text.text(values, text.template().parts().size());
        return group == null
                ? null
                : whole + "/" + group.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }
}
