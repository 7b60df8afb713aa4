package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Pattern;
import dev.partita.design.Where;
import dev.partita.plan.Compiled;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A condition whose halves exclude each other. */
final class ConditionNeverHolds implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream().flatMap(pattern -> conditions(pattern)
                .flatMap(ConditionNeverHolds::impossible)
                .map(and -> finding(pattern, and)));
    }

    private static Stream<Where> conditions(Pattern pattern) {
        return Stream.concat(
                Stream.of(Optional.ofNullable(pattern.where()), Optional.ofNullable(pattern.when()))
                        .flatMap(Optional::stream),
                pattern.requires().values().stream().filter(Objects::nonNull));
    }

    private Finding finding(Pattern pattern, Where.And and) {
        return found(
                pattern.name(),
                and.left().place(),
                text(and.left()) + " and " + text(and.right()) + " never hold of one item",
                "where one of them is enough, write OR");
    }

    private static String text(Where where) {
        return dev.partita.plan.Conditions.text(where);
    }

    /** Every AND of it that holds of nothing. */
    private static Stream<Where.And> impossible(Where where) {
        if (where instanceof Where.Or or) {
            return Stream.concat(impossible(or.left()), impossible(or.right()));
        }
        if (where instanceof Where.And and) {
            Stream<Where.And> below = Stream.concat(impossible(and.left()), impossible(and.right()));
            return Exclusion.excludes(and.left(), and.right()) ? Stream.of(and) : below;
        }
        return Stream.empty();
    }
}
