package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A hit rate of a cache that is not there. */
final class HitRateWithoutCache implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                The pattern states what share of its calls a cache answers, and has no cache. Every call reaches the \
                table, and what is reckoned from the share, cost and load, is too low by as much. Write cache: with how \
                old the answer may be, or remove the hit rate.""";
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
                  product: { get: Product, by: productId, expect: { per-day: 20000, hit-rate: 90 % } }
                  #                                                                           ^^^^ hit-rate-without-cache: product has no cache to hit
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream()
                .filter(p -> p.expect() != null && p.expect().hitRate() != null && p.cacheSeconds() == null)
                .map(p -> found(
                        p.name(),
                        p.expect().node().placeOf("hit-rate"),
                        p.name() + " has no cache to hit",
                        Help.edit(Edit.remove("patterns", p.name(), "expect", "hit-rate"))
                                .or("say in cache: how old the answer may be")));
    }
}
