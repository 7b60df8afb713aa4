package dev.partita.plan.internal.key;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Place;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format;
import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import dev.partita.plan.internal.value.Presence;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The attributes whose values are known before the request: given by the caller, fixed by a condition, or derived of such.
 *
 * <p>A time may be known only to its day: then the parts made of its day, month and year are known, and no others.
 */
public final class Bindings {

    /** A way in which a value is known: one entry of {@code by}, or one condition. */
    public sealed interface Root {
        /** The same attribute, formatted alike, is the same wherever it stands. */
        record By(Template.Variable variable) implements Root {
            public By {
                variable = new Template.Variable(variable.attribute(), variable.formats(), Place.START);
            }

            // Written out, as in Place.
            @Override
            public boolean equals(Object other) {
                return other instanceof By by && variable.equals(by.variable);
            }

            @Override
            public int hashCode() {
                return variable.hashCode();
            }

            @Override
            public String toString() {
                return Arguments.name(variable);
            }
        }

        record Condition(Where where) implements Root {
            @Override
            public String toString() {
                return where.text();
            }
        }
    }

    /**
     * @param bucket null when the value is known exactly, else the span of time it is known to
     * @param fold {@code LOWER} or {@code UPPER} when it is known but for the case of its letters, else null
     * @param isExact whether no other values of its roots give the same value
     */
    private record Known(Format.Kind bucket, Format.Kind fold, boolean isExact, Set<Root> roots) {}

    private final Entity entity;
    private final List<Where> conditions;
    private final Map<String, Known> known = new LinkedHashMap<>();

    public Bindings(Entity entity, List<Template.Variable> by, List<Where> conditions) {
        this.entity = entity;
        this.conditions = List.copyOf(conditions);
        for (Template.Variable variable : by) {
            known.put(
                    variable.attribute(),
                    new Known(variable.period(), fold(variable), true, Set.of(new Root.By(variable))));
        }
        for (Where condition : conditions) {
            String attribute = fixed(entity, condition);
            if (attribute != null) {
                known.putIfAbsent(attribute, new Known(null, null, true, Set.of(new Root.Condition(condition))));
            }
        }
        boolean more = true;
        while (more) {
            more = false;
            for (Attribute attribute : entity.attributes().values()) {
                if (attribute.derive() != null
                        && !known.containsKey(attribute.name())
                        && attribute.derive().variables().findAny().isPresent()
                        && attribute.derive().variables().allMatch(this::binds)) {
                    Set<Root> roots = new LinkedHashSet<>();
                    attribute.derive().variables().forEach(v -> roots.addAll(roots(v)));
                    // Two parts side by side may stand for others: a-b and c are a and b-c.
                    boolean isExact = attribute.derive().isLone()
                            && attribute.derive().variables().allMatch(this::isExact);
                    known.put(attribute.name(), new Known(null, null, isExact, roots));
                    more = true;
                }
            }
        }
    }

    /** The conditions that every item asked for meets. */
    public List<Where> conditions() {
        return conditions;
    }

    /** Whether the text of this part is known. */
    public boolean binds(Template.Variable variable) {
        Known value = known.get(variable.attribute());
        return value != null
                && (value.bucket == null || span(variable.period()) >= span(value.bucket))
                && (value.fold == null || value.fold == fold(variable));
    }

    /**
     * Whether only one value of the attribute, as far as it is known, gives this text: a shard or a day has many, and so has a
     * text in small letters.
     */
    public boolean isExact(Template.Variable variable) {
        Known value = known.get(variable.attribute());
        if (value == null || !value.isExact) {
            return false;
        }
        if (value.bucket == null && value.fold == null) {
            return KeyFormat.isExact(variable, entity.attributes().get(variable.attribute()));
        }
        return !variable.has(Format.Kind.SHARD) && span(variable.period()) == span(value.bucket);
    }

    /** Whether the attribute is known by what it is made of. */
    public boolean isDerived(Template.Variable variable) {
        Known value = known.get(variable.attribute());
        return value != null && !value.isExact;
    }

    public Set<Root> roots(Template.Variable variable) {
        Known value = known.get(variable.attribute());
        return value == null ? Set.of() : value.roots;
    }

    /** The case that a variable's letters are brought to, or null when they are left as they are. */
    public static Format.Kind fold(Template.Variable variable) {
        Format.Kind first =
                variable.formats().isEmpty() ? null : variable.formats().get(0).kind();
        return first == Format.Kind.LOWER || first == Format.Kind.UPPER ? first : null;
    }

    /** Wider spans are greater; an exact value is 0. */
    public static int span(Format.Kind kind) {
        if (kind == null) {
            return 0;
        }
        return switch (kind) {
            case HOUR -> 1;
            case DATE -> 2;
            case MONTH -> 3;
            case YEAR -> 4;
            case PAD, NEWEST_FIRST, LOWER, UPPER, HASH, SHARD, SHORTEN, RAW -> 0;
        };
    }

    /** The attribute that a condition holds to one value, or null. */
    private static String fixed(Entity entity, Where condition) {
        if (condition instanceof Where.IsTrue isTrue && isTrue.path().names().size() == 1) {
            return isTrue.path().attribute();
        }
        if (condition instanceof Where.Not not
                && not.inner() instanceof Where.IsTrue isTrue
                && isTrue.path().names().size() == 1
                && Presence.isAlwaysThere(entity, isTrue.path().attribute())) {
            return isTrue.path().attribute();
        }
        if (condition instanceof Where.Compare compare
                && compare.isEquality()
                && compare.left() instanceof Operand.Path path
                && path.names().size() == 1
                && isValue(compare.right())) {
            return path.attribute();
        }
        return null;
    }

    private static boolean isValue(Operand operand) {
        return operand instanceof Operand.Text
                || operand instanceof Operand.Number
                || operand instanceof Operand.Truth
                || operand instanceof Operand.Argument;
    }
}
