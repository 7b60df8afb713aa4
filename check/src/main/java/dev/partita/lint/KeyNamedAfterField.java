package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Finding;
import dev.partita.design.Severity;
import dev.partita.design.Template;
import dev.partita.plan.Compiled;
import java.util.Objects;
import java.util.stream.Stream;

/** A key of a shared table that is named after a field of one entity. */
final class KeyNamedAfterField implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                Several kinds of items share the table, and its key has the name of one field of one of them, while the \
                others put something else there. Whoever reads userId and finds ORDER#17 is misled. Neutral names, pk \
                and sk, are the custom for shared tables.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: userId }
                    #                 ^^^^^^ key-named-after-field: the key userId of main holds other things as well
                entities:
                  User:
                    key: { userId: "USER#{id}" }
                    attributes:
                      id: { type: ulid, generate: ulid }
                  Order:
                    key: { userId: "ORDER#{orderId}" }
                    attributes:
                      orderId: { type: ulid, generate: ulid }
                patterns:
                  signUp: { create: User }
                """;
    }

    @Override
    public String mended() {
        return bad().replace("userId", "pk");
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream()
                .filter(t -> design.entitiesOf(t).size() > 1)
                .flatMap(t -> Stream.of(t.partition(), t.sort())
                        .filter(Objects::nonNull)
                        .filter(k -> k.name().matches(".*[a-z](Id|_id|Name|_name|Email|Key)|email|name|user|date"))
                        .filter(k -> design.entitiesOf(t).stream()
                                        .map(e -> e.key().get(k.name()))
                                        .filter(Objects::nonNull)
                                        .map(Template::text)
                                        .distinct()
                                        .count()
                                > 1)
                        .map(k -> found(
                                t.id(),
                                k.place(),
                                "the key " + k.name() + " of " + t.id() + " holds other things as well",
                                "call the keys of a shared table pk and sk")));
    }
}
