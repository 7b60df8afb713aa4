package dev.partita.lint.internal.read;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A hit rate of a cache that is not there. */
public final class HitRateWithoutCache implements Rule.Warning {

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
