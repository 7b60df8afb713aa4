package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.value.Conditions;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

/** A request taken literally that returns expired items. */
public final class ExpiredItemsReturned implements Rule.Warning, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.filter(read -> read.entity().expiry() != null)
                .filter(read -> {
                    Set<String> seen = new LinkedHashSet<>(
                            Conditions.attributes(read.pattern().pinned().filter()));
                    seen.addAll(Conditions.attributes(read.pattern().where()));
                    return !seen.contains(read.entity().expiry().after())
                            && !seen.contains(read.table().expiry());
                })
                .map(read -> found(
                        read.pattern().name(),
                        NamePlaces.pattern(design, read.pattern()),
                        read.pattern().name() + " returns " + read.entity().name()
                                + " items that have expired and are not yet removed",
                        Help.edits(
                                Repairs.unpinned(design, read),
                                "compare the time with now in its filter, or leave key: out")));
    }
}
