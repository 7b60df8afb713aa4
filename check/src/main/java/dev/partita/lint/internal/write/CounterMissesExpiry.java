package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** A counter of items that expire without being counted down. */
public final class CounterMissesExpiry implements Rule.Warning {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        Design design = compiled.design();
        return design.quotas().values().stream()
                .filter(q -> design.entities().containsKey(q.counts())
                        && design.entities().get(q.counts()).expiry() != null)
                .filter(q -> q.per().stream().allMatch(v -> v.period() == null))
                .map(q -> found(
                        q.name(),
                        NamePlaces.quota(design, q),
                        q.counts() + " items expire"
                                + after(design.entities().get(q.counts()).expiry()) + ", and " + q.name()
                                + " goes on counting them",
                        Help.edit(Edit.remove("entities", q.counts(), "expiry"))
                                .or("count per period, with a time such as createdAt:date in per")));
    }

    /** How long after a moment; nothing where that moment is the end. */
    private static String after(Entity.Expiry expiry) {
        return expiry.seconds() == 0 ? " at their " + expiry.after() : " after " + Figures.duration(expiry.seconds());
    }
}
