package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.rule.Rule;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** A request that asks for a partition key by prefix or range. */
public final class PartitionKeyNotExact implements Rule.Error, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.flatMap(read -> read.partitionNames().stream()
                .map(read::test)
                .filter(Objects::nonNull)
                .filter(test -> test.operator() != KeyTest.Operator.EQUALS)
                .map(test -> found(
                        read.pattern().name(),
                        test.place(),
                        read.pattern().name() + " asks for the partition key by "
                                + test.operator()
                                        .name()
                                        .toLowerCase(Locale.ROOT)
                                        .replace('_', '-') + ", and DynamoDB takes only equality there",
                        "give " + read.entity().name()
                                + " an index whose partition key is the same for all items listed together")));
    }
}
