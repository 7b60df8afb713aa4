package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.design.model.Pattern.KeyTest.Operator;
import dev.partita.design.model.Template;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.key.KeyShape;
import dev.partita.plan.internal.key.KeySpaceMember;
import dev.partita.plan.internal.key.Overlap;
import dev.partita.plan.internal.key.Target;
import java.util.stream.Stream;

/** A range without an end, in a partition that others share. */
public final class OpenRange implements Rule.Warning, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.filter(read -> read.pattern().pinned().filter() == null)
                .filter(read -> read.sortNames().size() == 1
                        && isOpen(read.test(read.sortNames().get(0))))
                .flatMap(read -> KeySpaceMember.of(design, new Target(read.table(), read.index())).stream()
                        .filter(other -> other.isEntity() || read.index() == null)
                        .filter(other -> !other.isEntity()
                                || !read.pattern()
                                        .entities()
                                        .contains(other.entity().name()))
                        .filter(other -> sharesPartition(design, read, other))
                        .filter(other -> isReached(
                                read.test(read.sortNames().get(0)),
                                other,
                                read.sortNames().get(0)))
                        .limit(1)
                        .map(other -> found(
                                read.pattern().name(),
                                read.test(read.sortNames().get(0)).place(),
                                read.pattern().name() + " runs on into " + other.words()
                                        + ": its range has no other end",
                                Help.edits(
                                        Repairs.unpinned(design, read),
                                        "write between: with both ends, or use range:"))));
    }

    private static boolean isOpen(KeyTest test) {
        return test != null
                && switch (test.operator()) {
                    case AT_LEAST, ABOVE, AT_MOST, BELOW -> true;
                    case EQUALS, BEGINS_WITH, BETWEEN -> false;
                };
    }

    private static boolean sharesPartition(Design design, PinnedRead read, KeySpaceMember other) {
        return read.partitionNames().stream()
                .allMatch(key -> read.test(key) != null
                        && other.keys().containsKey(key)
                        && !read.test(key).templates().get(0).parts().isEmpty()
                        && Overlap.mayEqual(
                                KeyShape.of(
                                        design,
                                        read.entity(),
                                        key,
                                        read.test(key).templates().get(0)),
                                other.look(design, key)));
    }

    /** Whether the other's keys can lie beyond the bound, as far as the texts they begin with tell. */
    private static boolean isReached(KeyTest test, KeySpaceMember other, String key) {
        String bound = beginning(test.templates().get(0));
        String theirs = beginning(other.keys().get(key));
        if (bound.startsWith(theirs) || theirs.startsWith(bound)) {
            return true;
        }
        boolean upwards = test.operator() == Operator.AT_LEAST || test.operator() == Operator.ABOVE;
        return upwards == theirs.compareTo(bound) > 0;
    }

    private static String beginning(Template template) {
        return template == null ? "" : template.beginning();
    }
}
