package dev.partita.lint;

import dev.partita.design.Where;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a condition is made of. */
final class Conditions {

    /** Every comparison, call and test in it; none of a condition that is not there. */
    static Stream<Where> parts(Where where) {
        if (where == null) {
            return Stream.empty();
        }
        if (where instanceof Where.And and) {
            return Stream.concat(parts(and.left()), parts(and.right()));
        }
        if (where instanceof Where.Or or) {
            return Stream.concat(parts(or.left()), parts(or.right()));
        }
        if (where instanceof Where.Not not) {
            return parts(not.inner());
        }
        return Stream.of(where);
    }

    /** The attributes it looks at. */
    static Set<String> attributes(Where where) {
        return parts(where)
                .flatMap(Conditions::operands)
                .flatMap(Conditions::attribute)
                .collect(Collectors.toSet());
    }

    /** Whether it compares something with {@code now}. */
    static boolean asksForMoment(Where where) {
        return parts(where).flatMap(Conditions::operands).anyMatch(Where.Operand.Now.class::isInstance);
    }

    /** What one comparison, call or test is about. */
    static Stream<Where.Operand> operands(Where part) {
        if (part instanceof Where.Compare compare) {
            return Stream.of(compare.left(), compare.right());
        }
        if (part instanceof Where.Between between) {
            return Stream.of(between.value(), between.low(), between.high());
        }
        if (part instanceof Where.In in) {
            return Stream.concat(Stream.of(in.value()), in.options().stream());
        }
        if (part instanceof Where.Call call) {
            return Stream.of(call.value(), call.argument());
        }
        if (part instanceof Where.Exists exists) {
            return Stream.of(exists.path());
        }
        return part instanceof Where.IsTrue truth ? Stream.of(truth.path()) : Stream.empty();
    }

    private static Stream<String> attribute(Where.Operand operand) {
        if (operand instanceof Where.Operand.Path path) {
            return Stream.of(path.attribute());
        }
        return operand instanceof Where.Operand.SizeOf size
                ? Stream.of(size.path().attribute())
                : Stream.empty();
    }

    private Conditions() {}
}
