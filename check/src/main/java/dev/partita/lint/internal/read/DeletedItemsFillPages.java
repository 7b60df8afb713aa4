package dev.partita.lint.internal.read;

import dev.partita.design.Design;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Pattern.Verb;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.PatternUses;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import dev.partita.plan.internal.read.Filter;
import dev.partita.plan.internal.read.ReadPlan;
import dev.partita.plan.internal.read.Step;
import java.util.stream.Stream;

/** A paged list that reads soft-deleted items to leave them out. */
public final class DeletedItemsFillPages implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        PatternUses uses = new PatternUses(design);
        return uses.reads()
                .filter(p -> p.verb() == Verb.LIST && p.page() != null && p.pinned() == null)
                .filter(p -> uses.entityOf(p) != null && uses.entityOf(p).softDelete() != null)
                // Whether they are read at all, the plan knows: an index may hold none of them.
                .filter(p -> compiled.plans().get(p.name()) instanceof ReadPlan plan
                        && plan.steps().stream()
                                .anyMatch(step -> step instanceof Step.Query query
                                        && query.shown().filters().stream()
                                                .anyMatch(Filter.NotDeleted.class::isInstance)))
                .map(p -> found(
                        p.name(),
                        NamePlaces.pattern(design, p),
                        p.name() + " reads deleted " + uses.entityOf(p).name() + " items to leave them out",
                        "list through an index with when: that leaves them out"));
    }
}
