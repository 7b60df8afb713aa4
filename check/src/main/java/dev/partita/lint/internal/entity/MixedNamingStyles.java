package dev.partita.lint.internal.entity;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** Logical names in two styles. */
public final class MixedNamingStyles implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        long camel = names(design).filter(MixedNamingStyles::isCamel).count();
        long snake = names(design).filter(MixedNamingStyles::isSnake).count();
        if (camel == 0 || snake == 0) {
            return Stream.empty();
        }
        boolean camelWins = camel >= snake;
        return design.entities().values().stream().flatMap(entity -> entity.attributes().values().stream()
                .filter(a -> camelWins ? isSnake(a.name()) : isCamel(a.name()))
                .limit(1)
                .map(a -> found(
                        entity.name() + "." + a.name(),
                        NamePlaces.attribute(entity, a),
                        a.name() + " of " + entity.name() + " is written "
                                + (camelWins ? "with underscores" : "in camelCase") + ", and most names are not",
                        "use one style for logical names, and stored: for the other")));
    }

    private static Stream<String> names(Design design) {
        return design.entities().values().stream().flatMap(e -> e.attributes().keySet().stream());
    }

    private static boolean isCamel(String name) {
        return name.matches("[a-z]+.*[A-Z].*") && !name.contains("_");
    }

    private static boolean isSnake(String name) {
        return name.contains("_");
    }
}
