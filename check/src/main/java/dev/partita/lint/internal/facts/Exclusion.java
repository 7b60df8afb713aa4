package dev.partita.lint.internal.facts;

import dev.partita.design.model.Where;
import dev.partita.design.model.Where.Operand;
import dev.partita.plan.internal.value.Conditions;
import java.util.List;

/** Whether two conditions can ever hold of one item, as far as their texts tell. */
public final class Exclusion {

    /** Whether they surely never hold together. A condition that is not there always holds. */
    public static boolean excludes(Where one, Where other) {
        if (one == null || other == null) {
            return false;
        }
        if (one instanceof Where.Or or) {
            return excludes(or.left(), other) && excludes(or.right(), other);
        }
        if (other instanceof Where.Or or) {
            return excludes(one, or.left()) && excludes(one, or.right());
        }
        List<Where> others = Conditions.all(other);
        return Conditions.all(one).stream()
                .anyMatch(mine -> others.stream().anyMatch(theirs -> contradict(mine, theirs)));
    }

    private static boolean contradict(Where one, Where other) {
        return isNegation(one, other)
                || isNegation(other, one)
                || one instanceof Where.Exists mine
                        && other instanceof Where.Exists theirs
                        && same(mine.path(), theirs.path())
                        && mine.missing() != theirs.missing()
                || one instanceof Where.Compare mine
                        && other instanceof Where.Compare theirs
                        && contradict(mine, theirs)
                || needsValue(one) && isMissing(other, one)
                || needsValue(other) && isMissing(one, other)
                || one instanceof Where.Or && excludes(one, other)
                || other instanceof Where.Or && excludes(other, one);
    }

    private static boolean isNegation(Where one, Where other) {
        return one instanceof Where.Not not && not.inner().text().equals(other.text())
                || one instanceof Where.Compare compare
                        && compare.isEquality()
                        && compare.right() instanceof Operand.Truth truth
                        && !truth.value()
                        && compare.left().text().equals(other.text());
    }

    /** Comparisons of one path with constants. */
    private static boolean contradict(Where.Compare one, Where.Compare other) {
        if (!same(one.left(), other.left())
                || !one.right().isConstant()
                || !other.right().isConstant()) {
            return false;
        }
        boolean equal = one.right().text().equals(other.right().text());
        return switch (one.operator().sign() + " " + other.operator().sign()) {
            case "= =" -> !equal;
            case "= <>", "<> =", "< >=", ">= <", "> <=", "<= >", "= <", "< =", "= >", "> =" -> equal;
            default -> false;
        };
    }

    // A missing attribute differs from every value, so `<>` holds of it.
    private static boolean needsValue(Where where) {
        return where.flag() != null
                || where instanceof Where.Compare compare && compare.operator() != Where.Operator.DIFFERENT;
    }

    private static boolean isMissing(Where where, Where other) {
        return where instanceof Where.Exists exists
                && exists.missing()
                && Conditions.attributes(other)
                        .equals(java.util.Set.of(exists.path().attribute()))
                && exists.path().names().size() == 1;
    }

    private static boolean same(Operand one, Operand other) {
        return one.text().equals(other.text());
    }

    private Exclusion() {}
}
