package dev.partita.lint;

import dev.partita.design.Design;
import dev.partita.design.Edit;
import dev.partita.design.Entity;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Two entities of one table with the same type. */
final class TypeUsedTwice implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                The type attribute is there to tell items apart, and two entities write the same word into it. Whatever \
                reads by the type takes one for the other. Give each its own.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                    type-attribute: et
                entities:
                  User:
                    type: USER
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: ulid, generate: ulid }
                  Guest:
                    type: USER
                    #     ^^^^ type-used-twice: Guest and User both have the type USER
                    key: { pk: "GUEST#{guestId}" }
                    attributes:
                      guestId: { type: ulid, generate: ulid }
                patterns:
                  signUp: { create: User }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream()
                .filter(t -> t.typeAttribute() != null)
                .flatMap(t -> {
                    Map<String, Entity> seen = new LinkedHashMap<>();
                    return design.entitiesOf(t).stream()
                            .filter(e -> e.type() != null)
                            .flatMap(e -> Stream.ofNullable(seen.putIfAbsent(e.type(), e))
                                    .map(other -> found(
                                            e.name(),
                                            e.node().placeOf("type"),
                                            e.name() + " and " + other.name() + " both have the type " + e.type(),
                                            Help.edit(Edit.ofEntity(e, "type", Repairs.freeType(design, e))))));
                });
    }
}
