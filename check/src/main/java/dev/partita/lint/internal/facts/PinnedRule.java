package dev.partita.lint.internal.facts;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/**
 * A rule that only a pinned request can break: one whose {@code key:}, {@code index:} or {@code filter:} stands in the design as it
 * is sent. What Partita plans by itself is right in these respects.
 */
public interface PinnedRule extends Rule {

    @Override
    default Stream<Finding> check(Compiled compiled) {
        return check(compiled.design(), PinnedRead.of(compiled.design()));
    }

    Stream<Finding> check(Design design, Stream<PinnedRead> reads);
}
