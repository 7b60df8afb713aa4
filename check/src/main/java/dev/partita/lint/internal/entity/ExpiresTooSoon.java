package dev.partita.lint.internal.entity;

import dev.partita.design.model.Finding;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** Items that expire before they are no longer needed. */
public final class ExpiresTooSoon implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        PatternUses uses = new PatternUses(compiled.design());
        return compiled.design().entities().values().stream()
                .filter(e -> e.expiry() != null)
                .flatMap(e -> Stream.concat(
                                e.expect() != null
                                                && e.expect().keepSeconds() != null
                                                && e.expect().keepSeconds()
                                                        > e.expiry().seconds()
                                        ? Stream.of("expect keeps it for "
                                                + Figures.duration(e.expect().keepSeconds()))
                                        : Stream.empty(),
                                uses.readsOf(e)
                                        .filter(p -> p.walkSeconds() != null
                                                && p.walkSeconds() > e.expiry().seconds())
                                        .map(p -> p.name() + " asks for " + Figures.duration(p.walkSeconds())))
                        .map(need -> found(
                                e.name(),
                                e.node().placeOf("expiry"),
                                e.name() + " expires after "
                                        + Figures.duration(e.expiry().seconds()) + ", and " + need,
                                "let it expire later, or ask for less")));
    }
}
