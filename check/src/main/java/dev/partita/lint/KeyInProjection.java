package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** A key attribute listed in a projection. */
final class KeyInProjection implements Rule {

    @Override
    public Severity severity() {
        return Severity.ADVICE;
    }

    @Override
    public String explanation() {
        return """
                The key attributes of the table and of the index are in every index anyway. Listing them changes nothing, \
                and counts towards the hundred attributes that the projections of a table may list.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byEmail: { partition: email, projection: [pk, name] }
                  #                                            ^^^^^^^^^^ key-in-projection: byEmail lists pk
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: string }
                      email: { type: string }
                      name: { type: string }
                patterns:
                  usersByEmail: { list: User, by: email, return: [name] }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().tables().values().stream()
                .flatMap(table -> table.indexes().values().stream().flatMap(index -> index.projected().stream()
                        .filter(name -> table.keyNames().contains(name)
                                || index.keyNames().contains(name))
                        .map(name -> found(
                                table.id() + "." + index.name(),
                                index.node().placeOf("projection"),
                                index.name() + " lists " + name + ", a key that is in every index anyway",
                                Help.edit(Edit.ofIndex(
                                        table,
                                        index,
                                        "projection",
                                        index.projected().size() == 1
                                                ? "keys"
                                                : Edit.list(index.projected().stream()
                                                        .filter(other -> !other.equals(name))
                                                        .toList())))))));
    }
}
