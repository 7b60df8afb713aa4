package dev.partita.expression;

import dev.partita.item.AttributeValue;
import dev.partita.item.Sets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Union and difference of sets of one type. */
final class SetAlgebra {

    private SetAlgebra() {}

    /** Null if the two are not sets of one type. */
    static AttributeValue union(AttributeValue left, AttributeValue right) {
        if (left instanceof AttributeValue.SS a && right instanceof AttributeValue.SS b) {
            return Sets.ofStrings(union(a.values(), b.values()));
        }
        if (left instanceof AttributeValue.NS a && right instanceof AttributeValue.NS b) {
            return Sets.ofNumbers(new ArrayList<>(union(a.values(), b.values())));
        }
        if (left instanceof AttributeValue.BS a && right instanceof AttributeValue.BS b) {
            return Sets.ofBinaries(union(a.values(), b.values()));
        }
        return null;
    }

    /** Null if nothing is left. */
    static AttributeValue difference(AttributeValue left, AttributeValue right) {
        if (left instanceof AttributeValue.SS a && right instanceof AttributeValue.SS b) {
            return difference(a.values(), b.values(), AttributeValue.SS::new);
        }
        if (left instanceof AttributeValue.NS a && right instanceof AttributeValue.NS b) {
            return difference(a.values(), b.values(), AttributeValue.NS::new);
        }
        if (left instanceof AttributeValue.BS a && right instanceof AttributeValue.BS b) {
            return difference(a.values(), b.values(), AttributeValue.BS::new);
        }
        throw new IllegalArgumentException("Not sets of one type: " + left + ", " + right);
    }

    private static <T> List<T> union(List<T> left, List<T> right) {
        List<T> all = new ArrayList<>(left.size() + right.size());
        all.addAll(left);
        Set<T> known = new HashSet<>(left);
        for (T member : right) {
            if (!known.contains(member)) {
                all.add(member);
            }
        }
        return all;
    }

    private static <T> AttributeValue difference(List<T> left, List<T> right, Function<List<T>, AttributeValue> make) {
        Set<T> unwanted = new HashSet<>(right);
        List<T> rest = new ArrayList<>(left.size());
        for (T member : left) {
            if (!unwanted.contains(member)) {
                rest.add(member);
            }
        }
        return rest.isEmpty() ? null : make.apply(rest);
    }
}
