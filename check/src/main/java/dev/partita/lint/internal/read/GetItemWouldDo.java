package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.design.model.Template;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PinnedRead;
import dev.partita.lint.internal.facts.PinnedRule;
import dev.partita.lint.rule.Rule;
import java.util.stream.Stream;

/** A query for the one item whose whole key is known. */
public final class GetItemWouldDo implements Rule.Advice, PinnedRule {

    @Override
    public Stream<Finding> check(Design design, Stream<PinnedRead> reads) {
        return reads.filter(read -> read.index() == null && read.sortNames().size() == 1)
                .filter(read ->
                        read.pattern().verb() == Verb.GET || read.pattern().verb() == Verb.LIST)
                .filter(read -> read.test(read.sortNames().get(0)) == null)
                .filter(read -> !read.partitionNames().isEmpty()
                        && !read.templates(read.sortNames().get(0)).isEmpty())
                .filter(read -> read.templates(read.sortNames().get(0)).stream().allMatch(Template::isConstant))
                .filter(read -> read.asksForAllOf(read.partitionNames().get(0)))
                .map(read -> found(
                        read.pattern().name(),
                        NamePlaces.pattern(design, read.pattern()),
                        read.pattern().name() + " queries for one item whose whole key is known",
                        Help.edit(Edit.put(
                                Edit.quoted(read.templates(read.sortNames().get(0))
                                        .get(0)
                                        .text()),
                                "patterns",
                                read.pattern().name(),
                                "key",
                                read.sortNames().get(0)))));
    }
}
