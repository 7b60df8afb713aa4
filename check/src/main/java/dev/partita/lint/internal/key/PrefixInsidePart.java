package dev.partita.lint.internal.key;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.design.model.Pattern.KeyTest.Operator;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.Examples;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.key.KeyShape;
import java.util.Objects;
import java.util.stream.Stream;

/** A prefix that ends in the middle of a value, so that it matches longer values too. */
public final class PrefixInsidePart implements Rule.Warning, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.flatMap(read -> read.sortNames().stream()
                .map(name -> openEnd(design, read, name))
                .filter(Objects::nonNull));
    }

    private Finding openEnd(Design design, PinnedRead read, String name) {
        KeyTest test = read.test(name);
        if (test == null || test.operator() != Operator.BEGINS_WITH) {
            return null;
        }
        Template prefix = test.templates().get(0);
        // A lone value given as a prefix is meant as one: all titles that begin with what the caller typed.
        Variable variable = prefix.isLone() ? null : prefix.end();
        if (variable == null || TimeParts.isTime(read.entity(), variable)) {
            return null;
        }
        KeyShape look = KeyShape.of(design, read.entity(), name, prefix);
        if (look.pieces().get(look.pieces().size() - 1).fixedWidth() != -1) {
            return null;
        }
        String example = Examples.filled(prefix, "1");
        return found(
                read.pattern().name(),
                variable.place(),
                Examples.quoted(example) + " also matches " + Examples.quoted(example + "0") + ": the prefix of "
                        + read.pattern().name() + " ends inside " + variable.attribute(),
                Help.edit(Edit.put(
                        Edit.quoted(prefix.text() + design.separator()),
                        "patterns",
                        read.pattern().name(),
                        "key",
                        name,
                        "begins-with")));
    }
}
