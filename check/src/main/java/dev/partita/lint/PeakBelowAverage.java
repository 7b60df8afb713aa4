package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.Locale;
import java.util.stream.Stream;

/** A peak that is lower than the average. */
final class PeakBelowAverage implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                So many requests a day are so many a second on average, and the busiest second cannot have fewer. One of \
                the two figures is wrong, and capacity and heat are reckoned from both. The peak is usually three to ten \
                times the average.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  Product:
                    key: { pk: "PRODUCT#{productId}" }
                    attributes:
                      productId: { type: ulid, generate: ulid }
                patterns:
                  product: { get: Product, by: productId, expect: { per-day: 1000000, peak: 5 } }
                  #                                                                         ^ peak-below-average: 1,000,000 calls of product a day are 11.6 a second on average
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream()
                .filter(p -> p.expect() != null
                        && p.expect().perDay() != null
                        && p.expect().peak() != null)
                .filter(p ->
                        p.expect().peak() * Volumes.DAY_SECONDS < p.expect().perDay())
                .map(p -> found(
                        p.name(),
                        p.expect().node().placeOf("peak"),
                        Figures.number(p.expect().perDay()) + " calls of " + p.name() + " a day are "
                                + String.format(
                                        Locale.ROOT, "%.1f", (double) p.expect().perDay() / Volumes.DAY_SECONDS)
                                + " a second on average, more than its peak",
                        Help.edit(Edit.put(
                                        String.valueOf(p.expect().perDay() * 3 / Volumes.DAY_SECONDS + 1),
                                        "patterns",
                                        p.name(),
                                        "expect",
                                        "peak"))
                                .or("correct per-day")));
    }
}
