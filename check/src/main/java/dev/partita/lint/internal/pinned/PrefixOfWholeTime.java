package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.KeyTest;
import dev.partita.design.model.Pattern.KeyTest.Operator;
import dev.partita.design.model.Template;
import dev.partita.design.model.Template.Variable;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.internal.facts.TimeParts;
import dev.partita.lint.rule.Rule;
import java.util.Objects;
import java.util.stream.Stream;

/** A prefix that holds a whole point in time, and so matches that one moment only. */
public final class PrefixOfWholeTime implements Rule.Warning, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.flatMap(read -> read.sortNames().stream()
                .map(name -> wholeTime(read, read.test(name)))
                .filter(Objects::nonNull));
    }

    private Finding wholeTime(PinnedRead read, KeyTest test) {
        Variable variable = test == null || test.operator() != Operator.BEGINS_WITH
                ? null
                : test.templates().get(0).end();
        if (variable == null || !TimeParts.isWhole(read.entity(), variable)) {
            return null;
        }
        return found(
                read.pattern().name(),
                variable.place(),
                read.pattern().name() + " finds only items of the very moment " + variable.attribute()
                        + ": its prefix holds the whole time",
                help(read, test, variable));
    }

    private static Help help(PinnedRead read, KeyTest test, Variable variable) {
        Template prefix = test.templates().get(0);
        String key = read.pattern().pinned().key().entrySet().stream()
                .filter(entry -> entry.getValue() == test)
                .map(java.util.Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
        String text = prefix.text().substring(0, prefix.text().lastIndexOf('{'));
        return text.isEmpty()
                ? Help.edit(Edit.remove("patterns", read.pattern().name(), "key", key))
                : Help.edit(
                        Edit.put(Edit.quoted(text), "patterns", read.pattern().name(), "key", key, "begins-with"));
    }
}
