package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A pinned request with both a limit and a filter. */
final class FilterAfterLimit implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A limit counts the items that are read, before the filter throws some away: limit 20 may answer with \
                three items, or none and a cursor. Leave the request to the compiler (`where:` with `page:` fills \
                its pages), or move the condition into the key.""";
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
                      stars: { type: integer }

                patterns:
                  best:
                    list: Rating
                    key: { pk: "USER#{userId}" }
                    limit: 20
                    filter: stars = 5
                    #       ^^^^^^^^^ filter-after-limit: best takes 20 items
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return PinnedRead.of(compiled.design())
                .filter(read -> read.pattern().pinned().limit() != null)
                .filter(read -> read.pattern().pinned().filter() != null)
                .map(read -> found(
                        read.pattern().name(),
                        read.pattern().node().placeOf("filter"),
                        read.pattern().name() + " takes "
                                + read.pattern().pinned().limit()
                                + " items and filters them afterwards, so a page may hold fewer, or none",
                        Help.edits(
                                Repairs.unpinned(compiled.design(), read),
                                "write by:, where: and page: instead; pages are then filled")));
    }
}
