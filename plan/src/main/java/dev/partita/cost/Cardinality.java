package dev.partita.cost;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Entity.Expect;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.design.model.Template.Variable;
import dev.partita.design.model.Type.Enumeration;
import dev.partita.design.model.Type.Simple;
import dev.partita.design.model.Where;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/** How many items and how many different values there are, as far as the design says; empty where it does not. */
public record Cardinality(Design design) {

    private static final long DAY_SECONDS = 86_400;

    private static final java.util.regex.Pattern FEW_VALUES = java.util.regex.Pattern.compile(
            "(?:^|.*[a-z_-])(status|state|type|kind|category|gender|tier|priority|severity|stars|rating|grade|level|country|currency|language"
                    + "|country_?code)$",
            java.util.regex.Pattern.CASE_INSENSITIVE);
    private static final Set<String> MANY_COUNTRIES =
            Set.of("country", "countrycode", "country_code", "currency", "language");
    private static final long FEW = 10;
    private static final long COUNTRIES = 200;

    /** How many items there will be: as expected, or so many a day for as long as they are kept. */
    public OptionalLong items(Entity entity) {
        Expect expect = entity.expect();
        if (expect == null) {
            return OptionalLong.empty();
        }
        if (expect.items() != null) {
            return OptionalLong.of(expect.items());
        }
        OptionalLong kept = keptSeconds(entity);
        return expect.perDay() == null || kept.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(1, expect.perDay() * kept.getAsLong() / DAY_SECONDS));
    }

    /** How long an item stays: what it is expected to, or until it expires. */
    public static OptionalLong keptSeconds(Entity entity) {
        Expect expect = entity.expect();
        if (expect != null && expect.keepSeconds() != null) {
            return OptionalLong.of(expect.keepSeconds());
        }
        return entity.expiry() == null
                ? OptionalLong.empty()
                : OptionalLong.of(entity.expiry().seconds());
    }

    /** How many combinations of values the variables have; empty when there is no telling, which is to say many. */
    public OptionalLong values(Entity entity, Stream<Variable> variables, Where when) {
        long product = 1;
        for (Variable variable : variables.toList()) {
            OptionalLong values = values(entity, variable, when);
            if (values.isEmpty()) {
                return values;
            }
            product = product > Integer.MAX_VALUE || values.getAsLong() > Integer.MAX_VALUE
                    ? Long.MAX_VALUE
                    : product * values.getAsLong();
        }
        return OptionalLong.of(product);
    }

    /** How many values a variable has; a part of the time has one at a time. */
    public OptionalLong values(Entity entity, Variable variable, Where when) {
        Attribute attribute = entity.attributes().get(variable.attribute());
        if (variable.period() != null) {
            return OptionalLong.of(1);
        }
        OptionalLong values = attribute == null ? OptionalLong.empty() : values(entity, attribute, when);
        Optional<Integer> shards = variable.formats().stream()
                .filter(f -> f.kind() == Kind.SHARD)
                .map(Template.Format::number)
                .findFirst();
        if (shards.isPresent()) {
            return OptionalLong.of(Math.min(values.orElse(Long.MAX_VALUE), shards.get()));
        }
        return values;
    }

    private OptionalLong values(Entity entity, Attribute attribute, Where when) {
        if (attribute.cardinality() != null) {
            return OptionalLong.of(attribute.cardinality());
        }
        if (isFixed(attribute.name(), when)) {
            return OptionalLong.of(1);
        }
        if (attribute.derive() != null) {
            return values(entity, attribute.derive().variables(), when);
        }
        if (attribute.type() == Simple.FLAG || attribute.type() == Simple.BOOLEAN) {
            return OptionalLong.of(2);
        }
        if (attribute.type() instanceof Enumeration enumeration) {
            long possible = enumeration.values().stream()
                    .filter(option ->
                            enumeration.open() || !Boolean.FALSE.equals(holds(when, attribute.name(), option)))
                    .count();
            return OptionalLong.of(Math.max(1, possible));
        }
        if (attribute.type() == Simple.INTEGER && attribute.min() != null && attribute.max() != null) {
            return OptionalLong.of(
                    Math.max(1, attribute.max().subtract(attribute.min()).longValue() + 1));
        }
        OptionalLong owners = itemsKeyedBy(entity, attribute);
        return owners.isPresent() ? owners : fewByName(attribute);
    }

    /** Whether a condition holds of items with this value; null when that depends on something else. */
    private static Boolean holds(Where when, String attribute, String value) {
        if (when instanceof Where.Not not) {
            Boolean inner = holds(not.inner(), attribute, value);
            return inner == null ? null : !inner;
        }
        if (when instanceof Where.And and) {
            Boolean left = holds(and.left(), attribute, value);
            Boolean right = holds(and.right(), attribute, value);
            return Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)
                    ? Boolean.FALSE
                    : left == null || right == null ? null : Boolean.TRUE;
        }
        if (when instanceof Where.Or or) {
            Boolean left = holds(or.left(), attribute, value);
            Boolean right = holds(or.right(), attribute, value);
            return Boolean.TRUE.equals(left) || Boolean.TRUE.equals(right)
                    ? Boolean.TRUE
                    : left == null || right == null ? null : Boolean.FALSE;
        }
        if (when instanceof Where.Compare compare
                && isOf(compare.left(), attribute)
                && compare.right() instanceof Where.Operand.Text text) {
            return switch (compare.operator()) {
                case EQUAL -> text.value().equals(value);
                case DIFFERENT -> !text.value().equals(value);
                case BELOW, AT_MOST, ABOVE, AT_LEAST -> null;
            };
        }
        if (when instanceof Where.In in
                && isOf(in.value(), attribute)
                && in.options().stream().allMatch(Where.Operand.Text.class::isInstance)) {
            return in.options().stream()
                    .anyMatch(option -> ((Where.Operand.Text) option).value().equals(value));
        }
        return null;
    }

    private static boolean isOf(Where.Operand operand, String attribute) {
        return operand instanceof Where.Operand.Path path && path.names().equals(List.of(attribute));
    }

    /** Whether all items for which {@code when} holds have the same value. */
    private static boolean isFixed(String attribute, Where when) {
        if (when instanceof Where.And and) {
            return isFixed(attribute, and.left()) || isFixed(attribute, and.right());
        }
        if (when instanceof Where.IsTrue truth) {
            return truth.path().attribute().equals(attribute);
        }
        if (when instanceof Where.Not not && not.inner() instanceof Where.IsTrue truth) {
            return truth.path().attribute().equals(attribute);
        }
        return when instanceof Where.Compare compare
                && compare.isEquality()
                && compare.left() instanceof Where.Operand.Path path
                && path.attribute().equals(attribute);
    }

    /** An attribute that is another entity's whole key has as many values as there are of those. */
    private OptionalLong itemsKeyedBy(Entity entity, Attribute attribute) {
        if (attribute.references() != null && design.entities().containsKey(attribute.references())) {
            return items(design.entities().get(attribute.references()));
        }
        for (Entity other : design.entities().values()) {
            List<String> variables = other.key().values().stream()
                    .flatMap(Template::variables)
                    .map(Variable::attribute)
                    .distinct()
                    .toList();
            if (variables.equals(List.of(attribute.name()))
                    && (other == entity
                            || other.table() != null && other.table().equals(entity.table()))) {
                return items(other);
            }
        }
        return OptionalLong.empty();
    }

    private static OptionalLong fewByName(Attribute attribute) {
        Matcher matcher = FEW_VALUES.matcher(attribute.name());
        if (attribute.type() != Simple.STRING && attribute.type() != Simple.INTEGER || !matcher.matches()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(MANY_COUNTRIES.contains(matcher.group(1).toLowerCase(Locale.ROOT)) ? COUNTRIES : FEW);
    }
}
