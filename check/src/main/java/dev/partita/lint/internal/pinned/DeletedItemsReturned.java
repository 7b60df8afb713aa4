package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.value.Conditions;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

/** A request taken literally that returns soft-deleted items. */
public final class DeletedItemsReturned implements Rule.Warning, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.filter(read -> read.entity().softDelete() != null)
                .filter(read -> !looksAtMark(read))
                .map(read -> found(
                        read.pattern().name(),
                        NamePlaces.pattern(design, read.pattern()),
                        read.pattern().name() + " returns deleted "
                                + read.entity().name() + " items, for nothing is added to a pinned request",
                        help(read)));
    }

    private static boolean looksAtMark(PinnedRead read) {
        Entity.SoftDelete mark = read.entity().softDelete();
        Set<String> seen = new LinkedHashSet<>(
                Conditions.attributes(read.pattern().pinned().filter()));
        seen.addAll(Conditions.attributes(read.pattern().where()));
        if (read.index() != null) {
            read.entity().indexKeys().stream()
                    .filter(keys -> keys.index().equals(read.index().name()))
                    .forEach(keys -> seen.addAll(Conditions.attributes(keys.when())));
        }
        return seen.contains(mark.flag()) || seen.contains(mark.at());
    }

    private static Help help(PinnedRead read) {
        Entity.SoftDelete mark = read.entity().softDelete();
        String test =
                mark.flag() != null ? "NOT " + mark.flag() : mark.at() != null ? "missing(" + mark.at() + ")" : null;
        if (test == null) {
            return Help.words("add the mark of deletion to its filter, or leave key: out");
        }
        dev.partita.design.model.Where filter = read.pattern().pinned().filter();
        String all = filter == null ? test : "(" + filter.text() + ") AND " + test;
        return Help.edit(Edit.ofPattern(read.pattern(), "filter", Edit.quoted(all)));
    }
}
