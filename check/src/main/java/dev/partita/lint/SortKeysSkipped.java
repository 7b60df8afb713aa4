package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern.KeyTest;
import dev.partita.design.Pattern.KeyTest.Operator;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.Objects;
import java.util.stream.Stream;

/** A multi-attribute sort key used with a gap, or with a range that is not last. */
final class SortKeysSkipped implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                The sort attributes of an index are used from left to right: each with an equality, only the last \
                one with a prefix or a range, none skipped. DynamoDB refuses anything else. Order the attributes by \
                how patterns ask for them, or add an index.""";
    }

    @Override
    public String bad() {
        return """
                design: races
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byRound: { partition: season, sort: [round, bracket, player], projection: all }
                entities:
                  Match:
                    key: { pk: "MATCH#{matchId}" }
                    attributes:
                      matchId: { type: string }
                      season: { type: string, required: true }
                      round: { type: string, required: true }
                      bracket: { type: string, required: true }
                      player: { type: string, required: true }
                patterns:
                  matches: { list: Match, index: byRound, key: { season: "{season}", round: "{round}", player: "{player}" } }
                  #                                                                                            ^^^^^^^^^^ sort-keys-skipped: matches asks for player
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return PinnedRead.of(compiled.design()).map(this::gap).filter(Objects::nonNull);
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
