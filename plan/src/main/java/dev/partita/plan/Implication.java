package dev.partita.plan;

import dev.partita.design.Where;
import dev.partita.design.Where.Operand;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What surely holds of an item for which a condition holds. */
final class Implication {

    /** Whether {@code other} holds wherever {@code given} does; false when that is not plain. */
    static boolean follows(Where given, Where other) {
        if (Hiding.sayings(given).contains(Conditions.text(other))) {
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
            if (compare.operator().equals("<>") && values != null) {
                return !values.contains(Conditions.text(compare.right()));
            }
            return given instanceof Where.Compare known
                    && Conditions.text(known.left()).equals(Conditions.text(compare.left()))
                    && known.right() instanceof Operand.Number one
                    && compare.right() instanceof Operand.Number two
                    && follows(known.operator(), one.value(), compare.operator(), two.value());
        }
        return false;
    }

    /** Of numbers: {@code x > 7} says that {@code x > 5}. */
    private static boolean follows(String operator, BigDecimal known, String other, BigDecimal asked) {
        int compared = known.compareTo(asked);
        return switch (other) {
            case ">" ->
                Set.of("=", ">", ">=").contains(operator) && compared > 0 || operator.equals(">") && compared == 0;
            case ">=" -> Set.of("=", ">", ">=").contains(operator) && compared >= 0;
            case "<" ->
                Set.of("=", "<", "<=").contains(operator) && compared < 0 || operator.equals("<") && compared == 0;
            case "<=" -> Set.of("=", "<", "<=").contains(operator) && compared <= 0;
            default -> false;
        };
    }

    /** The literals that the path of {@code other} can be; null when they are not all known, or it is another path. */
    private static Set<String> values(Where given, Where other) {
        Operand path = other instanceof Where.In in ? in.value() : other instanceof Where.Compare c ? c.left() : null;
        if (!(path instanceof Operand.Path)) {
            return null;
        }
        if (given instanceof Where.Compare compare
                && compare.operator().equals("=")
                && isLiteral(compare.right())
                && Conditions.text(compare.left()).equals(Conditions.text(path))) {
            return Set.of(Conditions.text(compare.right()));
        }
        if (given instanceof Where.In in
                && in.options().stream().allMatch(Implication::isLiteral)
                && Conditions.text(in.value()).equals(Conditions.text(path))) {
            return texts(in.options());
        }
        return null;
    }

    private static Set<String> texts(List<Operand> operands) {
        return operands.stream().map(Conditions::text).collect(Collectors.toSet());
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
        boolean differs =
                given instanceof Where.Compare compare && compare.operator().equals("<>");
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
