package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.rule.Rule;
import java.util.stream.Stream;

/** A key condition on an attribute that is no key there. */
public final class NotAKeyOfTheIndex implements Rule.Error, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.flatMap(read -> read.pattern().pinned().key().entrySet().stream()
                .filter(entry -> !read.partitionNames().contains(entry.getKey()))
                .filter(entry -> !read.sortNames().contains(entry.getKey()))
                .map(entry -> found(
                        read.pattern().name(),
                        entry.getValue().place(),
                        read.pattern().name() + " asks for " + entry.getKey() + ", which is no key of " + read.target(),
                        Help.edit(Edit.remove("patterns", read.pattern().name(), "key", entry.getKey()))
                                .saying("since its keys are " + String.join(" and ", read.keyNames())))));
    }
}
