package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.KeyTest.Operator;
import dev.partita.design.model.Pattern.Order;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Format.Kind;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.rule.Rule;
import java.util.stream.Stream;

/** A newest-first key read backwards, which gives the oldest first. */
public final class InvertedOrderReadBackwards implements Rule.Warning, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.filter(read -> Boolean.FALSE.equals(read.pattern().pinned().forward()))
                .filter(read -> !wantsOldestFirst(read.pattern().order()))
                .flatMap(read -> read.sortNames().stream()
                        .filter(name ->
                                read.test(name) == null || read.test(name).operator() != Operator.EQUALS)
                        .flatMap(name -> read.templates(name).stream())
                        .flatMap(Template::variables)
                        .filter(variable -> variable.has(Kind.NEWEST_FIRST))
                        .limit(1)
                        .map(variable -> found(
                                read.pattern().name(),
                                read.pattern().node().placeOf("direction"),
                                read.pattern().name() + " reads backwards what is stored newest-first, so "
                                        + variable.attribute() + " comes oldest first",
                                Help.edit(Edit.ofPattern(read.pattern(), "direction", "forward")))));
    }

    private static boolean wantsOldestFirst(Order order) {
        return order != null && !order.isDescending();
    }
}
