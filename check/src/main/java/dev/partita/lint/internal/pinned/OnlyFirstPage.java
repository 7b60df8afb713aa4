package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import java.util.stream.Stream;

/** A pinned request that must see everything, and reads one page. */
public final class OnlyFirstPage implements Rule.Warning, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.filter(read ->
                        read.pattern().verb() == Verb.COUNT || read.pattern().verb() == Verb.READ)
                .map(read -> found(
                        read.pattern().name(),
                        NamePlaces.pattern(design, read.pattern()),
                        read.pattern().name() + " " + (read.pattern().verb() == Verb.COUNT ? "counts" : "reads")
                                + " the first megabyte only",
                        Help.edits(
                                Repairs.unpinned(design, read), "write by: instead of key:; all pages are then read")));
    }
}
