package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Attribute;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.value.Conditions;
import java.util.stream.Stream;

/** A pinned filter on a key of what it reads. */
public final class FilterOnKey implements Rule.Error, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.flatMap(read -> Conditions.tests(read.pattern().pinned().filter()).stream()
                .flatMap(part -> Conditions.attributes(part).stream()
                        .map(read.entity().attributes()::get)
                        .filter(a -> a != null && isKey(read, a))
                        .limit(1)
                        .map(a -> found(
                                read.pattern().name(),
                                part.place(),
                                read.pattern().name() + " filters by " + a.name() + ", a key of " + read.target()
                                        + ", and DynamoDB refuses that",
                                help(read)))));
    }

    private static boolean isKey(PinnedRead read, Attribute attribute) {
        return attribute.isStored() && read.keyNames().contains(attribute.stored());
    }

    private static Help help(PinnedRead read) {
        return read.pattern().pinned().filter() instanceof dev.partita.design.model.Where.And
                ? Help.words("compare it under key:")
                : Help.edit(Edit.remove("patterns", read.pattern().name(), "filter"))
                        .or("compare it under key:");
    }
}
