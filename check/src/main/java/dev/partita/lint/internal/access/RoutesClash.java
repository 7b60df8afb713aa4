package dev.partita.lint.internal.access;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern;
import dev.partita.lint.internal.facts.StatedRoutes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Two patterns called by one method and one path. */
public final class RoutesClash implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Map<String, Pattern> known = new HashMap<>();
        return StatedRoutes.of(compiled.design()).flatMap(pattern -> {
            Pattern other = known.putIfAbsent(pattern.route().place(), pattern);
            return other == null
                    ? Stream.empty()
                    : Stream.of(found(
                            pattern.name(),
                            pattern.route().node().place(),
                            pattern.route().method() + " " + pattern.route().path() + " is the route of " + other.name()
                                    + ", too",
                            Help.edit(Edit.ofPattern(pattern, "route", "none")).or("give one of them another path")));
        });
    }
}
