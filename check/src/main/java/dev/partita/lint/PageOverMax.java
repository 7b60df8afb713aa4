package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A page that is larger than the list in all. */
final class PageOverMax implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                `max` ends the list for good, so no page ever has more items than that: one of the two numbers is not what was meant. Leave \
                `page` out when everything fits on one page.""";
    }

    @Override
    public String bad() {
        return """
                design: books
                tables:
                  main: { key: { partition: pk, sort: sk } }
                entities:
                  Chapter:
                    key: { pk: "BOOK#{bookId}", sk: "CH#{number:04}" }
                    attributes:
                      bookId: { type: string }
                      number: { type: integer, range: 1..9999 }
                patterns:
                  chapters: { list: Chapter, by: bookId, page: 100, max: 20 }
                  #                                            ^^^ page-over-max: chapters has pages of 100 and 20 items in all
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream()
                .filter(p -> p.page() != null && p.max() != null && p.page() > p.max())
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("page"),
                        p.name() + " has pages of " + p.page() + " and " + p.max() + " items in all",
                        Help.edit(Edit.remove("patterns", p.name(), "page"))
                                .or(Edit.ofPattern(p, "page", String.valueOf(p.max())))));
    }
}
