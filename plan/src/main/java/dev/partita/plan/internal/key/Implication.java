package dev.partita.plan.internal.key;

import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import dev.partita.design.model.Where.Operator;
import dev.partita.plan.internal.value.Conditions;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What surely holds of an item for which a condition holds. */
public final class Implication {

    /** Whether {@code other} holds wherever {@code given} does; false when that is not plain. */
    public static boolean follows(Where given, Where other) {
        if (SoftDeleteFilter.sayings(given).contains(other.text())) {
            return true;
        }
        if (given instanceof Where.Or or) {
            return follows(or.left(), other) && follows(or.right(), other);
        }
        if (other instanceof Where.And and) {
            return follows(given, and.left()) && follows(given, and.right());
        }
        if (other instanceof Where.Or or) {
            return follows(given, or.left()) || follows(given, or.right());
        }
        if (other instanceof Where.Exists exists) {
            return !exists.missing()
                    && exists.path().names().size() == 1
                    && needsValue(given, exists.path().attribute());
        }
        Set<String> values = values(given, other);
        if (other instanceof Where.In in && values != null) {
            return texts(in.options()).containsAll(values);
        }
        if (other instanceof Where.Compare compare && isLiteral(compare.right())) {
            if (compare.operator() == Where.Operator.DIFFERENT && values != null) {
                return !values.contains(compare.right().text());
            }
            return given instanceof Where.Compare known
                    && known.left().text().equals(compare.left().text())
                    && known.right() instanceof Operand.Number one
                    && compare.right() instanceof Operand.Number two
                    && follows(known.operator(), one.value(), compare.operator(), two.value());
        }
        return false;
    }

    /** Of numbers: {@code x > 7} says that {@code x > 5}. */
    private static boolean follows(Operator operator, BigDecimal known, Operator other, BigDecimal asked) {
        int compared = known.compareTo(asked);
        boolean isSoFar = operator == Operator.EQUAL
                || operator.isLowerBound() && other.isLowerBound()
                || operator.isUpperBound() && other.isUpperBound();
        return switch (other) {
            case ABOVE, BELOW -> isSoFar && other.holds(compared) || operator == other && compared == 0;
            case AT_LEAST, AT_MOST -> isSoFar && other.holds(compared);
            case EQUAL, DIFFERENT -> false;
        };
    }

    /** The literals that the path of {@code other} can be; null when they are not all known, or it is another path. */
    private static Set<String> values(Where given, Where other) {
        Operand path = other instanceof Where.In in ? in.value() : other instanceof Where.Compare c ? c.left() : null;
        if (!(path instanceof Operand.Path)) {
            return null;
        }
        if (given instanceof Where.Compare compare
                && compare.isEquality()
                && isLiteral(compare.right())
                && compare.left().text().equals(path.text())) {
            return Set.of(compare.right().text());
        }
        if (given instanceof Where.In in
                && in.options().stream().allMatch(Implication::isLiteral)
                && in.value().text().equals(path.text())) {
            return texts(in.options());
        }
        return null;
    }

    private static Set<String> texts(List<Operand> operands) {
        return operands.stream().map(Operand::text).collect(Collectors.toSet());
    }

    /** Whether an item for which {@code given} holds has a value for the attribute. A missing one differs from every value. */
    static boolean needsValue(Where given, String attribute) {
        if (given instanceof Where.And and) {
            return needsValue(and.left(), attribute) || needsValue(and.right(), attribute);
        }
        if (given instanceof Where.Or or) {
            return needsValue(or.left(), attribute) && needsValue(or.right(), attribute);
        }
        if (given instanceof Where.Not) {
            return false;
        }
        if (given instanceof Where.Exists exists) {
            return !exists.missing() && exists.path().attribute().equals(attribute);
        }
        boolean differs = given instanceof Where.Compare compare && compare.operator() == Where.Operator.DIFFERENT;
        return !differs && speaksOf(given, attribute);
    }

    private static boolean speaksOf(Where given, String attribute) {
        return Conditions.attributes(given).contains(attribute);
    }

    private static boolean isLiteral(Operand operand) {
        return operand instanceof Operand.Text || operand instanceof Operand.Number;
    }

    private Implication() {}
}
