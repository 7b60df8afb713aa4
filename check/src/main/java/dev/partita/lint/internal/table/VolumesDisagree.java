package dev.partita.lint.internal.table;

import dev.partita.cost.Cardinality;
import dev.partita.design.model.Edit;
import dev.partita.design.model.Entity;
import dev.partita.design.model.Finding;
import dev.partita.design.model.Help;
import dev.partita.lint.internal.facts.Figures;
import dev.partita.lint.internal.facts.Volumes;
import dev.partita.lint.rule.Rule;
import dev.partita.plan.internal.compile.Compiled;
import java.util.stream.Stream;

/** Expected volumes that contradict each other. */
public final class VolumesDisagree implements Rule.Advice {

    @Override
    public Stream<Finding> check(Compiled compiled) {
        return compiled.design().entities().values().stream()
                .filter(e -> e.expect() != null
                        && e.expect().items() != null
                        && e.expect().perDay() != null)
                .filter(e -> Cardinality.keptSeconds(e).isPresent()
                        && disagree(e.expect().items(), made(e)))
                .map(e -> found(
                        e.name(),
                        e.expect().node().placeOf("items"),
                        Figures.number(e.expect().perDay()) + " " + e.name() + " items a day for "
                                + Figures.duration(Cardinality.keptSeconds(e).getAsLong()) + " are "
                                + Figures.number(made(e)) + ", not "
                                + Figures.number(e.expect().items()),
                        Help.edit(Edit.put(String.valueOf(made(e)), "entities", e.name(), "expect", "items"))));
    }

    private static long made(Entity entity) {
        return entity.expect().perDay() * Cardinality.keptSeconds(entity).getAsLong() / Volumes.DAY_SECONDS;
    }

    private static boolean disagree(long stated, long made) {
        return made > 1.25 * stated || stated > 2 * made;
    }
}
