package dev.partita.lint.internal.table;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A key attribute listed in a projection. */
public final class KeyInProjection implements Rule.Advice {

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
