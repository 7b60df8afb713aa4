package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import java.util.stream.Stream;

/** A pinned request with both a limit and a filter. */
public final class FilterAfterLimit implements Rule.Warning, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.filter(read -> read.pattern().pinned().limit() != null)
                .filter(read -> read.pattern().pinned().filter() != null)
                .map(read -> found(
                        read.pattern().name(),
                        read.pattern().node().placeOf("filter"),
                        read.pattern().name() + " takes "
                                + read.pattern().pinned().limit()
                                + " items and filters them afterwards, so a page may hold fewer, or none",
                        Help.edits(
                                Repairs.unpinned(design, read),
                                "write by:, where: and page: instead; pages are then filled")));
    }
}
