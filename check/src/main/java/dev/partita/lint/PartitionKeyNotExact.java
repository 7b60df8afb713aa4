package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Pattern.KeyTest;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;

/** A request that asks for a partition key by prefix or range. */
final class PartitionKeyNotExact implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                Partitions are found by the hash of their key, so DynamoDB takes only equality on a partition key: a prefix \
                or a range is refused ("Query key condition not supported"). To list things across partitions, give \
                them an index whose partition key they share.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Plan:
                    key: { pk: "PLAN#{name}", sk: META }
                    attributes:
                      name: { type: string }
                patterns:
                  plans: { list: Plan, key: { pk: { begins-with: "PLAN#" } } }
                  #                                 ^^^^^^^^^^^ partition-key-not-exact: plans asks
                """;
    }

    @Override
    public String mended() {
        return bad().replace("{ begins-with: \"PLAN#\" }", "\"PLAN#{name}\"");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return PinnedRead.of(compiled.design()).flatMap(read -> read.partitionNames().stream()
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
