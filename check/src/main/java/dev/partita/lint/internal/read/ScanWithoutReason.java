package dev.partita.lint.internal.read;

import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A scan that nobody explained. */
public final class ScanWithoutReason implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().patterns().values().stream()
                .filter(pattern -> pattern.verb() == Verb.SCAN)
                .filter(pattern -> pattern.about() == null || pattern.about().isBlank())
                .map(pattern -> found(
                        pattern.name(),
                        pattern.node().placeOfKey("scan"),
                        pattern.name() + " reads every item of the table, and nothing says why",
                        "say why in about:, or give " + String.join(", ", pattern.entities())
                                + " an index key and write list:"));
    }
}
