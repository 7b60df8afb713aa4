package dev.partita.lint.internal.facts;

import dev.partita.design.Design;
import dev.partita.design.model.Pattern;
import java.util.stream.Stream;

/** Patterns that say how they are called over HTTP. */
public final class StatedRoutes {

    public static Stream<Pattern> of(Design design) {
        return design.patterns().values().stream()
                .filter(pattern -> pattern.route() != null && !pattern.route().isNone());
    }

    private StatedRoutes() {}
}
