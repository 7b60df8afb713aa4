package dev.partita.lint;

import dev.partita.design.Edit;
import dev.partita.design.Finding;
import dev.partita.design.Help;
import dev.partita.design.Severity;
import dev.partita.design.Table;
import dev.partita.plan.Compiled;
import java.util.stream.Stream;

/** An index that does not say what it holds. */
final class ProjectionUnstated implements Rule {

    @Override
    public Severity severity() {
        return Severity.WARNING;
    }

    @Override
    public String explanation() {
        return """
                What an index holds decides what its patterns can return and what every write costs: with everything in it, \
                each change of an item is written twice. It cannot be changed later without building the index anew, so \
                it is worth a word. Unstated, it is built with everything.""";
    }

    @Override
    public String bad() {
        return """
                design: shop
                tables:
                  main:
                    key: { partition: pk }
                    indexes:
                      byEmail: { partition: email }
                #     ^^^^^^^ projection-unstated: byEmail does not say
                entities:
                  User:
                    key: { pk: "USER#{userId}" }
                    attributes:
                      userId: { type: string }
                      email: { type: string }
                patterns:
                  usersByEmail: { list: User, by: email }
                """;
    }

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().tables().values().stream().flatMap(table -> table.indexes().values().stream()
                .filter(index -> index.projection() == Table.Projection.UNSTATED)
                .map(index -> found(
                        table.id() + "." + index.name(),
                        Marks.index(table, index),
                        index.name() + " does not say what it holds, so it holds everything",
                        Help.edit(Edit.ofIndex(table, index, "projection", "all"))
                                .or("list the attributes its patterns return"))));
    }
}
