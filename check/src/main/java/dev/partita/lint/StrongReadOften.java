package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Pattern;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A strongly consistent read that is made very often. */
final class StrongReadOften implements Rule {

    private static final double MANY_UNITS = 100_000;

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                A strong read takes twice the units of an eventually consistent one, is answered by one of three \
                replicas only, and never comes from a cache. Most lists and lookups can be a moment old, and ordinary \
                reads usually are not even that. By the stated rate this doubles a noticeable part of the bill; keep it \
                where a decision depends on the newest value.""";
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
                  product: { get: Product, by: productId, consistency: strong, expect: { per-day: 500000 } }
                  #                                                    ^^^^^^ strong-read-often: product takes 500,000 read units a day, and half as many if it may be a moment old
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Volumes volumes = new Volumes(compiled.design());
        Uses uses = new Uses(compiled.design());
        return uses.reads()
                .filter(p -> Boolean.TRUE.equals(p.strong()) && uses.entityOf(p) != null)
                .filter(p -> units(volumes, uses, p) >= MANY_UNITS)
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("consistency"),
                        p.name() + " takes " + Figures.number(Math.round(units(volumes, uses, p)))
                                + " read units a day, and half as many if it may be a moment old",
                        Help.edit(Edit.ofPattern(p, "consistency", "eventual"))
                                .saying("where nothing is decided by it")));
    }

    private static double units(Volumes volumes, Uses uses, Pattern pattern) {
        Long stated = pattern.expect() == null ? null : pattern.expect().items();
        long items = stated != null ? stated : pattern.page() != null ? pattern.page() : 1;
        return Volumes.perDay(pattern).orElse(0) * Volumes.readUnits(items * volumes.itemBytes(uses.entityOf(pattern)));
    }
}
