package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** Logical names in two styles. */
final class MixedNamingStyles implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                Some attributes of this design are written in camelCase and some with underscores. Generated code, REST \
                answers and people follow the names, and have to remember which is which. Use one style for logical \
                names; stored: keeps what is in the items.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                      firstName: { type: string }
                      last_login: { type: timestamp }
                    # ^^^^^^^^^^ mixed-naming-styles: last_login of User is written with underscores, and most names are not
                patterns:
                  signUp: { create: User }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("last_login: { type: timestamp }", "lastLogin: { type: timestamp, stored: last_login }");
    }

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
                        Marks.attribute(entity, a),
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
