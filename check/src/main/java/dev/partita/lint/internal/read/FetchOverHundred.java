package dev.partita.lint.internal.read;

import dev.partita.design.model.Edit;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.item.Limits;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A page whose items are fetched in more than one batch. */
public final class FetchOverHundred implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return new PatternUses(compiled.design())
                .reads()
                .filter(p -> p.fetch() != null && p.page() != null && p.page() > Limits.BATCH_GET_KEYS)
                .map(p -> found(
                        p.name(),
                        p.node().placeOf("page"),
                        p.name() + " fetches " + p.page() + " items a page, and a batch takes 100",
                        Help.edit(Edit.ofPattern(p, "page", "100")).saying("or fewer")));
    }
}
