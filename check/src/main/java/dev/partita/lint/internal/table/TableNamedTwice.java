package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Table;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Two tables with one name in DynamoDB. {@code check} of several files compares those of all designs. */
public final class TableNamedTwice implements Rule.Error {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        Map<String, Table> seen = new LinkedHashMap<>();
        return design.tables().values().stream()
                .flatMap(table -> Stream.ofNullable(seen.putIfAbsent(named(table), table))
                        .map(other -> found(
                                table.id(),
                                table.node().get("name") == null
                                        ? NamePlaces.table(design, table)
                                        : table.node().placeOf("name"),
                                other.id() + " and " + table.id() + " are both called " + named(table),
                                Help.edit(Edit.ofTable(table, "name", design.name() + "-" + table.id())))));
    }

    /** The name as far as the file says it: what a variable holds is known where the table is made. */
    private static String named(Table table) {
        return table.variables().isEmpty() ? table.physicalName(Map.of()) : table.name();
    }
}
