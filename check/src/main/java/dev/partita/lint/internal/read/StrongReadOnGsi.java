package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.rule.Rule;
import java.util.stream.Stream;

/** A strongly consistent read that only a global index could answer. */
public final class StrongReadOnGsi implements Rule.Error, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.filter(read -> read.index() != null && !read.index().local())
                .filter(read -> Boolean.TRUE.equals(read.pattern().strong()))
                .map(read -> found(
                        read.pattern().name(),
                        read.pattern().node().placeOf("consistency"),
                        read.pattern().name() + " reads " + read.target()
                                + " strongly consistent, and a global index has no such reads",
                        Help.edit(Edit.ofPattern(read.pattern(), "consistency", "eventual"))
                                .or("read by the table's key")));
    }
}
