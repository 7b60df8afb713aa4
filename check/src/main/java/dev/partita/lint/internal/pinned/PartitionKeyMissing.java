package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.rule.Rule;
import java.util.stream.Stream;

/** A pinned request that does not say which partition. */
public final class PartitionKeyMissing implements Rule.Error, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.filter(read -> read.pattern().verb() != Verb.SCAN).flatMap(read -> read.partitionNames().stream()
                .filter(name -> read.test(name) == null)
                .map(name -> found(
                        read.pattern().name(),
                        NamePlaces.pattern(design, read.pattern()),
                        read.pattern().name() + " does not say which " + name + " it wants of " + read.target(),
                        read.templates(name).size() == 1
                                ? Help.edit(Edit.put(
                                        Edit.quoted(read.templates(name).get(0).text()),
                                        "patterns",
                                        read.pattern().name(),
                                        "key",
                                        name))
                                : Help.words("add " + name + " to its key"))));
    }
}
