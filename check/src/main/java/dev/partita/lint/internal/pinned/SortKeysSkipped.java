package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.design.model.Pattern.KeyTest.Operator;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.rule.Rule;
import java.util.Objects;
import java.util.stream.Stream;

/** A multi-attribute sort key used with a gap, or with a range that is not last. */
public final class SortKeysSkipped implements Rule.Error, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.map(this::gap).filter(Objects::nonNull);
    }

    private Finding gap(PinnedRead read) {
        String stopped = null;
        String why = null;
        for (String name : read.sortNames()) {
            KeyTest test = read.test(name);
            if (test != null && stopped != null) {
                return found(
                        read.pattern().name(),
                        test.place(),
                        read.pattern().name() + " asks for " + name + ", but " + stopped + " before it has " + why,
                        Help.edit(Edit.remove("patterns", read.pattern().name(), "key", name))
                                .or("use the sort attributes from left to right: "
                                        + String.join(", ", read.sortNames())));
            }
            if (stopped == null && (test == null || test.operator() != Operator.EQUALS)) {
                stopped = name;
                why = test == null ? "no condition" : "a range";
            }
        }
        return null;
    }
}
