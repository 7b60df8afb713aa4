package dev.partita.lint.internal.write;

import dev.partita.design.Design;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.design.model.Quota;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.NamePlaces;
import dev.partita.lint.internal.facts.Repairs;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Counter items of past periods that nobody removes. */
public final class QuotaItemsPileUp implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().quotas().values().stream()
                .filter(q -> q.expirySeconds() == null && !q.item().isEmpty() && QuotaForgetsEarly.period(q) > 0)
                // Of a day that callers give nobody knows when it is over.
                .filter(q -> QuotaForgetsEarly.givenTime(compiled.design(), q) == null)
                .map(q -> found(
                        q.name(),
                        NamePlaces.quota(compiled.design(), q),
                        "the counter items of " + q.name() + " stay when their "
                                + Figures.duration(QuotaForgetsEarly.period(q)) + " is over",
                        help(compiled.design(), q)));
    }

    private static Help help(Design design, Quota quota) {
        List<Edit> edits = new ArrayList<>();
        edits.add(Edit.put(Figures.duration(2 * QuotaForgetsEarly.period(quota)), "quotas", quota.name(), "expiry"));
        Entity counted = design.entities().get(quota.counts());
        edits.addAll(Repairs.expiryAttribute(counted == null ? null : design.tableOf(counted)));
        return Help.edits(edits, null);
    }
}
