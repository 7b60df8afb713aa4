package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A strongly consistent read behind a cache. */
final class StrongReadCached implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                A strong read is asked for because the answer must not be old; a cache answers with what was true when \
                it was filled. Together they cost twice as much as an ordinary read and promise nothing. Take one of \
                them away.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Stock:
                    key: { pk: "STOCK#{articleId}" }
                    attributes:
                      articleId: { type: string }
                      count: { type: integer }
                patterns:
                  stock: { get: Stock, by: articleId, consistency: strong, cache: 5 minutes }
                  #                                                               ^^^^^^^^^ strong-read-cached: stock asks for the newest answer and takes one up to 5 minutes old
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return new Uses(compiled.design())
                .reads()
                .filter(p -> Boolean.TRUE.equals(p.strong()) && p.cacheSeconds() != null)
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("cache"),
                        p.name() + " asks for the newest answer and takes one up to "
                                + Figures.duration(p.cacheSeconds()) + " old",
                        Help.edit(Edit.remove("patterns", p.name(), "cache"))
                                .or(Edit.remove("patterns", p.name(), "consistency"))));
    }
}
