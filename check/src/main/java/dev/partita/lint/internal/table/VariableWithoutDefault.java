package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Table;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A table whose name depends on a variable that need not be set. */
public final class VariableWithoutDefault implements Rule.Warning {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_.]*)}");

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream()
                .filter(table -> table.name() != null)
                .flatMap(table -> VARIABLE.matcher(table.name())
                        .results()
                        .map(match -> match.group(1))
                        .limit(1)
                        .map(variable -> found(
                                table.id(),
                                table.node().placeOf("name"),
                                table.id() + " is called " + Examples.quoted(without(table)) + " where " + variable
                                        + " is not set",
                                Help.edit(Edit.ofTable(table, "name", Edit.quoted(mended(design, table)))))));
    }

    private static String without(Table table) {
        return VARIABLE.matcher(table.name()).replaceAll("");
    }

    private static String mended(Design design, Table table) {
        return VARIABLE.matcher(table.name())
                .replaceAll(match -> Matcher.quoteReplacement("${" + match.group(1) + ":" + design.name() + "}"));
    }
}
