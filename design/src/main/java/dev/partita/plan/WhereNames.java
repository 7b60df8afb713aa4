package dev.partita.plan;

import dev.partita.design.Where;
import dev.partita.design.Where.Operand;
import java.util.Set;

/** The attributes a condition speaks of. */
final class WhereNames {

    private WhereNames() {}

    static void of(Where where, Set<String> names) {
        if (where instanceof Where.And and) {
            of(and.left(), names);
            of(and.right(), names);
        } else if (where instanceof Where.Or or) {
            of(or.left(), names);
            of(or.right(), names);
        } else if (where instanceof Where.Not not) {
            of(not.inner(), names);
        } else if (where instanceof Where.Compare compare) {
            of(compare.left(), names);
            of(compare.right(), names);
        } else if (where instanceof Where.Between between) {
            of(between.value(), names);
            of(between.low(), names);
            of(between.high(), names);
        } else if (where instanceof Where.In in) {
            of(in.value(), names);
            in.options().forEach(option -> of(option, names));
        } else if (where instanceof Where.Call call) {
            of(call.value(), names);
            of(call.argument(), names);
        } else if (where instanceof Where.Exists exists) {
            of(exists.path(), names);
        } else if (where instanceof Where.IsTrue isTrue) {
            of(isTrue.path(), names);
        }
    }

    private static void of(Operand operand, Set<String> names) {
        if (operand instanceof Operand.Path path) {
            names.add(path.attribute());
        } else if (operand instanceof Operand.SizeOf size) {
            names.add(size.path().attribute());
        }
    }
}
