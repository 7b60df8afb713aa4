package dev.partita.lint.internal.table;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Place;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table or index name that DynamoDB refuses. */
public final class IllegalName implements Rule.Error {

    private static final java.util.regex.Pattern LEGAL = java.util.regex.Pattern.compile("[a-zA-Z0-9_.-]{3,255}");

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.tables().values().stream()
                .flatMap(table -> Stream.concat(
                        Stream.ofNullable(table.name())
                                .map(name -> table.physicalName(given(name)))
                                .filter(name -> !LEGAL.matcher(name).matches())
                                .map(name -> finding(table.id(), table.node().placeOf("name"), name, "a table")),
                        table.indexes().values().stream()
                                .filter(index -> !LEGAL.matcher(index.name()).matches())
                                .map(index -> finding(
                                        table.id() + "." + index.name(),
                                        NamePlaces.index(table, index),
                                        index.name(),
                                        "an index"))));
    }

    private static final java.util.regex.Pattern WITHOUT_DEFAULT = java.util.regex.Pattern.compile("\\$\\{([^:}]+)}");

    /** Variables without a default, as if the environment had them. */
    private static Map<String, String> given(String name) {
        return WITHOUT_DEFAULT
                .matcher(name)
                .results()
                .collect(Collectors.toMap(match -> match.group(1), match -> "value", (one, other) -> one));
    }

    private Finding finding(String subject, Place place, String name, String what) {
        String legal = name.replace(" ", "").replaceAll("[^a-zA-Z0-9_.-]+", "-");
        return found(
                subject,
                place,
                Examples.quoted(name) + " cannot be the name of " + what,
                "use 3 to 255 letters, digits, `_`, `-` and `.`"
                        + (LEGAL.matcher(legal).matches() ? ", such as " + legal : ""));
    }
}
