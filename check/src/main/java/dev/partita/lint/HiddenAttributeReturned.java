package dev.partita.lint;

import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A pattern that names a hidden attribute in its answer. */
final class HiddenAttributeReturned implements Rule {

    @Override
    public Severity severity() {
        return Severity.ERROR;
    }

    @Override
    public String explanation() {
        return """
                A hidden attribute never leaves, so a pattern that promises it in return promises what it cannot give. \
                Take it out of return, or decide that it is not hidden.""";
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
                      passwordHash: { type: password, hidden: true }
                patterns:
                  user: { get: User, by: userId, return: [userId, passwordHash] }
                  #                                      ^^^^^^^^^^^^^^^^^^^^^^ hidden-attribute-returned: user returns passwordHash
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Uses uses = new Uses(compiled.design());
        return uses.reads().flatMap(p -> uses.entitiesOf(p).flatMap(e -> p.returned().stream()
                .filter(name -> e.attributes().containsKey(name)
                        && e.attributes().get(name).hidden())
                .map(name -> found(
                        p.name(),
                        p.node().placeOf("return"),
                        p.name() + " returns " + name + ", which is hidden and never leaves",
                        Help.edit(Repairs.without(p, "return", p.returned(), name))))));
    }
}
