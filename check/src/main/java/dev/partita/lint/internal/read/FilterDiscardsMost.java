package dev.partita.lint.internal.read;

import dev.partita.design.model.Attribute;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Type;
import dev.partita.design.model.Where;
import dev.partita.lint.internal.facts.PlanFacts;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.key.KeyTerm;
import dev.partita.plan.internal.read.Filter;
import dev.partita.plan.internal.read.Step;
import java.util.stream.Stream;

/** A filter that throws away most of what is read. */
public final class FilterDiscardsMost implements Rule.Advice {

    private static final int FEW_VALUES = 5;

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return PlanFacts.queries(compiled)
                .filter(read -> !read.query().literal())
                .flatMap(read -> read.query().shown().filters().stream()
                        .filter(Filter.Wanted.class::isInstance)
                        .map(Filter.Wanted.class::cast)
                        .filter(FilterDiscardsMost::isNarrow)
                        .filter(wanted -> !isInKey(read.query(), wanted))
                        .map(wanted -> found(
                                read.pattern().name(),
                                wanted.where().place(),
                                read.pattern().name() + " reads everything in its range and keeps only "
                                        + wanted.where().text(),
                                "put the attribute into the sort key, behind what is given")));
    }

    /** Whether the key is bounded by the same condition: then little is read that it does not want. */
    private static boolean isInKey(Step.Query query, Filter.Wanted wanted) {
        return query.key().stream()
                .filter(KeyTerm.Bounded.class::isInstance)
                .flatMap(term -> ((KeyTerm.Bounded) term).conditions().stream())
                .anyMatch(condition -> condition.text().equals(wanted.where().text()));
    }

    /** Whether one value among many is wanted, or what lies beyond a bound that the caller says. */
    private static boolean isNarrow(Filter.Wanted wanted) {
        if (isBoundByCaller(wanted.where())) {
            return true;
        }
        if (!(wanted.where() instanceof Where.Compare compare)
                || !compare.isEquality()
                || !(compare.left() instanceof Where.Operand.Path path)) {
            return false;
        }
        Attribute attribute = wanted.entity().attributes().get(path.attribute());
        if (attribute == null || path.names().size() > 1) {
            return false;
        }
        if (attribute.cardinality() != null) {
            return attribute.cardinality() > FEW_VALUES;
        }
        if (!attribute.type().options().isEmpty()) {
            return attribute.type().options().size() > FEW_VALUES;
        }
        return attribute.type() != Type.Simple.FLAG && attribute.type() != Type.Simple.BOOLEAN;
    }

    private static boolean isBoundByCaller(Where where) {
        return where instanceof Where.Compare compare
                        && (compare.operator().isLowerBound()
                                || compare.operator().isUpperBound())
                        && compare.left() instanceof Where.Operand.Path
                        && compare.right() instanceof Where.Operand.Argument
                || where instanceof Where.Between between
                        && between.value() instanceof Where.Operand.Path
                        && between.low() instanceof Where.Operand.Argument;
    }
}
