package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Pattern.KeyTest;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import dev.partita.plan.Look;
import dev.partita.plan.Overlap;
import java.util.stream.Stream;

/** A request that also reads items of another kind. */
final class PrefixMatchesOtherEntity implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                Several kinds of items share the partition, and the request does not tell them apart: it also \
                answers with the others, misread as the one that was asked for. Use a prefix that only this entity \
                has, give it one, or filter on what only it has.""";
    }

    @Override
    public String bad() {
        return """
                design: catalogue
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Rating:
                    key: { pk: "USER#{userId}", sk: "SITE#{siteId}" }
                    attributes:
                      userId: { type: string }
                      siteId: { type: string }
                  Comment:
                    key: { pk: "USER#{userId}", sk: "SITE#{siteId}#COMMENT#{commentId}" }
                    attributes:
                      userId: { type: string }
                      siteId: { type: string }
                      commentId: { type: ulid, generate: ulid }
                patterns:
                  ratings: { list: Rating, key: { pk: "USER#{userId}", sk: { begins-with: "SITE#" } } }
                # ^^^^^^^ prefix-matches-other-entity: ratings also reads Comment
                """;
    }

    @Override
    public String mended() {
        return bad().replace("sk: \"SITE#{siteId}#COMMENT#{commentId}\"", "sk: \"COMMENT#{siteId}#{commentId}\"");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return PinnedRead.of(design)
                .filter(read -> read.pattern().pinned().filter() == null)
                .flatMap(read -> Occupant.of(design, read.table(), read.index()).stream()
                        .filter(other -> !other.own()
                                || !read.pattern()
                                        .entities()
                                        .contains(other.entity().name()))
                        .filter(other -> read.keyNames().stream().allMatch(key -> mayMatch(design, read, other, key)))
                        .map(other -> found(
                                read.pattern().name(),
                                Marks.pattern(design, read.pattern()),
                                read.pattern().name() + " also reads " + other.words() + likeness(read, other),
                                "ask with a prefix that only " + read.entity().name() + " has, or filter")));
    }

    private static boolean mayMatch(Design design, PinnedRead read, Occupant other, String key) {
        KeyTest test = read.test(key);
        if (test == null) {
            return read.sortNames().contains(key);
        }
        if (!other.keys().containsKey(key) || test.templates().get(0).parts().isEmpty()) {
            return false;
        }
        Look asked = Look.of(design, read.entity(), key, test.templates().get(0));
        return switch (test.operator()) {
            case EQUALS -> Overlap.mayEqual(asked, other.look(design, key));
            case BEGINS_WITH -> Overlap.prefixCovers(asked, other.look(design, key));
            // Ranges are judged by open-range.
            case BETWEEN, AT_LEAST, AT_MOST, ABOVE, BELOW -> false;
        };
    }

    private static String likeness(PinnedRead read, Occupant other) {
        String key = read.keyNames().get(read.keyNames().size() - 1);
        return other.keys().containsKey(key)
                ? ": its " + key + " is "
                        + Examples.quoted(other.keys().get(key).text())
                : "";
    }
}
