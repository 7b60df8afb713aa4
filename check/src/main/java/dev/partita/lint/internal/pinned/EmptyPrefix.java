package dev.partita.lint.internal.pinned;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.rule.Rule;
import java.util.Map;
import java.util.stream.Stream;

/** A key compared with empty text. */
public final class EmptyPrefix implements Rule.Error, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.flatMap(read -> read.pattern().pinned().key().entrySet().stream()
                .filter(entry -> entry.getValue().templates().stream()
                        .anyMatch(template -> template.text().isEmpty()))
                .map(Map.Entry::getKey)
                .map(name -> found(
                        read.pattern().name(),
                        read.test(name).place(),
                        read.pattern().name() + " compares " + name
                                + " with empty text, which DynamoDB refuses in a key condition",
                        Help.edit(Edit.remove("patterns", read.pattern().name(), "key", name)))));
    }
}
